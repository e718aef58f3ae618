import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { ClaimScreen } from "./claim-screen.tsx"
import { MoneyAttention } from "./money-attention.tsx"
import { Today } from "./today.tsx"

/** /operator: what needs a person today; with a one-time link it makes somebody an operator. */
export function OperatorScreen(): ReactElement {
  const [search] = useSearchParams()
  const [hasToken, setHasToken] = useState(() => search.has("token"))
  const mine = useQuery(ownRoleQuery).data?.role
  if (hasToken || !mine) return <ClaimScreen onDone={() => setHasToken(false)} />
  return (
    <div className="grid gap-8">
      <div className="grid gap-2">
        <h1 className="text-3xl">Today</h1>
        <p className="text-ink-soft">Your role is {mine}. It counts for twelve hours after signing in.</p>
      </div>
      <Today />
      {mayOperate(mine, "money.see") && (
        <div id="money">
          <MoneyAttention />
        </div>
      )}
    </div>
  )
}
