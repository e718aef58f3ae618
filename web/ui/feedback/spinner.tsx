import type { ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

/** Two resist rings, one turning. Decoration only: say in words what is being waited for. */
export function Spinner({ className }: { className?: string | undefined }): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" className={classNames("size-5 animate-spin", className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <circle cx="12" cy="12" r="2" fill="currentColor" />
    </svg>
  )
}
