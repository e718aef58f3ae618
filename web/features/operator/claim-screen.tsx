import { useMutation } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import { claimOperator } from "#contract/product/operators.ts"
import { call } from "#web/lib/call.ts"
import { Button } from "#web/ui/button.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"

/** Where the one-time link of the first start leads: makes the signed-in person the first operator (docs/product-rules.md#operator-roles). */
export function ClaimScreen(): ReactElement {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get("token") ?? "")
  const claim = useMutation({ mutationFn: () => call(claimOperator, { body: { token } }) })
  useEffect(() => {
    if (location.search !== "") history.replaceState(history.state, "", location.pathname)
  }, [])
  return (
    <div className="grid max-w-measure justify-items-start gap-6">
      <h1 className="text-3xl">Operator</h1>
      {claim.isSuccess ? (
        <>
          <p role="status" className="text-lg">
            Done. This account now runs the installation, as {claim.data.data.role}.
          </p>
          <LinkButton to="/app">Dashboard</LinkButton>
        </>
      ) : (
        <>
          <p className="text-lg text-ink-soft">
            {token === ""
              ? "This address needs the one-time link that was printed when the server first started."
              : "The one-time link makes the account you are signed in with the first operator of this installation."}
          </p>
          <Button size="large" disabled={token === ""} busy={claim.isPending} onClick={() => claim.mutate()}>
            Become the operator
          </Button>
          <p role="alert" className="min-h-6 text-clay">
            {claim.error?.message}
          </p>
        </>
      )}
    </div>
  )
}
