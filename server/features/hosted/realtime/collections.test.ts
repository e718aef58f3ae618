import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type OperatorRole, operatorHours } from "#contract/identity/operators.ts"
import { transact } from "#server/db/open.ts"
import { giveRole } from "#server/features/identity/operators/service.ts"
import { type Frame, heardEvents, open, withChannels } from "#server/testing/realtime-client.ts"
import { buildPhotos, buildReference, buildShot } from "#server/testing/records/build-records.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const trainings = "/v1/databases/main/collections/trainings/documents"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

async function openOperator(role: OperatorRole) {
  const person = await t.signUp()
  await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return open(t, { person, query: withChannels("documents") })
}

const openPerson = (person?: TestPerson) => open(t, { ...(person ? { person } : {}), query: withChannels("documents") })

/** Collection and action of each event. */
const told = (frames: Frame[]) =>
  frames.map(({ data }) =>
    (data.events as string[])[0]
      ?.split(".")
      .filter((_, part) => part === 3 || part === 6)
      .join(" "),
  )

test("a training is told of to its owner, its code to operators of money, and neither to anybody else", async () => {
  const person = await t.signUp({ isVerified: true, credits: 5_000 })
  const images = (await buildPhotos(t, person.accountId)).map(({ url }) => url)
  const { code } = await buildReference(t, person.accountId)
  const [mine, visitor, finance, content] = [
    await openPerson(person),
    await openPerson(),
    await openOperator("finance"),
    await openOperator("content"),
  ]
  const body = { documentId: "unique()", data: { PrimaryStyle: "Bags", images, txRef: code } }
  const made = (await t.request("POST", trainings, { person, body })).json()
  await t.request("DELETE", `${trainings}/${made.$id}`, { person, body: {} })
  const heard = await heardEvents(t, mine)
  // Between the two it may or may not have got under way.
  expect(told(heard).filter((event) => event !== "trainings update")).toEqual(["trainings create", "trainings delete"])
  expect(heard.map(({ data }) => (data.payload as { $id: string }).$id)).toEqual(heard.map(() => made.$id))
  const paid = await heardEvents(t, finance)
  // The training came to nothing, so its code is good again.
  expect(told(paid)).toEqual(["codes update", "codes update"])
  expect(paid[1]?.data.payload).toMatchObject({ code, usedBy: null, usedAt: null })
  expect(paid[0]?.data.payload).toMatchObject({
    code,
    usedBy: person.accountId,
    usedAt: expect.stringMatching(/^\d{4}-/),
  })
  expect(await heardEvents(t, content)).toEqual([])
  expect(await heardEvents(t, visitor)).toEqual([])
})

test("a refused training is told of to nobody", async () => {
  const person = await t.signUp({ isVerified: true, credits: 5_000 })
  const images = (await buildPhotos(t, person.accountId)).map(({ url }) => url)
  const mine = await openPerson(person)
  const data = { PrimaryStyle: "Bags", images, creator: "somebody" }
  const reply = await t.request("POST", trainings, { person, body: { documentId: "unique()", data } })
  expect(reply.statusCode).toBe(400)
  expect(await heardEvents(t, mine)).toEqual([])
})

test("a shot that is removed takes its picture along, and is told of to who could see it", async () => {
  const person = await t.signUp()
  const [shown, hidden] = [
    await buildShot(t, person.accountId, { isPublic: true }),
    await buildShot(t, person.accountId, { isPublic: false }),
  ]
  const [mine, visitor] = [await openPerson(person), await openPerson()]
  for (const id of [shown, hidden]) {
    await t.request("DELETE", `/v1/databases/main/collections/photoshoots/documents/${id}`, { person, body: {} })
  }
  expect(told(await heardEvents(t, mine))).toEqual(["photoshoots delete", "photoshoots delete"])
  const seen = await heardEvents(t, visitor)
  expect(seen.map(({ data }) => data.payload)).toMatchObject([{ $id: shown, customerID: person.accountId }])
  expect(await t.s.db.selectFrom("files").where("accountId", "=", person.accountId).select("id").execute()).toEqual([])
})

describe("an operator's socket", () => {
  /** Uses a code up, which operators of money hear of. */
  async function spendCode(): Promise<void> {
    const person = await t.signUp({ isVerified: true })
    const images = (await buildPhotos(t, person.accountId)).map(({ url }) => url)
    const { code } = await buildReference(t, person.accountId)
    const body = { documentId: "unique()", data: { PrimaryStyle: "Bags", images, txRef: code } }
    expect((await t.request("POST", trainings, { person, body })).statusCode).toBe(201)
  }

  test("hears nothing of it any more once the sign-in is too long ago", async () => {
    const finance = await openOperator("finance")
    await spendCode()
    expect(told(await heardEvents(t, finance))).toEqual(["codes update"])
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (operatorHours * 3_600 + 1) * 1000 })
    try {
      await spendCode()
      expect(told(await heardEvents(t, finance))).toEqual(["codes update"])
    } finally {
      vi.useRealTimers()
    }
  })

  test("follows the role: what was given is heard, what was changed or taken is not", async () => {
    const [owner, member] = [await t.signUp(), await t.signUp()]
    await transact(t.s.db, (tx) => giveRole(tx, owner.accountId, "owner"))
    const socket = await openPerson(member)
    const path = `/operators/team/${member.accountId}`
    const change = async (method: "PUT" | "POST", url: string, body: object) =>
      expect((await t.request(method, url, { person: owner, body: { ...body, reason: "A try" } })).statusCode).toBe(200)
    let heard = 0
    for (const [step, isHeard] of [
      [() => transact(t.s.db, (tx) => giveRole(tx, member.accountId, "finance")), true],
      [() => change("PUT", path, { role: "content" }), false],
      [() => change("PUT", path, { role: "finance" }), true],
      [() => change("POST", `${path}/removal`, {}), false],
    ] as const) {
      await step()
      await spendCode()
      heard += isHeard ? 1 : 0
      expect(told(await heardEvents(t, socket))).toEqual(Array(heard).fill("codes update"))
    }
  })
})
