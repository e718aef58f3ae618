import type { ReactElement } from "react"
import { Button } from "./button.tsx"
import { Spinner } from "./spinner.tsx"

interface MorePagesProps {
  isLoading: boolean
  /** Why the next page did not come; undefined while nothing went wrong. */
  trouble: string | undefined
  onRetry: () => void
}

/** Stands at the end of a list of pictures that goes on: more is on its way, or did not come and can be asked for again. */
export function MorePages({ isLoading, trouble, onRetry }: MorePagesProps): ReactElement {
  return (
    <div className="grid min-h-16 place-items-center pt-4 text-ink-soft">
      <div role="status">
        {isLoading && (
          <span className="flex items-center gap-2">
            <Spinner /> Loading more
          </span>
        )}
      </div>
      {trouble !== undefined && !isLoading && (
        <div role="alert" className="grid justify-items-center gap-3 text-center">
          <p>
            <span className="font-medium text-ink">The next pictures could not be loaded.</span> {trouble}
          </p>
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
