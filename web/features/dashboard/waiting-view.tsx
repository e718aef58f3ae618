import { useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect } from "react"
import { messages } from "#contract/messages.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { Spinner } from "#web/ui/spinner.tsx"

/** Time between two looks for the profile, in ms. */
const lookAgainMs = 3_000

/** Fills the screen until the profile is there. */
export function WaitingView(): ReactElement {
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => queries.invalidateQueries({ queryKey: queryKeys.currentUser }), lookAgainMs)
    return () => clearInterval(timer)
  }, [queries])
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-ground p-6">
      <div className="grid justify-items-center gap-6 text-center">
        <Spinner className="size-10 text-indigo" />
        <div role="status">
          <h1 className="max-w-sm text-xl">{messages.welcomeWait}</h1>
        </div>
      </div>
    </div>
  )
}
