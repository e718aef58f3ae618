import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { OperatorRole } from "#contract/identity/operators.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { type FakeModeration, playModeration } from "#server/testing/providers/moderation.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson
const flux = "/image-gen-with-flux-1.1"
const reason = "Seen on the wall"

async function operator(app: TestApp, role: OperatorRole): Promise<TestPerson> {
  const person = await app.signUp({ isVerified: true, name: `${role} Obi` })
  await app.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return person
}

beforeAll(async () => {
  t = await openTestApp()
  owner = await operator(t, "owner")
})
afterAll(() => t.close())

const draw = (person: TestPerson, prompt: string, more: object = {}, headers: Record<string, string> = {}) =>
  t.request("POST", flux, { person, body: { prompt, aspect_ratio: "1:1", ...more }, headers })

const add = (body: object, person = owner) => t.request("POST", "/operators/words", { person, body })

describe("words on a public picture", () => {
  test("from the shipped list are refused at the field, before anything is charged", async () => {
    const person = await t.signUp({ credits: 20 })
    for (const prompt of ["a poster that says fuck", "a shop sign, FUUUCK", "neon words o l o s h o", "oloṣì sign"]) {
      const reply = await draw(person, prompt)
      expect([prompt, reply.statusCode]).toEqual([prompt, 422])
      const { type, fields } = reply.json()
      expect(type).toBe("words_refused")
      expect(fields.prompt).toMatch(/Please use other words. Nothing was charged.$/)
    }
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 20, held: 0 })
    expect((await draw(person, "a clay pot")).statusCode).toBe(200)
  })

  test("a repeated order is the first one, whatever was put on the list since", async () => {
    const person = await t.signUp({ credits: 20 })
    const key = { "idempotency-key": "the-same-order-again" }
    const first = await draw(person, "a grumblewort in a pot", {}, key)
    expect((await add({ language: "en", word: "grumblewort", reach: "always", reason })).statusCode).toBe(201)
    const again = await draw(person, "a grumblewort in a pot", {}, key)
    expect([again.statusCode, again.json().job.id]).toEqual([200, first.json().job.id])
    expect((await draw(person, "a grumblewort in a pot")).statusCode).toBe(422)
  })
})

