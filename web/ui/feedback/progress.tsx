import type { ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface ProgressProps {
  /** Read out as the name of what is going on. */
  label: string
  /** 0 to 1; leave out while it is not known. */
  share?: number | undefined
  className?: string | undefined
}

/** How far something is. Without a share the bar travels. */
export function Progress({ label, share, className }: ProgressProps): ReactElement {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classNames("h-2 overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className={classNames(
          "h-full rounded-full bg-indigo",
          percent === undefined
            ? "w-2/5 animate-travel motion-reduce:w-full motion-reduce:opacity-35"
            : "w-full origin-left transition-transform",
        )}
        style={percent === undefined ? undefined : { transform: `translateX(${percent - 100}%)` }}
      />
    </div>
  )
}
