import type { ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface SkeletonProps {
  /** Gives the final size, so that nothing moves when the real thing comes. */
  className?: string | undefined
}

/** A place held by cloth until its content arrives. Put `aria-busy` on the region that is loading. */
export function Skeleton({ className }: SkeletonProps): ReactElement {
  return (
    <div aria-hidden="true" className={classNames("overflow-hidden rounded-card bg-surface", className)}>
      <div className="resist-pattern size-full animate-breathe" />
    </div>
  )
}

/** A line of text that is still coming; its height is that of the text around it. */
export function SkeletonText({ className }: SkeletonProps): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={classNames("inline-block h-[0.8em] w-40 animate-breathe rounded-full bg-line align-middle", className)}
    />
  )
}
