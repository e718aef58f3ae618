import { screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { getReceipt } from "#contract/money/orders.ts"
import { txRef } from "#web/testing/build-order.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { ReceiptScreen } from "./receipt-screen.tsx"

afterEach(() => {
  vi.unstubAllEnvs()
})

test("a receipt has the day of its PDF, also for whoever looks at it where it was the next one already", async () => {
  vi.stubEnv("TZ", "Africa/Lagos")
  fakeApi().answer(getReceipt, {
    data: {
      number: "R-000007",
      issuedAt: "2026-01-05T23:30:00.000+00:00",
      tx_ref: txRef,
      title: "Basic",
      listAmount: 6_000,
      amount: 6_000,
      currency: "NGN",
      method: "card",
      refunded: 0,
      toRefund: 0,
      isSandbox: false,
      seller: { name: "Aworan", address: "", taxNumber: "", email: "" },
      buyer: { name: "Ada Obi", email: "ada@example.com" },
    },
  })
  renderScreen(<ReceiptScreen />, { at: `/payment/${txRef}/receipt`, path: "/payment/:txRef/receipt" })
  expect((await screen.findByText("Date")).nextElementSibling?.textContent).toBe("5 January 2026")
})
