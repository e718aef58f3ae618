import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import { claimOperator, roleWords } from "#contract/identity/operators.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"

/**
 * Where one-time links lead, the printed one of the first start and invitations: gives the signed-in person a role
 * (docs/product-rules.md#operator-roles).
 */
export function ClaimScreen({ onDone }: { onDone: () => void }): ReactElement {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get("token") ?? "")
  const queries = useQueryClient()
  const claim = useMutation({
    mutationFn: () => call(claimOperator, { body: { token } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.ownRole }),
  })
  useEffect(() => {
    if (location.search !== "") history.replaceState(history.state, "", location.pathname)
  }, [])
  return (
    <div className="grid max-w-measure justify-items-start gap-6">
      <h1 className="text-3xl">Operator</h1>
      {claim.isSuccess ? (
        <>
          <p role="status" className="text-lg">
            Done. You work here as {claim.data.data.role} now.
          </p>
          <p className="text-ink-soft">{roleWords[claim.data.data.role]}</p>
          <Button size="large" onClick={onDone}>
            Open the console
          </Button>
        </>
      ) : (
        <>
          <p className="text-lg text-ink-soft">
            {token === ""
              ? "This address needs a one-time link: the one that was printed when the server started, or an invitation."
              : "The one-time link gives the account you are signed in with a role in this installation."}
          </p>
          {token === "" ? (
            <LinkButton to="/app">Dashboard</LinkButton>
          ) : (
            <Button size="large" busy={claim.isPending} onClick={() => claim.mutate()}>
              Take the role
            </Button>
          )}
          <p role="alert" className="min-h-6 text-clay">
            {claim.error?.message}
          </p>
        </>
      )}
    </div>
  )
}
