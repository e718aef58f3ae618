import { afterAll, beforeAll, expect, test } from "vitest"
import { heardEvents, isEvent, open, withChannels } from "#server/testing/realtime-client.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

const scratch = "/v1/databases/main/collections/scratch/documents"
const channels = withChannels("databases.main.collections.scratch.documents")

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

test("a document's own permissions say who hears of it, the new ones after a change", async () => {
  const [owner, other] = [await t.signUp({ isVerified: true }), await t.signUp()]
  const [mine, theirs] = [
    await open(t, { person: owner, query: channels }),
    await open(t, { person: other, query: channels }),
  ]
  const everybody = ['read("users")', 'write("users")']
  const body = { documentId: "unique()", data: { title: "shared" }, permissions: everybody }
  const { $id } = (await t.request("POST", scratch, { person: owner, body })).json()
  expect((await theirs.next(isEvent)).data.payload).toMatchObject({
    $id,
    title: "shared",
    $permissions: expect.any(Array),
  })

  const write = ['update("users")', 'delete("users")']
  await t.request("PATCH", `${scratch}/${$id}`, {
    person: owner,
    body: { data: { title: "hidden" }, permissions: [`read("user:${owner.accountId}")`, ...write] },
  })
  await t.request("DELETE", `${scratch}/${$id}`, { person: other, body: {} })
  expect((await heardEvents(t, theirs)).map((frame) => frame.data.payload)).toMatchObject([{ title: "shared" }])
  const heard = await heardEvents(t, mine)
  expect(heard.map((frame) => (frame.data.events as string[])[0]?.split(".").at(-1))).toEqual([
    "create",
    "update",
    "delete",
  ])
})
