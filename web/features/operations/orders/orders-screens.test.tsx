import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import {
  type AdminOrder,
  type AdminPayment,
  approveAdminOrder,
  getAdminOrder,
  listAdminOrders,
  markPaidBack,
  refundAdminOrder,
} from "#contract/money/orders-admin.ts"
import { txRef } from "#web/testing/build-order.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { OrderScreen } from "./order-screen.tsx"
import { OrdersScreen } from "./orders-screen.tsx"

function buildAdminOrder(change: Partial<AdminOrder> = {}): AdminOrder {
  return {
    tx_ref: txRef,
    title: "Basic: 200 credits",
    item: "credits:basic",
    status: "paid",
    amount: 6_000,
    listAmount: 6_000,
    currency: "NGN",
    buyer: { id: "ada", name: "Ada Obi", email: "ada@example.com" },
    isFlagged: false,
    createdAt: "2026-01-05T10:00:00.000+00:00",
    paidAt: "2026-01-05T10:05:00.000+00:00",
    provider: "sandbox",
    isProviderMissing: false,
    problem: null,
    expiresAt: "2026-01-05T11:00:00.000+00:00",
    receiptNumber: "R-000001",
    payments: [],
    refundEffect: "Refund ₦6,000 and take back 165 of 200 credits; 35 were used.",
    approvalRefusal: null,
    canApprove: false,
    refund: null,
    ...change,
  }
}

function renderOrder() {
  return renderScreen(<OrderScreen />, { at: `/operator/orders/${txRef}`, path: "/operator/orders/:txRef" })
}

test("orders are filtered on the server, and the table for spreadsheets has the same filters", async () => {
  const api = fakeApi()
  api.answer(listAdminOrders, { data: [buildAdminOrder({ isFlagged: true })], nextCursor: null })
  const user = renderScreen(<OrdersScreen />, { at: "/operator/orders" })
  const line = await screen.findByRole("link", { name: /Basic: 200 credits/ })
  expect(line.getAttribute("href")).toBe(`/operator/orders/${txRef}`)
  expect(line.textContent).toContain("Money goes back")
  await user.selectOptions(screen.getByLabelText(/State/), "paid")
  await user.selectOptions(screen.getByLabelText(/Flag/), "1")
  await waitFor(() => {
    const href = screen.getByRole("link", { name: "Download as CSV" }).getAttribute("href")
    expect(href).toBe("/operators/orders.csv?status=paid&flagged=1")
  })
})

test("an order says what a refund takes back before it is done, and sends the reason", async () => {
  const api = fakeApi()
  const order = buildAdminOrder()
  api.answer(getAdminOrder, { data: order })
  const refund = { operator: "Finance", reason: "Asked for it", effect: "165 of 200 credits", amount: 6_000, at: "" }
  const refunded = buildAdminOrder({ status: "refunded", refundEffect: null, refund })
  api.answer(refundAdminOrder, { message: "The order is refunded.", data: refunded })
  const user = renderOrder()
  await screen.findByText(/take back 165 of 200 credits; 35 were used/)
  await user.type(screen.getByLabelText("Reason"), "Asked for it")
  await user.click(screen.getByRole("button", { name: "Refund ₦6,000" }))
  await screen.findByRole("heading", { name: "Refunded" })
  expect(api.callsOf(refundAdminOrder)[0]?.body).toEqual({ reason: "Asked for it" })
  expect(screen.queryByRole("button", { name: /^Refund/ })).toBeNull()
})

test("an order whose provider is not set up any more says what to do", async () => {
  const change = { status: "expired", provider: "flutterwave", isProviderMissing: true, refundEffect: null } as const
  fakeApi().answer(getAdminOrder, { data: buildAdminOrder(change) })
  renderOrder()
  await screen.findByText(/waits for word of flutterwave, which is not set up here any more/)
})

test("an order that waits for money takes a proof, and says why one is refused", async () => {
  const api = fakeApi()
  api.answer(getAdminOrder, {
    data: buildAdminOrder({ status: "created", paidAt: "", refundEffect: null, canApprove: true }),
  })
  api.refuse(approveAdminOrder, "step_not_allowed", "This proof counted for a payment before.")
  const user = renderOrder()
  await user.type(await screen.findByLabelText("Proof"), "GTB 0001")
  await user.type(screen.getByLabelText("Reason"), "Paid by transfer")
  await user.click(screen.getByRole("button", { name: "Approve ₦6,000" }))
  expect((await screen.findAllByText("This proof counted for a payment before.")).length).toBeGreaterThan(0)
  expect(api.callsOf(approveAdminOrder)[0]?.body).toEqual({ proof: "GTB 0001", reason: "Paid by transfer" })
})

test("what went back is sent as the screen shows it, and another sum by now is told and shown", async () => {
  const api = fakeApi()
  const payment: AdminPayment = {
    id: "7",
    provider: "sandbox",
    transactionId: "42",
    outcome: "over",
    amount: 6_000.01,
    currency: "NGN",
    method: "card",
    due: 0.01,
    paidBack: 0,
    slip: null,
    createdAt: "2026-01-05T10:05:00.000+00:00",
  }
  api.answer(getAdminOrder, { data: buildAdminOrder({ status: "over", refundEffect: null, payments: [payment] }) })
  const told = "Another sum is due by now. Look at it again before you write it down."
  api.refuse(markPaidBack, "version_changed", told)
  const user = renderOrder()
  await screen.findByRole("heading", { name: "0.01 NGN has to go back" })
  const refunded = [{ ...payment, outcome: "refunded", due: 6_000.01 }]
  api.answer(getAdminOrder, { data: buildAdminOrder({ status: "refunded", refundEffect: null, payments: refunded }) })
  await user.type(screen.getByLabelText("Reason"), "Sent by bank")
  await user.click(screen.getByRole("button", { name: "It went back" }))
  await screen.findByRole("heading", { name: "6,000.01 NGN has to go back" })
  expect((await screen.findAllByText(told)).length).toBeGreaterThan(0)
  expect(api.callsOf(markPaidBack)[0]?.body).toEqual({ due: 0.01, reason: "Sent by bank" })
})
