import type { PaymentOrder } from "#contract/money/orders.ts"

export const txRef = "1767600000000-0123456789abcdef01234567"

/** An order of the Basic plan that nobody has paid. */
export function buildOrder(change: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    tx_ref: txRef,
    item: "credits:basic",
    title: "Basic: 200 credits",
    amount: 6_000,
    listAmount: 6_000,
    currency: "NGN",
    isSandbox: true,
    status: "created",
    isMoreOnItsWay: false,
    paidElsewhere: null,
    received: 0,
    toRefund: 0,
    sentBack: 0,
    problem: null,
    createdAt: "2026-01-05T10:00:00.000+00:00",
    expiresAt: "2126-01-05T11:00:00.000+00:00",
    paidAt: "",
    checkout: { kind: "page", url: `/dev/pay/${txRef}` },
    success: null,
    receiptNumber: null,
    ...change,
  }
}
