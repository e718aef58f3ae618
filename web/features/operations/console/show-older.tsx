import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"

interface ShowOlderProps {
  /** The list above, one page after the other. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Below a list that goes on: brings its next page. */
export function ShowOlder({ list }: ShowOlderProps): ReactElement | null {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="secondary"
      busy={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
      className="justify-self-start"
    >
      Show older
    </Button>
  )
}
