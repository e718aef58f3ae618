import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Fault, LoggedRequest } from "#server/testing/providers/fake-http.ts"
import { readShape } from "#server/testing/providers/shapes.ts"
import { sumLedger, sumLots } from "#server/testing/records/credit-sums.ts"
import {
  createPattern,
  dallePath,
  drawPath,
  fluxPath,
  type Hosted,
  openHosted,
} from "#server/testing/services/hosted.ts"
import type { TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"

const createPath = "POST /replicate/v1/models/"

let h: Hosted
let person: TestPerson

beforeAll(async () => {
  h = await openHosted()
})
beforeEach(async () => {
  person = await h.t.signUp({ credits: 300 })
})
afterEach(() => h.forget())
afterAll(() => h.close())

const order = (body?: object) => h.order(person, body)
const refuseKey = (times = 1) =>
  h.fakes.script([{ match: createPath, times, fault: { status: 401, body: { detail: "no" } } }])
const pauseRow = () => h.t.s.db.selectFrom("providerPauses").selectAll().executeTakeFirst()
const letTimePass = () =>
  h.t.s.db
    .updateTable("providerPauses")
    .set({ until: new Date(0) })
    .execute()

async function expectPaid(pictures: number): Promise<void> {
  expect(await h.outcomeOf(person)).toEqual({ credits: 300 - pictures * 5, held: 0, pictures })
}

describe("a provider that does not work", () => {
  test.each<[shape: string, mode: "flux1.1-pro" | "dalle3", words: RegExp]>([
    ["replicate/unauthenticated", "flux1.1-pro", /Replicate.* does not accept the key/is],
    ["replicate/no-credit", "flux1.1-pro", /Replicate.* out of money/is],
    ["openai/invalid-api-key", "dalle3", /OpenAI.* does not accept the key/is],
    ["openai/insufficient-quota", "dalle3", /OpenAI.* out of money/is],
  ])("and answers with %s is told to operators once, switched off, and on again", async (shape, mode, words) => {
    const { t } = h
    const isOpenAi = mode === "dalle3"
    const square = { prompt: "a clay pot", aspect_ratio: "1:1" }
    const orderIt = () => h.order(person, square, isOpenAi ? dallePath : fluxPath)
    const owner = await t.signUp({ name: "The owner" })
    await t.s.db.insertInto("operators").values({ accountId: owner.accountId, role: "owner" }).execute()
    const { status, body } = readShape(shape)
    h.fakes.script([{ match: isOpenAi ? drawPath : createPath, times: 1, fault: { status, body } }])
    const told = await orderIt()
    expect(told.json().message).toMatch(/out of order/)
    expect(told.body).not.toMatch(/billing|API key|quota|credit to run/i)
    expect((await mailTo(t, owner.email)).text).toMatch(words)
    const refused = await orderIt()
    expect([refused.statusCode, refused.json().type]).toEqual([409, "engine_unavailable"])
    const studio = (await t.request("GET", "/studio", { person })).json().data
    expect(studio.modes[mode].refusal).toMatch(/out of order/)
    expect(studio.modes[isOpenAi ? "flux1.1-pro" : "dalle3"].refusal).toBeNull()
    await letTimePass()
    await until(async () => (await orderIt()).statusCode === 200)
    await expectPaid(1)
    expect(await pauseRow()).toBeUndefined()
  })

  test("loses one model after failures in a row, and keeps the others", async () => {
    h.fakes.script([{ match: createPath, times: 5, fault: { status: 500 } }])
    for (let i = 0; i < 5; i++) expect((await order()).statusCode).toBe(502)
    const { modes } = (await h.t.request("GET", "/studio", { person })).json().data
    expect(modes["flux1.1-pro"].refusal).toMatch(/few minutes/)
    expect(modes["flux1.1-ultra"].refusal).toBeNull()
    await letTimePass()
    await until(async () => (await order()).statusCode === 200)
    const { values } = await h.t.s.metrics.providerPauses.get()
    expect(values).toContainEqual({ labels: { part: "replicate:pro", reason: "unknown_outcome" }, value: 1 })
  })

  test("and does not know a model any more is told to operators, who then are not asked in vain", async () => {
    const { t } = h
    const owner = await t.signUp()
    await t.s.db.insertInto("operators").values({ accountId: owner.accountId, role: "owner" }).execute()
    h.fakes.script([{ match: createPath, times: 5, fault: { status: 404, body: { detail: "Not found." } } }])
    for (let i = 0; i < 5; i++) expect((await order()).json().message).toMatch(/we have been told/)
    expect((await mailTo(t, owner.email)).text).toMatch(/replicate:pro .*does not know the model/s)
    const { modes } = (await t.request("GET", "/studio", { person })).json().data
    expect([modes["flux1.1-pro"].refusal !== null, modes["flux1.1-ultra"].refusal]).toEqual([true, null])
    await letTimePass()
    await until(async () => (await order()).statusCode === 200)
  })

  test("has its failures counted as its own, and its calls and their cost as well", async () => {
    const failures = async (engine: string): Promise<number> => {
      const { values } = await h.t.s.metrics.runs.get()
      const found = values.find(({ labels }) => labels.engine === engine && labels.outcome === "failed")
      return found?.value ?? 0
    }
    const before = [await failures("openai"), await failures("replicate")] as const
    h.fakes.script([{ match: drawPath, times: 1, fault: { status: 400, body: {} } }])
    const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
    expect((await h.order(person, body, dallePath)).statusCode).toBe(502)
    // The reply follows the commit, and so does the counting.
    await until(async () => (await failures("openai")) > before[0])
    expect([await failures("openai"), await failures("replicate")]).toEqual([before[0] + 1, before[1]])
    const spent = async (model: string): Promise<number> => {
      const { values } = await h.t.s.metrics.providerDollars.get()
      return values.find(({ labels }) => labels.model === model)?.value ?? 0
    }
    const dollars = await spent("pro")
    const openAiDollars = await spent("gpt-image-2.5-flare")
    expect((await order()).statusCode).toBe(200)
    expect((await spent("pro")) - dollars).toBeCloseTo(0.04)
    expect((await h.order(person, body, dallePath)).statusCode).toBe(200)
    expect((await spent("gpt-image-2.5-flare")) - openAiDollars).toBeCloseTo(0.013)
    const seconds = await h.t.s.metrics.registry.getSingleMetricAsString("aworan_provider_seconds")
    expect(seconds).toMatch(/_count\{provider="replicate",call="create",outcome="ok"} \d/)
    expect(seconds).toMatch(/_count\{provider="openai",call="create",outcome="bad_input"} 1/)
  })
})

describe("a pause", () => {
  test("is made no longer by what was under way when it began", async () => {
    h.replicate.behaviour.finishMs = null
    const early = Array.from({ length: 3 }, () => order().then((reply) => reply))
    const made = await until(async () => h.replicate.predictions().length === 3 && h.replicate.predictions())
    refuseKey()
    expect((await order()).statusCode).toBe(502)
    const before = await until(pauseRow)
    h.fakes.script([{ match: "GET /replicate/v1/predictions/", times: 99, fault: { status: 401, body: {} } }])
    for (const { id } of made) await h.replicate.advance(id, "succeeded")
    await Promise.all(early)
    expect(await pauseRow()).toEqual(before)
    expect(before.times).toBe(1)
  })

  test("that is over lets one order try, and the others wait for what comes of it", async () => {
    h.replicate.behaviour.finishMs = null
    refuseKey()
    await order()
    await letTimePass()
    const sent = h.fakes.count(createPattern)
    const tried = await until(async () => {
      const trying = order().then((reply) => reply)
      const first = await Promise.race([trying, until(async () => h.replicate.predictions()[0])])
      return "id" in first && { trying, made: first }
    })
    const refused = await order()
    expect([refused.statusCode, refused.json().type]).toEqual([409, "engine_unavailable"])
    expect(h.fakes.count(createPattern) - sent).toBe(1)
    await h.replicate.advance(tried.made.id, "succeeded")
    expect((await tried.trying).statusCode).toBe(200)
    expect(await pauseRow()).toBeUndefined()
    await expectPaid(1)
  })

  test("is longer when the order that tried fails too", async () => {
    refuseKey(2)
    await order()
    await letTimePass()
    await until(async () => (await order()).statusCode === 502)
    expect(await pauseRow()).toMatchObject({ times: 2, reason: "auth", trialUntil: null })
    await expectPaid(0)
  })
})

describe("fifty orders at once while every tenth call fails", () => {
  const kinds = [/^POST .*predictions$/, /^GET .*predictions$/, /^GET .*predictions\//, /^GET \/files\//]
  const faults: Fault[] = [{ status: 500 }, { isTaken: true, reset: "before" }, { status: 429 }, { reset: "before" }]

  /** Which of its kind of call a request is, from 1; the same calls fail each time. */
  function numberOf(request: LoggedRequest): number {
    const kind = kinds.find((pattern) => pattern.test(`${request.method} ${request.path}`))
    return kind ? h.fakes.count(kind) : Number.NaN
  }

  test("are each paid or given back, and leave no place taken", async () => {
    h.fakes.script(
      faults.map((fault, index) => ({ match: (request) => (numberOf(request) / 10 - 1) % 4 === index, fault })),
    )
    const orders = Array.from({ length: 50 }, (_, seed) => order({ prompt: "a clay pot", aspect_ratio: "4:5", seed }))
    const statuses = (await Promise.all(orders)).map(({ statusCode }) => statusCode)
    // The tenth, fortieth and fiftieth call made nothing; the twentieth was found again, the thirtieth sent again.
    const made = 47
    expect(statuses.toSorted()).toEqual([...Array(made).fill(200), ...Array(3).fill(502)])
    expect([h.fakes.count(createPattern), h.replicate.predictions().length]).toEqual([51, made])
    await expectPaid(made)
    const { credits: available, held } = await h.outcomeOf(person)
    expect(await sumLedger(h.t.s.db, person.accountId)).toEqual({ available, held })
    expect(await sumLots(h.t.s.db, person.accountId)).toEqual({ available, held })

    await h.forget()
    h.replicate.behaviour.finishMs = null
    const places = h.t.s.engine.capabilities.concurrency
    const more = Array.from({ length: places }, () => order())
    await until(async () => h.replicate.predictions().length === places)
    for (const { id } of h.replicate.predictions()) await h.replicate.advance(id, "succeeded")
    expect(new Set((await Promise.all(more)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  }, 120_000)
})
