import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import { words } from "#server/adapters/image-engine/hosted/person-words.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker, type Worker } from "#server/composition/worker.ts"
import type { Fault } from "#server/testing/providers/fake-http.ts"
import { readShape } from "#server/testing/providers/shapes.ts"
import {
  createPattern,
  dallePath,
  drawPath,
  type Hosted,
  openHosted,
  quietWatch,
} from "#server/testing/services/hosted.ts"
import type { TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

/** What people read of failures: nothing in a provider's own words. */
const ours = { ...words, failed: messages.generationFailed }

const createPath = "POST /replicate/v1/models/"
const ways = ["ok", "off"] as const

const picture = {
  kind: "picture" as const,
  prompt: "a clay pot",
  sentPrompt: "a clay pot",
  style: "plain" as const,
  mode: "flux1.1-pro",
  raw: false,
  count: 1,
  width: 1024,
  height: 1024,
  seed: 3,
  format: "webp" as const,
}

let h: Hosted
let worker: Worker
let person: TestPerson

const startWork = (): Worker => startWorker(h.t.s, jobs, { backOffFactor: 0 })

beforeAll(async () => {
  h = await openHosted({ hasWorker: false })
  worker = startWork()
})
beforeEach(async () => {
  person = await h.t.signUp({ credits: 20 })
})
afterEach(() => h.forget())
afterAll(async () => {
  await worker.stop(5_000)
  await h.close()
})

/** What holds whatever went wrong: one result that was paid, or none and the credits back. */
async function expectOneOutcome(hasResult: boolean): Promise<void> {
  const [credits, pictures] = hasResult ? [15, 1] : [20, 0]
  expect(await h.outcomeOf(person)).toEqual({ credits, held: 0, pictures })
}

describe("a call that costs money", () => {
  /** A fault, how often it happens, what comes of it: a picture, or words of ours; and how often the call was sent. */
  const faults: [string, Fault, number, "a picture" | keyof typeof ours, number][] = [
    ["429 with seconds", { status: 429, headers: { "retry-after": "2" } }, 2, "a picture", 3],
    ["429 with a date", { status: 429, headers: { "retry-after": new Date().toUTCString() } }, 1, "a picture", 2],
    ["429 for ever", readShape("replicate/throttled"), 99, "busy", 4],
    ["500, the run made all the same", { isTaken: true, status: 500 }, 1, "a picture", 1],
    ["500, nothing made", { status: 500 }, 1, "silent", 1],
    ["502 as a page, the run made", { isTaken: true, status: 502, body: "<h1>Bad gateway</h1>" }, 1, "a picture", 1],
    ["503, nothing made", { status: 503 }, 1, "silent", 1],
    ["a reset before the answer, the run made", { isTaken: true, reset: "before" }, 1, "a picture", 1],
    ["a reset, nothing made", { reset: "before" }, 1, "silent", 1],
    ["a reset halfway", { isTaken: true, reset: "halfway" }, 1, "a picture", 1],
    ["half an answer", { isTaken: true, truncates: true }, 1, "a picture", 1],
    ["an answer of another shape", { isTaken: true, status: 201, body: { id: 7 } }, 1, "a picture", 1],
    ["an endless answer", { isTaken: true, bytes: 100_000_000 }, 1, "a picture", 1],
    ["422", readShape("replicate/invalid-input"), 1, "failed", 1],
    ["422 for the words", { status: 422, body: { detail: "NSFW content was flagged" } }, 1, "declined", 1],
    ["401", readShape("replicate/unauthenticated"), 1, "outOfOrder", 1],
    ["402", readShape("replicate/no-credit"), 1, "outOfOrder", 1],
  ]
  test.each(faults.flatMap((row) => ways.map((webhooks) => [...row, webhooks] as const)))(
    "and is answered with %s, %o, %i times: %s, sent %i times, webhooks %s",
    async (_name, fault, times, outcome, sent, webhooks) => {
      const hasResult = outcome === "a picture"
      h.replicate.behaviour.webhooks = webhooks
      h.fakes.script([{ match: createPath, times, fault }])
      const reply = await h.order(person)
      expect(reply.statusCode, reply.body).toBe(hasResult ? 200 : 502)
      if (outcome !== "a picture") expect(reply.json().message).toBe(ours[outcome])
      await expectOneOutcome(hasResult)
      expect(h.fakes.count(createPattern)).toBe(sent)
      expect(h.replicate.predictions().length).toBeLessThanOrEqual(1)
    },
  )

  test.each<[string, Fault, boolean]>([
    ["never answered, the run made", { isTaken: true, hangs: true }, true],
    ["never answered, nothing made", { hangs: true }, false],
    ["answered with one byte a second", { isTaken: true, drips: true }, true],
  ])("and is %s ends in time, and is sent once", async (_, fault, hasResult) => {
    const engine = await h.openEngine({}, { times: { replicate: { answer: 200 } } })
    h.fakes.script([{ match: createPath, fault }])
    const drawing = engine.run<"picture">(picture, quietWatch().watch)
    if (hasResult) expect(await drawing).toHaveLength(1)
    else await expect(drawing).rejects.toMatchObject({ type: "engine_unavailable" })
    expect(h.fakes.count(createPattern)).toBe(1)
    await engine.stop()
  })
})

describe("an order whose process dies between the call and its answer", () => {
  test.each(
    ways.flatMap((webhooks) => [[webhooks, "was made", true] as const, [webhooks, "was never made", false] as const]),
  )("is ended by the next process, webhooks %s, when the picture %s", async (webhooks, _, isMade) => {
    h.replicate.behaviour = { ...h.replicate.behaviour, webhooks, finishMs: null }
    h.fakes.script([{ match: createPath, times: 1, fault: { ...(isMade ? { isTaken: true } : {}), hangs: true } }])
    const ordered = h.order(person)
    await until(async () => h.fakes.count(createPattern) === 1)
    const [made] = h.replicate.predictions()
    await worker.stop(0)
    worker = startWork()
    if (made) await h.replicate.advance(made.id, "succeeded")
    expect((await ordered).statusCode).toBe(isMade ? 200 : 502)
    await expectOneOutcome(isMade)
    expect(h.fakes.count(createPattern)).toBe(1)
  })

  test.each([
    ["on", { REPLICATE_WEBHOOK_SECRET: "" }, {}],
    ["off", {}, { REPLICATE_WEBHOOK_SECRET: "" }],
  ])("finds its call again when webhooks were turned %s meanwhile", async (_, before, after) => {
    h.replicate.behaviour = { ...h.replicate.behaviour, webhooks: "off", finishMs: null }
    h.fakes.script([{ match: createPath, times: 1, fault: { isTaken: true, hangs: true } }])
    const [sender, finder] = [await h.openEngine(before), await h.openEngine(after)]
    const [first, dying] = [quietWatch(), new AbortController()]
    const lost = sender.run<"picture">(picture, { ...first.watch, signal: dying.signal })
    lost.catch(() => {})
    const made = await until(async () => h.replicate.predictions()[0])
    dying.abort(new Error("the process is stopping"))
    await expect(lost).rejects.toThrow("the process is stopping")
    // Somebody else's order of the same words, which is not lost, is not taken for it.
    const other = finder.run<"picture">({ ...picture, seed: 4 }, quietWatch().watch)
    await until(async () => h.replicate.predictions().length === 2)
    for (const { id } of h.replicate.predictions()) await h.replicate.advance(id, "succeeded")
    expect(await finder.run<"picture">(picture, quietWatch(first.heard.providerJobIds[0] ?? "").watch)).toHaveLength(1)
    expect(await other).toHaveLength(1)
    expect(h.fakes.count(createPattern)).toBe(2)
    expect(h.fakes.count(`GET /replicate/v1/predictions/${made.id}`)).toBe(1)
    for (const engine of [sender, finder]) await engine.stop()
  })

  test("gives the credits back where the provider keeps nothing", async () => {
    h.fakes.script([{ match: drawPath, times: 1, fault: { isTaken: true, hangs: true } }])
    const ordered = h.order(person, { prompt: "a clay pot", aspect_ratio: "1:1" }, dallePath)
    await until(async () => h.openai.drawn().length === 1)
    await worker.stop(0)
    worker = startWork()
    expect((await ordered).statusCode).toBe(502)
    await expectOneOutcome(false)
    expect(h.fakes.count(drawPath)).toBe(1)
  })
})

describe("a webhook", () => {
  test("is refused without the provider's signature, or on an address that is not ours", async () => {
    h.replicate.behaviour = { ...h.replicate.behaviour, webhooks: "off", finishMs: null }
    const ordered = h.order(person)
    const made = await until(async () => h.replicate.predictions()[0])
    for (const sign of ["none", "bad", "stale"] as const) expect(await h.replicate.sendWebhook(made.id, sign)).toBe(401)
    const headers = { "content-type": "application/json" }
    const reply = await h.t.request("POST", "/hooks/replicate/key/token", { headers, body: { id: "abc" } })
    expect(reply.statusCode).toBe(401)
    expect(await h.replicate.sendWebhook(made.id, "old and new key")).toBe(204)
    await h.replicate.advance(made.id, "succeeded")
    expect((await ordered).statusCode).toBe(200)
  })

  test("is refused with the token of another order", async () => {
    h.replicate.behaviour = { ...h.replicate.behaviour, webhooks: "off", finishMs: null }
    const ordered = [h.order(person), h.order(person)]
    const [one, other] = await until(async () => h.replicate.predictions().length === 2 && h.replicate.predictions())
    if (!one?.webhook || !other?.webhook) throw new Error("Two orders with webhooks were expected.")
    const [own, token] = [one.webhook, other.webhook.split("/").at(-1)]
    one.webhook = own.replace(/[^/]+$/, String(token))
    expect(await h.replicate.sendWebhook(one.id)).toBe(401)
    one.webhook = own
    expect(await h.replicate.sendWebhook(one.id)).toBe(204)
    for (const { id } of [one, other]) await h.replicate.advance(id, "succeeded")
    for (const reply of await Promise.all(ordered)) expect(reply.statusCode).toBe(200)
  })

  test("counts once, however often, early and late it comes", async () => {
    h.replicate.behaviour.finishMs = null
    const ordered = h.order(person)
    const made = await until(async () => h.replicate.predictions()[0])
    expect(await h.replicate.sendWebhook(made.id, "ok", "msg_early")).toBe(204)
    await h.replicate.advance(made.id, "succeeded")
    expect((await ordered).statusCode).toBe(200)
    const copies = Array.from({ length: 20 }, () => h.replicate.sendWebhook(made.id, "ok", "msg_same"))
    expect(new Set(await Promise.all(copies))).toEqual(new Set([204]))
    await expectOneOutcome(true)
  })

  test("wakes an order long before it would look by itself", async () => {
    const hour = 3_600_000
    const engine = await h.openEngine({}, { times: { replicate: { firstLook: hour, longestPause: hour } } })
    const file = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    )
    const { text } = await engine.run({ kind: "description", file }, quietWatch().watch)
    expect(text).toContain("clay pot")
    expect(h.fakes.count("GET /replicate/v1/predictions/")).toBe(1)
    await engine.stop()
  })
})
