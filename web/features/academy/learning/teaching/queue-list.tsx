import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"

/** Everything of the queue is read anew when one thing of it is done. */
export const queueKey = ["teachingQueue"]

/** How often a list asks what others do meanwhile, in ms. */
export const askAgainMs = 30_000

interface QueueListProps<Line extends { id: string }> {
  query: UseInfiniteQueryResult<InfiniteData<{ data: Line[]; nextCursor: string | null }>>
  /** When it did not load. */
  title: string
  empty: { title: string; text: string }
  line: (line: Line) => ReactElement
}

/** One list of the queue, page by page. */
export function QueueList<Line extends { id: string }>({
  query,
  title,
  empty,
  line,
}: QueueListProps<Line>): ReactElement {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query
  return (
    <Loaded query={query} title={title}>
      {({ pages }) => {
        // What moved up to the page before while pages were asked for stands there only.
        const lines = new Map(pages.flatMap(({ data }) => data).map((one) => [one.id, one]))
        if (lines.size === 0) return <EmptyState title={empty.title} text={empty.text} />
        return (
          <div className="grid justify-items-start gap-4">
            <ul className="grid w-full grid-cols-1 gap-4">
              {[...lines.values()].map((one) => (
                <li key={one.id}>{line(one)}</li>
              ))}
            </ul>
            <FormTrouble message={isFetchNextPageError ? messageOf(error, noAnswerMessage) : undefined} />
            {hasNextPage && (
              <Button variant="secondary" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
                Show more
              </Button>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
