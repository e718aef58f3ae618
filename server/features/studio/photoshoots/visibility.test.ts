import { afterAll, beforeAll, expect, test } from "vitest"
import { buildShot } from "#server/testing/records/build-records.ts"
import { check, orderFor, play } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

async function buyer(): Promise<TestPerson> {
  const person = await t.signUp({ isVerified: true })
  const { tx_ref } = await orderFor(t, person, "credits:basic")
  await play(t, tx_ref, { outcome: "success", notices: 0 })
  expect((await check(t, person, tx_ref)).status).toBe("paid")
  return person
}

const change = (person: TestPerson | undefined, id: string, isPublic: boolean) =>
  t.request("POST", `/photoshoots/${id}/visibility`, { ...(person && { person }), body: { is_public: isPublic } })

/** Whether a visitor is shown it. */
async function isSeen(id: string): Promise<boolean> {
  const reply = await t.request("GET", `/v1/databases/main/collections/photoshoots/documents/${id}`)
  return reply.statusCode === 200
}

test("its owner opens a picture of a photoshoot and closes it again; nobody else can", async () => {
  const [owner, stranger] = [await buyer(), await buyer()]
  const id = await buildShot(t, owner.accountId, { isPublic: false })
  expect(await isSeen(id)).toBe(false)
  expect((await change(owner, id, true)).json()).toEqual({ data: { is_public: true, waits_until: null } })
  expect(await isSeen(id)).toBe(true)
  expect((await change(stranger, id, false)).statusCode).toBe(404)
  expect((await change(undefined, id, false)).statusCode).toBe(401)
  expect(await isSeen(id)).toBe(true)
  expect((await change(owner, id, false)).json()).toEqual({ data: { is_public: false, waits_until: null } })
  expect(await isSeen(id)).toBe(false)
})

test("a free one stays open, and nothing is opened without a confirmed address", async () => {
  const free = await t.signUp({ isVerified: true })
  const id = await buildShot(t, free.accountId, { isPublic: true })
  const refused = await change(free, id, false)
  expect(refused.json()).toMatchObject({ code: 403, message: expect.stringContaining("Free pictures are public") })
  expect(await isSeen(id)).toBe(true)
  const unconfirmed = await t.signUp()
  const closed = await buildShot(t, unconfirmed.accountId, { isPublic: false })
  expect((await change(unconfirmed, closed, true)).json()).toMatchObject({ code: 403, type: "not_allowed" })
  expect(await isSeen(closed)).toBe(false)
})
