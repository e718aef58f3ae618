import { useQuery } from "@tanstack/react-query"
import { CloudOff } from "lucide-react"
import type { ReactElement } from "react"
import { product } from "#contract/brand.ts"
import { useCopiesFrom } from "#web/lib/calls/kept-answers.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { useOnline } from "#web/lib/page/use-online.ts"
import { currentUserQuery } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { OfflineBar } from "./offline-bar.tsx"

/** A slim line while the device is offline or the server does not answer; gone as soon as it does. */
export function ConnectionBar(): ReactElement | null {
  const isOnline = useOnline()
  const { failureCount, isError, isFetching, refetch } = useQuery(currentUserQuery)
  const copiesFrom = useCopiesFrom()
  const age =
    copiesFrom === null ? "" : ` What you see here is from ${formatMoment(new Date(copiesFrom).toISOString())}.`
  if (!isOnline) return <OfflineBar age={age} />
  if (failureCount === 0 && !isError && age === "") return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-clay-wash px-4 py-1 text-ink sm:px-6 lg:px-10"
    >
      <CloudOff aria-hidden="true" className="size-5 shrink-0 text-clay" />
      <p className="min-w-0 flex-1 py-1.5">
        {product.name} cannot be reached.{age} Trying again…
      </p>
      <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
        Try now
      </Button>
    </div>
  )
}
