import { useQuery } from "@tanstack/react-query"
import { Printer } from "lucide-react"
import type { ReactElement } from "react"
import { useParams } from "react-router"
import { paymentMethodName } from "#contract/catalogue/payment-methods.ts"
import { getReceipt, type Receipt } from "#contract/money/orders.ts"
import { FileSize } from "#web/content/file-size.tsx"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatDate, formatMoney } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { OrderTrouble } from "./order-trouble.tsx"

/** /payment/{reference}/receipt: to look at, to print and to keep. */
export function ReceiptScreen(): ReactElement {
  const { txRef = "" } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.receipt, txRef],
    queryFn: async ({ signal }) => (await call(getReceipt, { params: { tx_ref: txRef }, signal })).data,
  })
  if (error) {
    return <OrderTrouble heading="Receipt" title="The receipt did not load" error={error} onRetry={refetch} />
  }
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl">Receipt {data?.number}</h1>
      {data ? <Paper receipt={data} /> : <Skeleton className="h-96" />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        <Button onClick={() => print()}>
          <Printer aria-hidden="true" className="size-5" />
          Print
        </Button>
        <a href={`/orders/${txRef}/receipt.pdf`} download className={buttonLook({ variant: "secondary" })}>
          Download PDF <FileSize address={`/orders/${txRef}/receipt.pdf`} />
        </a>
        <TextLink to={`/payment/${txRef}`}>Back to the order</TextLink>
      </div>
    </div>
  )
}

function Paper({ receipt }: { receipt: Receipt }): ReactElement {
  const { seller, buyer, currency, listAmount, amount, refunded, toRefund } = receipt
  return (
    <Card className="grid gap-6">
      {receipt.isSandbox && (
        <p className="rounded-card bg-amber-wash p-4">
          <strong>Sandbox receipt.</strong> No money moved.
        </p>
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        <Party title="Seller" lines={[seller.name, ...seller.address.split(","), seller.taxNumber, seller.email]} />
        <Party title="Buyer" lines={[buyer.name, buyer.email]} />
      </div>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-soft">Date</dt>
        {/* The same day as in the PDF and the mail, wherever it is looked at. */}
        <dd>{formatDate(receipt.issuedAt.slice(0, "2026-01-05".length))}</dd>
        <dt className="text-ink-soft">Paid by</dt>
        <dd>{paymentMethodName(receipt.method)}</dd>
        <dt className="text-ink-soft">Reference</dt>
        <dd className="tabular-nums wrap-anywhere">{receipt.tx_ref}</dd>
      </dl>
      <table className="w-full tabular-nums">
        <caption className="sr-only">What was paid</caption>
        <thead>
          <tr className="border-b border-line text-left text-sm text-ink-soft">
            <th scope="col" className="py-2 font-normal">
              Item
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          <Line name={receipt.title} amount={formatMoney(listAmount, currency)} />
          {listAmount > amount && <Line name="Promotion" amount={`−${formatMoney(listAmount - amount, currency)}`} />}
          <tr className="border-t border-line-strong font-semibold">
            <th scope="row" className="py-3 text-left">
              Paid
            </th>
            <td className="py-3 text-right">{formatMoney(amount, currency)}</td>
          </tr>
          {toRefund > 0 && <Line name="Goes back" amount={formatMoney(toRefund, currency)} />}
          {refunded > 0 && <Line name="Paid back" amount={formatMoney(refunded, currency)} />}
        </tbody>
      </table>
    </Card>
  )
}

function Line({ name, amount }: { name: string; amount: string }): ReactElement {
  return (
    <tr>
      <th scope="row" className="py-3 pr-4 text-left font-normal">
        {name}
      </th>
      <td className="py-3 text-right whitespace-nowrap">{amount}</td>
    </tr>
  )
}

function Party({ title, lines }: { title: string; lines: readonly string[] }): ReactElement {
  return (
    <div>
      <p className="text-sm text-ink-soft">{title}</p>
      {lines
        .map((line) => line.trim())
        .filter(Boolean)
        .map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
    </div>
  )
}
