import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { Spinner } from "#web/ui/feedback/spinner.tsx"

interface MorePagesProps {
  isLoading: boolean
  /** Why the next page did not come; undefined while nothing went wrong. */
  trouble: string | undefined
  onRetry: () => void
  /** Present: the next page waits for a press. */
  onMore?: (() => void) | undefined
}

/** Stands at the end of a list of pictures that goes on: more is on its way, waits for a press, or did not come. */
export function MorePages({ isLoading, trouble, onRetry, onMore }: MorePagesProps): ReactElement {
  return (
    <div className="grid min-h-16 place-items-center pt-4 text-ink-soft">
      <div role="status">
        {isLoading && !onMore && (
          <span className="flex items-center gap-2">
            <Spinner /> Loading more
          </span>
        )}
      </div>
      {onMore && (trouble === undefined || isLoading) && (
        <Button variant="secondary" busy={isLoading} busyWords="Loading more" onClick={onMore}>
          Load more
        </Button>
      )}
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
