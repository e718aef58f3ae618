import type { ReactElement, ReactNode } from "react"
import { Adire } from "#web/ui/media/adire.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

interface StateProps {
  title: ReactNode
  text?: ReactNode | undefined
  /** What to do next. */
  action?: ReactNode | undefined
  className?: string | undefined
}

interface EmptyStateProps extends StateProps {
  /** Draws another cloth. */
  seed?: number | undefined
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, text, action, seed = 3, className }: EmptyStateProps): ReactElement {
  return (
    <div className={classNames("mx-auto grid max-w-md justify-items-center gap-6 py-12 text-center", className)}>
      <div className="w-72 overflow-hidden rounded-card bg-cloth text-on-cloth/60">
        <Adire seed={seed} columns={3} rows={1} hasWarmCell />
      </div>
      <StateWords title={title} text={text} />
      {action}
    </div>
  )
}

/** Something failed: what happened, and usually a button to try again. */
export function ErrorState({ title, text, action, className }: StateProps): ReactElement {
  return (
    <div
      role="alert"
      className={classNames("mx-auto grid max-w-md justify-items-center gap-6 py-12 text-center", className)}
    >
      <svg aria-hidden="true" viewBox="0 0 96 96" className="size-24 text-clay" fill="none" stroke="currentColor">
        <g strokeWidth="2" strokeLinecap="round">
          <path d="M84 48a36 36 0 1 1-14-28.500M72 48a24 24 0 1 1-9-18.700M60 48a12 12 0 1 1-4.500-9.400" />
          <path d="M76 10l10 10m0-10l-10 10" />
        </g>
        <circle cx="48" cy="48" r="4" fill="currentColor" stroke="none" />
      </svg>
      <StateWords title={title} text={text} />
      {action}
    </div>
  )
}

function StateWords({ title, text }: StateProps): ReactElement {
  return (
    <div className="grid gap-2">
      <p className="font-display text-xl font-semibold">{title}</p>
      {text && <p className="text-ink-soft">{text}</p>}
    </div>
  )
}
