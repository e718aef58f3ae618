import type { ReactElement, ReactNode } from "react"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { Button } from "#web/ui/button/button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"

interface AdminListProps {
  /** What was asked for; one that goes on has pages. */
  list: {
    isPending: boolean
    error: Error | null
    refetch: () => unknown
    hasNextPage?: boolean
    isFetchingNextPage?: boolean
    fetchNextPage?: () => unknown
  }
  /** What the lines are, in small letters: "orders". */
  what: string
  isEmpty: boolean
  /** What is said of a list without lines. */
  empty: { title: string; text: string }
  /** The lines. */
  children: ReactNode
}

/** The lines of an admin list, or why there are none; below them a button for the older ones. */
export function AdminList({ list, what, isEmpty, empty, children }: AdminListProps): ReactElement {
  return (
    <>
      {list.isPending ? (
        <Skeleton className="h-64" />
      ) : list.error ? (
        <NotLoaded title={`The ${what} did not load`} error={list.error} onRetry={list.refetch} />
      ) : isEmpty ? (
        <EmptyState title={empty.title} text={empty.text} />
      ) : (
        children
      )}
      {list.hasNextPage && (
        <Button
          variant="secondary"
          busy={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage?.()}
          className="justify-self-start"
        >
          Show older
        </Button>
      )}
    </>
  )
}
