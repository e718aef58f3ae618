import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { ErrorState } from "#web/ui/layout/empty-state.tsx"

/** What of a query is looked at, of one with pages too. */
type Asked<Data> = Pick<UseQueryResult<Data>, "data" | "isPending" | "error"> & { refetch: () => unknown }

interface LoadedProps<Data> {
  query: Asked<Data>
  /** What did not load, as a heading. */
  title: string
  /** Name of the page where nothing but what is loaded has one. */
  page?: string
  /** Where to go on when it is not open. */
  wayOn?: { to: string; label: string } | undefined
  children: (data: Data) => ReactElement
}

/** What a query brought; a skeleton before, and the reason with a way on when it did not come. */
export function Loaded<Data>({ query, title, page, wayOn = dashboard, children }: LoadedProps<Data>): ReactElement {
  if (query.data !== undefined) return children(query.data)
  // No heading yet: it would take the focus of a new page along when it goes.
  if (query.isPending) {
    return (
      <div aria-busy="true" className="grid gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </div>
    )
  }
  return (
    <>
      {page && <h1 className="sr-only">{page}</h1>}
      <NotLoaded query={query} title={title} wayOn={wayOn} />
    </>
  )
}

const dashboard = { to: "/app", label: "Dashboard" }

interface NotLoadedProps {
  query: Asked<unknown>
  title: string
  wayOn: { to: string; label: string }
}

function NotLoaded({ query, title, wayOn }: NotLoadedProps): ReactElement {
  const isClosed = query.error instanceof ApiError && (query.error.code === 403 || query.error.code === 409)
  return (
    <ErrorState
      title={!isClosed ? title : wayOn === dashboard ? "Not open for you" : "Not open yet"}
      text={messageOf(query.error, noAnswerMessage)}
      action={
        isClosed ? (
          <LinkButton to={wayOn.to}>{wayOn.label}</LinkButton>
        ) : (
          <Button onClick={() => query.refetch()}>Try again</Button>
        )
      }
    />
  )
}
