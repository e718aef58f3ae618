import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useRef } from "react"
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import type { PaymentOrder } from "#contract/money/orders.ts"
import { isGiven, moreOnItsWay, notAwaited, type StatusWords, statusWords } from "#web/content/order-status.ts"
import { formatMoney, formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { SandboxNote } from "#web/ui/feedback/sandbox-note.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { paymentOrderQuery } from "./order-query.ts"
import { OrderTrouble } from "./order-trouble.tsx"
import { TimeLeft } from "./time-left.tsx"
import { useCheck, useCheckout, usePaymentLink } from "./use-checkout.ts"

/** /payment/{reference}: one order, whatever has become of it. It can be left and opened again anywhere. */
export function PaymentScreen(): ReactElement {
  const { txRef = "" } = useParams()
  const { data: order, error, refetch } = useQuery(paymentOrderQuery(txRef))
  if (error && !order) {
    return <OrderTrouble heading="Your order" title="This order did not load" error={error} onRetry={refetch} />
  }
  return (
    <div className="grid max-w-2xl gap-8">
      <h1 className="text-3xl">Your order</h1>
      {order ? <Order key={order.tx_ref} order={order} /> : <Skeleton className="h-80" />}
    </div>
  )
}

function Order({ order }: { order: PaymentOrder }): ReactElement {
  const { title, text, tone, short } = wordsOf(order)
  useReturn(order)
  useLeaveWhenPaid(order)
  return (
    <Card className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <p className="font-display text-xl font-semibold">{order.title}</p>
          <p className="font-display text-4xl font-semibold tabular-nums">
            {order.listAmount > order.amount && (
              <s className="mr-3 text-2xl text-ink-soft">
                <span className="sr-only">Before: </span>
                {formatMoney(order.listAmount, order.currency)}
              </s>
            )}
            {formatMoney(order.amount, order.currency)}
          </p>
        </div>
        <Badge tone={tone} dot={order.status === "pending" || order.isMoreOnItsWay ? "pulsing" : "still"}>
          {short}
        </Badge>
      </div>
      <div role="status" className="grid gap-2">
        <h2 className="text-xl">{title}</h2>
        <p className="text-ink-soft">
          {order.success?.text ?? (order.isMoreOnItsWay ? text : (order.problem ?? text))}
        </p>
        {order.success && order.problem && <p>{order.problem}</p>}
        {order.received > 0 && order.received !== order.amount && (
          <p className="tabular-nums">Came in: {formatMoney(order.received, order.currency)}.</p>
        )}
        {order.toRefund > 0 && (
          <p className="tabular-nums">Goes back to you: {formatMoney(order.toRefund, order.currency)}.</p>
        )}
        {order.sentBack > 0 && (
          <p className="tabular-nums">
            Sent back to you: {formatMoney(order.sentBack, order.currency)}. Your bank may need some days to show it.
          </p>
        )}
      </div>
      {order.isSandbox && <SandboxNote />}
      <Actions order={order} />
      <dl className="grid gap-x-6 gap-y-2 border-t border-line pt-5 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-soft">Reference</dt>
        <dd className="tabular-nums wrap-anywhere">{order.tx_ref}</dd>
        <dt className="text-ink-soft">Ordered</dt>
        <dd>{formatZonedMoment(order.createdAt)}</dd>
        {order.paidAt && (
          <>
            <dt className="text-ink-soft">Paid</dt>
            <dd>{formatZonedMoment(order.paidAt)}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function wordsOf({ status, isMoreOnItsWay, paidElsewhere }: PaymentOrder): StatusWords {
  if (isMoreOnItsWay) return moreOnItsWay
  return status === "created" && paidElsewhere ? notAwaited : statusWords[status]
}

function Actions({ order }: { order: PaymentOrder }): ReactElement {
  const check = useCheck(order.tx_ref)
  const checkout = useCheckout(order.tx_ref)
  const link = usePaymentLink(order.tx_ref)
  useOpensCheckout(order, checkout.mutate)
  const askNow = (): void => check.mutate({})
  const answer = check.isSuccess && check.variables.transaction_id === undefined && !check.variables.closed && (
    <p role="status">{answerOf(check.data)}</p>
  )
  if (isGiven(order) && order.success) {
    return (
      <div className="flex flex-wrap gap-3">
        <LinkButton size="large" to={order.success.next.path}>
          {order.success.next.label}
        </LinkButton>
        {order.receiptNumber && (
          <LinkButton size="large" variant="secondary" to={`/payment/${order.tx_ref}/receipt`}>
            Receipt {order.receiptNumber}
          </LinkButton>
        )}
      </div>
    )
  }
  const { checkout: way } = order
  if (order.status === "refunded") return <TextLink to="/account">Your orders</TextLink>
  if (!way) {
    return (
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <LinkButton size="large" to={orderAgainPath(order)}>
          Order again
        </LinkButton>
        <Button variant="secondary" size="large" busy={check.isPending} onClick={askNow}>
          I have paid
        </Button>
        {answer}
      </div>
    )
  }
  // Whoever pays once more while money is on its way pays twice.
  const mayPay = !order.isMoreOnItsWay
  const isMoving = order.status === "pending" || !mayPay
  const { paidElsewhere } = order
  const isFirst = order.status === "created" && !paidElsewhere
  const pay = mayPay && (
    <Button
      key="pay"
      size="large"
      variant={isMoving || paidElsewhere ? "secondary" : "primary"}
      busy={checkout.isPending}
      onClick={() => checkout.mutate(way)}
    >
      {isFirst ? "Pay" : "Pay again"} {formatMoney(order.amount, order.currency)}
    </Button>
  )
  const ask = (
    <Button key="ask" size="large" variant={isMoving ? "primary" : "secondary"} busy={check.isPending} onClick={askNow}>
      I have paid
    </Button>
  )
  return (
    <div className="grid gap-4">
      {checkout.isError && (
        <FormTrouble message={messages.paymentScriptFailed}>
          <div>
            <Button variant="secondary" busy={link.isOpening} onClick={link.open}>
              Open the hosted payment page
            </Button>
          </div>
        </FormTrouble>
      )}
      {paidElsewhere && (
        <p role="status" className="rounded-card bg-ochre-wash p-4">
          <strong>
            {paidElsewhere.isPaid
              ? "You have already paid for this with another order."
              : "A payment for this is on its way with another order."}
          </strong>{" "}
          If you pay here too, you pay twice.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {paidElsewhere && (
          <LinkButton size="large" variant={isMoving ? "secondary" : "primary"} to={`/payment/${paidElsewhere.tx_ref}`}>
            See the other order
          </LinkButton>
        )}
        {isMoving ? [ask, pay] : [pay, ask]}
      </div>
      {answer}
      {mayPay && !isMoving && !paidElsewhere && <TimeLeft until={order.expiresAt} />}
    </div>
  )
}

/** What became of the press on "I have paid", whatever it was. */
function answerOf({ status, isMoreOnItsWay, problem }: PaymentOrder): string {
  if (status === "pending" || isMoreOnItsWay)
    return "We asked just now: your payment is on its way and not confirmed yet. We keep checking."
  if (status === "short") return "We asked just now: nothing more has come in than what is told above."
  if (status === "failed") return problem ?? "We asked just now: the payment did not go through."
  if (isGiven({ status })) return "Your payment is here."
  return "We asked just now: no payment has arrived yet. A transfer can take some minutes; we keep checking."
}

/** Where the same thing can be ordered anew. */
function orderAgainPath({ item }: PaymentOrder): string {
  const [kind = "", name = ""] = item.split(":")
  if (kind === "application") return `/billing?program=${encodeURIComponent(name)}`
  return kind === "credits" || kind === "studio" ? "/credits-billing" : "/app"
}

/** A page opened by a press on a pay button goes on to the checkout, once. */
function useOpensCheckout(order: PaymentOrder, open: (checkout: NonNullable<PaymentOrder["checkout"]>) => void): void {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isOpened = useRef(false)
  useEffect(() => {
    const isAsked = typeof state === "object" && state !== null && "opensCheckout" in state
    if (!isAsked || !order.checkout || order.paidElsewhere || isOpened.current) return
    isOpened.current = true
    // Coming back with the browser's button must not lead forth again.
    void navigate(".", { replace: true, state: null })
    open(order.checkout)
  }, [state, order.checkout, order.paidElsewhere, open, navigate])
}

/** Coming back from the provider's page: the server asks about the payment that the address names. */
function useReturn({ tx_ref }: PaymentOrder): void {
  const [search] = useSearchParams()
  const { mutate } = useCheck(tx_ref)
  const transactionId = search.get("transaction_id")
  const isClosed = search.get("status") === "cancelled"
  const hasAsked = useRef(false)
  useEffect(() => {
    if (hasAsked.current || (transactionId === null && !isClosed)) return
    hasAsked.current = true
    mutate(transactionId ? { transaction_id: transactionId } : { closed: true })
  }, [transactionId, isClosed, mutate])
}

/** Who sees the payment come in goes on at once to what was bought; an order opened later stays where it is. */
function useLeaveWhenPaid(order: PaymentOrder): void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [search] = useSearchParams()
  const wasUnpaid = useRef(search.has("transaction_id"))
  const { success } = order
  const isPaid = order.status === "paid"
  useEffect(() => {
    if (!isPaid) {
      wasUnpaid.current = true
      return
    }
    if (!wasUnpaid.current || !success) return
    wasUnpaid.current = false
    // Credits, the stage, a place: the payment may have come in after this page asked and before it heard of changes.
    void queries.invalidateQueries()
    notify.success(success.text)
    void navigate(success.next.path, { replace: true })
  }, [isPaid, success, queries, navigate])
}
