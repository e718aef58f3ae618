import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { listMoneyAttention } from "#contract/identity/operators.ts"
import { txRef } from "#web/testing/build-order.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { MoneyAttention } from "./money-attention.tsx"

const lateTxRef = txRef.replace(/.$/, "f")

test("what the nightly check found stands there, and payments that have to go back lead to their order", async () => {
  const api = fakeApi()
  api.answer(listMoneyAttention, {
    data: {
      checkedAt: "2026-01-05T02:20:00.000+00:00",
      problems: ["The ledger of Ada is 5 credits short"],
      toRefund: [
        {
          tx_ref: txRef,
          transactionId: "77",
          title: "Basic: 200 credits",
          outcome: "second",
          amount: 6_000,
          currency: "NGN",
          accountId: "ada",
          provider: "flutterwave",
          createdAt: "2026-01-05T10:00:00.000+00:00",
        },
      ],
      withoutProvider: [
        {
          tx_ref: lateTxRef,
          title: "Pro Studio",
          provider: "flutterwave",
          amount: 60_000,
          currency: "NGN",
          createdAt: "2026-01-04T10:00:00.000+00:00",
        },
      ],
    },
  })
  renderScreen(<MoneyAttention />)
  await screen.findByText("1 to look at")
  screen.getByText("The ledger of Ada is 5 credits short")
  const order = screen.getByRole("link", { name: "Basic: 200 credits: 6,000 NGN to go back" })
  expect(order.getAttribute("href")).toBe(`/operator/orders/${txRef}`)
  screen.getByText(/^Paid a second time · order/)
  const late = screen.getByRole("link", { name: "Pro Studio: 60,000 NGN at flutterwave" })
  expect(late.getAttribute("href")).toBe(`/operator/orders/${lateTxRef}`)
})

test("books that agree say when they were looked at, and those nobody looked at say so", async () => {
  const api = fakeApi()
  const nothing = { problems: [], toRefund: [], withoutProvider: [] }
  api.answer(listMoneyAttention, { data: { ...nothing, checkedAt: "2026-01-05T02:20:00.000+00:00" } })
  renderScreen(<MoneyAttention />)
  await screen.findByText(/^Books agree, .*2026/)
  screen.getByText("No payment has to go back.")
  expect(screen.queryByText(/provider is not set up/)).toBeNull()
})
