import type { ComponentProps, ReactElement, ReactNode } from "react"
import { Fold } from "#web/content/lists/fold.tsx"

interface SectionProps extends ComponentProps<typeof Fold> {
  intro?: ReactNode
  /** Beside the words. */
  action?: ReactNode
}

/** One part of the account screen. */
export function Section({ intro, action, children, ...fold }: SectionProps): ReactElement {
  return (
    <Fold {...fold}>
      {(intro || action) && (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          {intro && <p className="max-w-measure min-w-0 text-ink-soft">{intro}</p>}
          {action}
        </div>
      )}
      {children}
    </Fold>
  )
}
