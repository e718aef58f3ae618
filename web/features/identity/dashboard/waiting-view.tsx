import { useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { messages } from "#contract/messages.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Spinner } from "#web/ui/feedback/spinner.tsx"

/** Time between two looks for the profile, in ms. */
const pollEveryMs = 3_000

/** Time after which the person can do something about it, in ms. */
const longMs = 10_000

/** Fills the screen until the profile is there; a long wait can be ended by loading the page anew. */
export function WaitingView(): ReactElement {
  const queries = useQueryClient()
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    // On a slow line an answer takes longer than this: the one under way is waited for.
    const look = () => queries.invalidateQueries({ queryKey: queryKeys.currentUser }, { cancelRefetch: false })
    const timer = setInterval(look, pollEveryMs)
    return () => clearInterval(timer)
  }, [queries])
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-ground p-6">
      <div className="grid justify-items-center gap-6 text-center">
        <Spinner className="size-10 text-indigo" />
        <div role="status">
          <h1 className="max-w-sm text-xl">{messages.welcomeWait}</h1>
          {isLong && <p className="mt-2 text-ink-soft">This takes longer than usual.</p>}
        </div>
        {isLong && <Button onClick={() => location.reload()}>Try again</Button>}
      </div>
    </div>
  )
}
