import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { listMoneyAttention } from "#contract/identity/operators.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { paymentOutcomes } from "./payment-outcomes.ts"

/** What somebody has to look at in the books: the nightly check, money that is to go back, orders nobody can ask about. */
export function MoneyAttention(): ReactElement {
  const attention = useQuery({
    queryKey: ["listMoneyAttention"],
    queryFn: async () => (await call(listMoneyAttention)).data,
  })
  if (attention.isPending) return <Skeleton className="h-40" />
  if (attention.error) {
    return <NotLoaded title="The books did not load" error={attention.error} onRetry={attention.refetch} />
  }
  const { checkedAt, problems, toRefund, withoutProvider } = attention.data
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-xl">Money</h2>
        <Badge tone={problems.length > 0 ? "clay" : checkedAt === "" ? "neutral" : "leaf"}>
          {checkedAt === ""
            ? "Not checked yet"
            : problems.length === 0
              ? `Books agree, ${formatMoment(checkedAt)}`
              : `${problems.length} to look at`}
        </Badge>
      </div>
      {problems.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-clay">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {toRefund.length === 0 ? (
        <p className="text-ink-soft">No payment has to go back.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {toRefund.map(({ tx_ref, transactionId, title, outcome, amount, currency, createdAt }) => (
            <li key={`${tx_ref}-${transactionId}`} className="py-3">
              <TextLink to={`/operator/orders/${tx_ref}`}>
                {title}: {amount.toLocaleString("en")} {currency} to go back
              </TextLink>
              <p className="text-sm text-ink-soft wrap-anywhere">
                {paymentOutcomes[outcome] ?? outcome} · order {tx_ref} · payment {transactionId} ·{" "}
                {formatMoment(createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {withoutProvider.length > 0 && (
        <>
          <h3 className="text-lg">Orders whose provider is not set up here</h3>
          <p className="text-ink-soft">
            They may have been paid there. Set the provider's keys again, and they are settled by themselves within the
            hour; or look at the provider, and approve what was paid with its number as proof.
          </p>
          <ul className="grid divide-y divide-line">
            {withoutProvider.map(({ tx_ref, title, provider, amount, currency, createdAt }) => (
              <li key={tx_ref} className="py-3">
                <TextLink to={`/operator/orders/${tx_ref}`}>
                  {title}: {amount.toLocaleString("en")} {currency} at {provider}
                </TextLink>
                <p className="text-sm text-ink-soft wrap-anywhere">
                  order {tx_ref} · {formatMoment(createdAt)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
