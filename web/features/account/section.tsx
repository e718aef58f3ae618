import { type ReactElement, type ReactNode, useId } from "react"
import { Card } from "#web/ui/card.tsx"

interface SectionProps {
  title: string
  intro?: ReactNode
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the account screen. */
export function Section({ title, intro, action, children }: SectionProps): ReactElement {
  const titleId = useId()
  return (
    <Card className="grid min-w-0 content-start gap-5">
      <section aria-labelledby={titleId} className="grid min-w-0 content-start gap-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid gap-1">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            {intro && <p className="max-w-measure text-ink-soft">{intro}</p>}
          </div>
          {action}
        </div>
        {children}
      </section>
    </Card>
  )
}
