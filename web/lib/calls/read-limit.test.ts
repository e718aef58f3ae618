import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Endpoint } from "#contract/endpoint.ts"
import { listDocuments } from "#contract/hosted/documents.ts"
import { listFiles } from "#contract/hosted/files.ts"
import * as account from "#contract/identity/account.ts"
import { getBalance } from "#contract/money/credits.ts"
import { cancelOrder } from "#contract/studio/generations.ts"
import { buildAccount } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { noAnswerMessage } from "./api-error.ts"
import * as backend from "./backend.ts"
import { call } from "./call.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

/** How a call stands so far: "waits", or the message it failed with. */
function watch(asked: Promise<unknown>): () => string {
  let state = "waits"
  asked.then(
    () => (state = "answered"),
    (error: unknown) => (state = (error as Error).message),
  )
  return () => state
}

test.each<[what: string, endpoint: Endpoint, read: () => Promise<unknown>]>([
  ["a balance", getBalance, () => call(getBalance)],
  ["who is here", account.getAccount, backend.getAccount],
  ["a profile", listDocuments, () => backend.findProfile("ada")],
  ["pictures", listDocuments, () => backend.listGenerations("ada")],
  ["the showcase", listDocuments, () => backend.listPublicGenerations({})],
  ["photoshoots", listDocuments, () => backend.listPhotoshoots("ada")],
  ["uploads", listFiles, () => backend.listUploads()],
])("on a line that stalls, reading %s fails after 30 seconds, with words", async (_, endpoint, read) => {
  const api = fakeApi()
  api.answer(getBalance, { data: { credits: 1, held: 0 } })
  api.answer(account.getAccount, buildAccount())
  api.answer(listDocuments, { total: 0, documents: [] })
  api.answer(listFiles, { total: 0, files: [] })
  api.hold(endpoint)
  const state = watch(read())
  await vi.advanceTimersByTimeAsync(29_999)
  expect(state()).toBe("waits")
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(state()).toBe(noAnswerMessage))
})

test.each<[what: string, endpoint: Endpoint, write: () => Promise<unknown>]>([
  ["an order", cancelOrder, () => call(cancelOrder, { params: { orderId: "one" } })],
  ["a name", account.updateAccountName, () => backend.updateName("Ada")],
])("a write waits as long as the server works: %s", async (_, endpoint, write) => {
  const api = fakeApi()
  api.refuse(endpoint, "general_unknown", "Not now.")
  const answer = api.hold(endpoint)
  const state = watch(write())
  await vi.advanceTimersByTimeAsync(120_000)
  expect(state()).toBe("waits")
  answer()
  vi.useRealTimers()
  await vi.waitFor(() => expect(state()).toBe("Not now."))
})