describe("the list", () => {
  test("is changed with a reason, which stands in the log with what it was before", async () => {
    const person = await t.signUp({ credits: 20 })
    const made = await add({ language: "yo", word: "Blimblam", spellings: ["blym*"], reach: "public", reason })
    expect(made.json().data).toMatchObject({ word: "blimblam", spellings: ["blym*"] })
    const { id } = made.json().data
    expect((await draw(person, "a blymbox")).statusCode).toBe(422)
    const changed = { language: "yo", word: "blimblam", spellings: [], reach: "public", reason }
    const put = await t.request("PUT", `/operators/words/${id}`, { person: owner, body: changed })
    expect(put.statusCode).toBe(200)
    expect((await draw(person, "a blymbox")).statusCode).toBe(200)
    expect((await draw(person, "a blimblam")).statusCode).toBe(422)
    const removed = await t.request("POST", `/operators/words/${id}/remove`, { person: owner, body: { reason } })
    expect(removed.statusCode).toBe(200)
    expect((await draw(person, "a blimblam")).statusCode).toBe(200)
    const log = (await t.request("GET", "/operators/log", { person: owner })).json().data.slice(0, 3)
    expect(log.map(({ action }: { action: string }) => action)).toEqual(["words.remove", "words.change", "words.add"])
    const line = await t.s.db
      .selectFrom("operatorLog")
      .select("detail")
      .where("action", "=", "words.change")
      .executeTakeFirstOrThrow()
    expect(line.detail).toMatchObject({ before: { spellings: ["blym*"] }, after: { spellings: [] } })
  })

  test("takes a word once, and only words", async () => {
    const body = { language: "en", word: "doubleword", reach: "public", reason }
    const both = await Promise.all([add(body), add(body)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    for (const word of ["", "*", "a*b", "12", "x".repeat(61)]) {
      expect([word, (await add({ ...body, word })).statusCode]).toEqual([word, 400])
    }
    expect((await add({ ...body, word: "noreason", reason: "" })).statusCode).toBe(400)
    const gone = await t.request("POST", "/operators/words/nothing/remove", { person: owner, body: { reason } })
    expect(gone.statusCode).toBe(404)
  })

  test("tells what a text would be refused for", async () => {
    const reply = await t.request("POST", "/operators/words/try", { person: owner, body: { text: "a f u c k sign" } })
    expect(reply.json().data).toMatchObject({ word: "fuck*" })
  })

  test.each([...OperatorRole.options, "person", "guest"] as const)("is open to %s as the table says", async (role) => {
    const caller =
      role === "guest" ? undefined : role === "person" ? await t.signUp({ isVerified: true }) : await operator(t, role)
    const before = (await t.request("GET", "/operators/words", { person: owner })).json().data.length
    const isAllowed = role !== "person" && role !== "guest" && mayOperate(role, "words")
    const refusal = role === "guest" ? 401 : 403
    const word = `word${role}`
    const calls = [
      ["GET", "/operators/words", undefined],
      ["POST", "/operators/words/try", { text: "a" }],
      ["POST", "/operators/words", { language: "en", word, reach: "public", reason }],
      ["PUT", "/operators/words/none", { language: "en", word, reach: "public", reason }],
      ["POST", "/operators/words/none/remove", { reason }],
    ] as const
    for (const [method, url, body] of calls) {
      const reply = await t.request(method, url, { ...(caller && { person: caller }), ...(body && { body }) })
      const wanted = isAllowed
        ? url.includes("none")
          ? 404
          : method === "POST" && !url.endsWith("try")
            ? 201
            : 200
        : refusal
      expect([method, url, reply.statusCode]).toEqual([method, url, wanted])
    }
    const after = (await t.request("GET", "/operators/words", { person: owner })).json().data.length
    expect(after - before).toBe(isAllowed ? 1 : 0)
  })
})

test("who may publish no more draws nothing public, and is not charged", async () => {
  const person = await t.signUp({ credits: 20 })
  await t.s.db.updateTable("accounts").set({ publishing: "blocked" }).where("id", "=", person.accountId).execute()
  const reply = await draw(person, "a clay pot")
  expect(reply.json()).toMatchObject({ code: 403, type: "not_allowed" })
  expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 20, held: 0 })
})

describe("with a moderation service", () => {
  let fakes: FakeServer
  let moderation: FakeModeration
  let app: TestApp

  beforeAll(async () => {
    fakes = await openFakeServer()
    moderation = playModeration(fakes)
    app = await openTestApp({ settings: moderation.settings })
  })
  afterAll(async () => {
    await app.close()
    await fakes.close()
  })

  const order = (person: TestPerson, prompt: string) =>
    app.request("POST", flux, { person, body: { prompt, aspect_ratio: "1:1" } })

  test("what it flags is refused and not charged; words of our list are not sent to it", async () => {
    const person = await app.signUp({ credits: 20 })
    const reply = await order(person, "a forbidden scene")
    expect(reply.json()).toMatchObject({ code: 422, type: "words_refused" })
    expect(await balanceOf(app.s.db, person.accountId)).toEqual({ credits: 20, held: 0 })
    expect((await order(person, "a fucking scene")).statusCode).toBe(422)
    expect((await order(person, "a clay pot")).statusCode).toBe(200)
    expect(moderation.seen()).toEqual(["a forbidden scene", "a clay pot"])
  })

  test("when it gives no verdict the picture is made, and waits for an operator before the showcase", async () => {
    const person = await app.signUp({ credits: 20 })
    fakes.script([{ match: "POST /moderation/v1/moderations", times: 4, fault: { status: 500, body: "away" } }])
    const reply = await order(person, "a clay jug")
    expect(reply.statusCode).toBe(200)
    const path = new URL(reply.json().data).pathname
    expect((await app.request("GET", path, { person })).statusCode).toBe(200)
    expect((await app.request("GET", path)).statusCode).toBe(404)
  })
})
