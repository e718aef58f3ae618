import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query"
import type { ReactElement, ReactNode } from "react"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { Button } from "#web/ui/button/button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"

interface RecordPagesProps<Page> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  failedTitle: string
  /** Shows all pages that are there. */
  children: (pages: readonly Page[]) => ReactNode
}

/** Records of an account page by page: waiting, failed with a way to try again, or shown with a way to more. */
export function RecordPages<Page>({ query, failedTitle, children }: RecordPagesProps<Page>): ReactElement {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (isPending) return <Skeleton className="h-64" />
  if (error) {
    return <NotLoaded title={failedTitle} error={error} onRetry={refetch} />
  }
  return (
    <>
      {children(data?.pages ?? [])}
      {hasNextPage && (
        <Button
          variant="secondary"
          busy={isFetchingNextPage}
          className="justify-self-start"
          onClick={() => fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
