import type { ReactElement } from "react"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"

/** The place of the academy's next step until it is known. @param isLearner with class and tuition below it */
export function NextSkeleton({ isLearner = false }: { isLearner?: boolean }): ReactElement {
  const step = <Skeleton className={isLearner ? "h-52 sm:h-32" : "h-56 sm:h-32"} />
  if (!isLearner) return step
  return (
    <div className="grid gap-6">
      {step}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Skeleton className="h-44 sm:h-32" />
        <Skeleton className="h-32" />
      </div>
    </div>
  )
}
