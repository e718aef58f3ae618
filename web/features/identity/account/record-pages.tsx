import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query"
import type { ReactElement, ReactNode } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { ErrorState } from "#web/ui/layout/empty-state.tsx"

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
    return (
      <ErrorState
        title={failedTitle}
        text={messageOf(error, noAnswerMessage)}
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    )
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
