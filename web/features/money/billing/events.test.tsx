import { useQuery } from "@tanstack/react-query"
import { screen } from "@testing-library/react"
import type { ReactElement } from "react"
import { expect, test } from "vitest"
import { balanceChanged, getBalance } from "#contract/money/credits.ts"
import { useRealtime } from "#web/lib/calls/realtime.ts"
import { balanceQuery } from "#web/lib/money/balance.ts"
import { balanceEvents } from "#web/lib/money/balance-events.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { connected } from "#web/testing/fake-sockets.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { billingEvents } from "./events.ts"

const listeners = [...billingEvents, ...balanceEvents]

function Balance(): ReactElement {
  const { data } = useQuery(balanceQuery)
  useRealtime("ada", listeners)
  return <p>{data ? `${data.credits} free` : "…"}</p>
}

test("says that credits run low once, and again only after there were more", async () => {
  const api = fakeApi()
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  renderScreen(<Balance />)
  await screen.findByText("20 free")
  await connected()
  const become = async (credits: number): Promise<void> => {
    api.tell(balanceChanged, { credits, held: 0 })
    await screen.findByText(`${credits} free`)
  }
  await become(12)
  expect(screen.queryByText(/More are under Billing/)).toBeNull()
  await become(8)
  await screen.findByText("You have 8 credits left. More are under Billing.")
  await become(3)
  expect(screen.queryByText(/You have 3 credits/)).toBeNull()
  await become(203)
  await become(9)
  await screen.findByText("You have 9 credits left. More are under Billing.")
})
