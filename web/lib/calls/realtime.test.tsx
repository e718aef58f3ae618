import { useQuery } from "@tanstack/react-query"
import { screen } from "@testing-library/react"
import type { ReactElement } from "react"
import { expect, test, vi } from "vitest"
import { balanceChanged, getBalance } from "#contract/money/credits.ts"
import { orderProgressed } from "#contract/studio/generations.ts"
import { balanceQuery } from "#web/lib/money/balance.ts"
import { balanceEvents } from "#web/lib/money/balance-events.ts"
import { modelEvents } from "#web/lib/studio/models.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { connected, cutSockets, receiveFrame } from "#web/testing/fake-sockets.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { queryKeys } from "./query-keys.ts"
import { useRealtime } from "./realtime.ts"

function Balance(): ReactElement {
  const { data } = useQuery(balanceQuery)
  useRealtime("ada", balanceEvents)
  return <p>{data ? `${data.credits} free` : "…"}</p>
}

async function openBalance() {
  const api = fakeApi()
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  renderScreen(<Balance />)
  await screen.findByText("20 free")
  await connected()
  return api
}

test("hears its own event and no other", async () => {
  const api = await openBalance()
  api.tell(orderProgressed, { id: "order-1", progress: 0.5, previews: [] })
  api.tell(balanceChanged, { credits: 15, held: 5 })
  await screen.findByText("15 free")
})

test("reads again, once it is connected, what it keeps true", async () => {
  const api = fakeApi()
  // It changes after the page has read it, and nobody is told.
  let credits = 25
  api.answer(getBalance, () => {
    credits -= 5
    return { data: { credits, held: 0 } }
  })
  renderScreen(<Balance />)
  await screen.findByText("20 free")
  await screen.findByText("15 free")
  expect(api.callsOf(getBalance)).toHaveLength(2)
})

test("reads again what was still being read for the first time when it was connected", async () => {
  fakeApi()
  const first = Promise.withResolvers<string>()
  const read = vi.fn(() => Promise.resolve("new")).mockReturnValueOnce(first.promise)
  function Models(): ReactElement {
    const { data = "…" } = useQuery({ queryKey: queryKeys.models, queryFn: read })
    useRealtime("ada", modelEvents)
    return <p>{data}</p>
  }
  renderScreen(<Models />)
  await connected()
  first.resolve("old")
  await screen.findByText("new")
})

test("passes over a payload outside the contract", async () => {
  const api = await openBalance()
  receiveFrame({
    type: "event",
    data: { events: [balanceChanged.name], channels: ["product"], payload: { credits: "many" } },
  })
  api.tell(balanceChanged, { credits: 7, held: 0 })
  await screen.findByText("7 free")
})

test("reads everything again after the connection was lost", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {})
  const api = await openBalance()
  api.answer(getBalance, { data: { credits: 3, held: 0 } })
  cutSockets()
  await screen.findByText("3 free")
  log.mockRestore()
})

test("reads again after a gap what was still being read for the first time", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {})
  const api = fakeApi()
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  const first = Promise.withResolvers<string>()
  const read = vi.fn(() => Promise.resolve("new")).mockReturnValueOnce(first.promise)
  function Lessons(): ReactElement {
    const { data = "…" } = useQuery({ queryKey: ["lessons"], queryFn: read })
    return (
      <>
        <Balance />
        <p>{data}</p>
      </>
    )
  }
  renderScreen(<Lessons />)
  await connected()
  cutSockets()
  await connected()
  first.resolve("old")
  await screen.findByText("new")
  expect(read).toHaveBeenCalledTimes(2)
  log.mockRestore()
})
