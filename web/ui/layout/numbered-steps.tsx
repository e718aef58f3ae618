import type { ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface NumberedStepsProps {
  steps: readonly { title: string; text: string }[]
  /** Number of columns, as classes. */
  className: string
}

/** Steps in their order, each with a line of words. */
export function NumberedSteps({ steps, className }: NumberedStepsProps): ReactElement {
  return (
    <ol className={classNames("grid gap-8", className)}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className="grid content-start gap-2 border-t-2 border-indigo pt-5">
          <h3 className="text-xl">
            <span className="text-ink-soft tabular-nums">{index + 1}.</span> {title}
          </h3>
          <p className="text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  )
}
