import { useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect } from "react"
import { useNavigate, useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { destinationAfterSignIn } from "#web/lib/session/destination.ts"
import { Spinner } from "#web/ui/feedback/spinner.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { enterByCookie } from "./start-session.ts"

/** Where a provider's sign-in ends: notes that somebody is here, which a redirect cannot tell, and goes on. */
export function ProviderReturnScreen(): ReactElement {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const to = search.get("to")
  useEffect(() => {
    let isGone = false
    void enterByCookie(queries).then((isSignedIn) => {
      if (isGone) return
      if (!isSignedIn) notify.error(messages.signInFailed)
      void navigate(isSignedIn ? destinationAfterSignIn({ from: to }, new URLSearchParams()) : "/sign-in", {
        replace: true,
      })
    })
    return () => {
      isGone = true
    }
  }, [queries, navigate, to])
  return (
    <p role="status" className="flex items-center gap-3 text-lg text-ink-soft">
      <Spinner /> Signing you in
    </p>
  )
}
