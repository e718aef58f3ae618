import { useQuery, useQueryClient } from "@tanstack/react-query"
import { act, cleanup, screen } from "@testing-library/react"
import { useEffect } from "react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { getAccount } from "#contract/identity/account.ts"
import { getBalance } from "#contract/money/credits.ts"
import { balanceQuery } from "#web/lib/money/balance.ts"
import { currentUserQuery } from "#web/lib/session/session.ts"
import { closeStored, openStored } from "#web/lib/stored/browser-store.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { things } from "#web/testing/fake-idb.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { useCopiesFrom } from "./kept-answers.ts"
import { watchAnswers } from "./watch-answers.ts"

vi.mock("idb-keyval", () => import("#web/testing/fake-idb.ts"))

beforeEach(() => {
  things.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => void vi.useRealTimers())

/** Opens a page of its own, as a reload would. */
function openPage(): void {
  cleanup()
  renderScreen(<Shown />)
}

function Shown() {
  const queries = useQueryClient()
  useEffect(() => watchAnswers(queries), [queries])
  const { data: user, error } = useQuery(currentUserQuery)
  const { data: balance } = useQuery({ ...balanceQuery, enabled: Boolean(user) })
  const from = useCopiesFrom()
  return (
    <p>
      {user ? user.name : error ? "nobody known" : "…"}: {balance?.credits ?? "no"} credits,{" "}
      {from === null ? "of now" : new Date(from).toISOString()}
    </p>
  )
}

test("what a person saw stands without a network, with its age, until the server answers, and for nobody else", async () => {
  vi.setSystemTime("2026-11-27T08:00:00Z")
  const api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  openPage()
  await screen.findByText(/: 20 credits, of now/)
  const id = (things.get("owner") as { id: string }).id

  api.breakOff(getAccount)
  api.breakOff(getBalance)
  vi.setSystemTime("2026-11-27T09:30:00Z")
  openPage()
  await screen.findByText(/^Ada .*: 20 credits, 2026-11-27T08:00/)

  signedIn(api)
  api.answer(getBalance, { data: { credits: 15, held: 0 } })
  await act(() => vi.advanceTimersByTimeAsync(5_500))
  await screen.findByText(/^Ada .*: 15 credits, of now/)

  api.breakOff(getAccount)
  api.breakOff(getBalance)
  await closeStored()
  openPage()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await screen.findByText(/nobody known: no credits/)
  await openStored("somebody-else")
  expect([...things.keys()]).toEqual(["owner"])
  await openStored(id)
  openPage()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await screen.findByText(/nobody known: no credits/)
})
