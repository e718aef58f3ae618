import { randomBytes } from "node:crypto"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import { words } from "#server/adapters/image-engine/hosted/person-words.ts"
import { OrderEnded } from "#server/platform/errors.ts"
import type { Fault, LoggedRequest } from "#server/testing/providers/fake-http.ts"
import type { FakeReplicate } from "#server/testing/providers/replicate.ts"
import { createPattern, fluxPath, type Hosted, openHosted, quietWatch } from "#server/testing/services/hosted.ts"
import type { TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

/** What people read of a failure: nothing in a provider's own words. */
const ours = { ...words, failed: messages.generationFailed }
/** What comes of an order: its picture, or words of ours and the credits. */
type Outcome = "a picture" | keyof typeof ours

const pot = { prompt: "a clay pot", aspect_ratio: "4:5" }

let h: Hosted
let person: TestPerson

beforeAll(async () => {
  h = await openHosted()
})
beforeEach(async () => {
  person = await h.t.signUp({ credits: 20 })
})
afterEach(() => h.forget())
afterAll(() => h.close())

/** What holds whatever went wrong: nothing is held any more, and only what is there was paid. */
async function expectSettled(paid: number, pictures: number): Promise<void> {
  expect(await h.outcomeOf(person)).toEqual({ credits: 20 - paid, held: 0, pictures })
}

describe("an order", () => {
  test.each([
    [fluxPath, pot, 5, "black-forest-labs/flux-1.1-pro", "webp", 1],
    ["/image-gen-with-flux-1.1-ultra", { ...pot, raw: true }, 5, "black-forest-labs/flux-1.1-pro-ultra", "png", 1],
    ["/image-gen-with-flux-dev-realism", { ...pot, num_outputs: 3 }, 6, "realism", "webp", 3],
    ["/image-gen-with-flux-lora-GHIBSKY-style", { ...pot, num_outputs: 2 }, 4, "ghibsky", "webp", 2],
    ["/image-gen-with-flux-lora-TOK-style", pot, 2, "half-illustration", "webp", 1],
    ["/image-gen-with-flux-lora-CNSTLL-style", pot, 2, "cinestill", "webp", 1],
    [fluxPath, { ...pot, mode: "video_game_style" }, 2, "black-forest-labs/flux-1.1-pro", "webp", 1],
  ])("at %s with %o costs %i credits and is drawn by %s", async (path, body, fee, model, format, count) => {
    const reply = await h.order(person, body, path)
    expect(reply.statusCode, reply.body).toBe(200)
    await expectSettled(fee, count)
    const [made] = h.replicate.predictions()
    expect(made?.model).toBe(model)
    expect(made?.input).toMatchObject({ aspect_ratio: "4:5", output_format: format })
    expect(h.fakes.count(createPattern)).toBe(1)
    const { db } = h.t.s
    const rows = await db.selectFrom("generations").selectAll().where("accountId", "=", person.accountId).execute()
    for (const row of rows) expect(row).toMatchObject({ engine: "replicate", mimeType: `image/${format}` })
    const run = await db
      .selectFrom("runs")
      .select("engine")
      .where("id", "=", rows[0]?.runId ?? "")
      .executeTakeFirst()
    expect(run?.engine).toBe("replicate")
    const picture = await h.t.request("GET", `/pictures/${rows[0]?.id}`, { person })
    expect(picture.headers["content-type"]).toBe(`image/${format}`)
  })

  /** Orders once, and sees what comes of it. */
  async function expectOutcome(outcome: Outcome): Promise<void> {
    const reply = await h.order(person)
    const isMade = outcome === "a picture"
    expect(reply.statusCode, reply.body).toBe(isMade ? 200 : 502)
    if (!isMade) expect(reply.json().message).toBe(ours[outcome])
    await expectSettled(isMade ? 5 : 0, isMade ? 1 : 0)
    expect(h.fakes.count(createPattern)).toBe(1)
  }

  test.each<[string, Partial<FakeReplicate["behaviour"]>, Outcome]>([
    ["without webhooks", { webhooks: "off" }, "a picture"],
    ["with every webhook sent twenty times at once", { repeats: 20 }, "a picture"],
    ["with a webhook that comes before the answer to the call", { finishMs: 0 }, "a picture"],
    ["with badly signed webhooks", { webhooks: "bad" }, "a picture"],
    ["with a list where an address is usual", { swapsShape: true }, "a picture"],
    ["that is declined", { outcome: "failed" }, "declined"],
    ["that fails", { outcome: "failed", error: "KeyError: 'prompt'" }, "failed"],
    ["that runs out of memory", { outcome: "failed", error: "E1001: CUDA out of memory" }, "silent"],
    ["that is given up before it began", { outcome: "aborted" }, "silent"],
    ["that the provider cancels", { outcome: "canceled" }, "silent"],
    ["whose result is missing", { maxOutputs: 0 }, "silent"],
    ["whose list of results is empty", { maxOutputs: 0, swapsShape: true }, "silent"],
    ["whose result lies on a foreign host", { outputHost: "http://localhost:1" }, "silent"],
  ])("%s is charged right: %o, %s", async (_, behaviour, outcome) => {
    Object.assign(h.replicate.behaviour, behaviour)
    await expectOutcome(outcome)
  })

  test.each<[string, string, Fault, number, Outcome]>([
    ["a look is answered with 429", "GET /replicate/v1/predictions/", { status: 429 }, 3, "a picture"],
    ["a look breaks off", "GET /replicate/v1/predictions/", { reset: "halfway" }, 2, "a picture"],
    ["looks fail for longer than one attempt", "GET /replicate/v1/predictions/", { status: 500 }, 7, "a picture"],
    ["looks fail for ever", "GET /replicate/v1/predictions/", { status: 503 }, 999, "failed"],
    ["a look gives half an answer", "GET /replicate/v1/predictions/", { truncates: true }, 1, "silent"],
    ["a look has another shape", "GET /replicate/v1/predictions/", { status: 200, body: { id: 7 } }, 1, "silent"],
    ["a look never ends", "GET /replicate/v1/predictions/", { bytes: 100_000_000 }, 1, "silent"],
    ["the run is gone", "GET /replicate/v1/predictions/", { status: 404, body: { detail: "no" } }, 1, "outOfOrder"],
    ["the result is missing once", "GET /files/", { status: 404 }, 1, "a picture"],
    ["the result is missing for ever", "GET /files/", { status: 404 }, 99, "silent"],
    ["the result breaks off", "GET /files/", { reset: "halfway" }, 1, "a picture"],
    [
      "the result redirects",
      "GET /files/",
      { status: 302, headers: { location: "http://127.0.0.1:9/x" } },
      99,
      "silent",
    ],
    ["the result is a page", "GET /files/", { status: 200, body: "<html></html>" }, 99, "silent"],
    ["the result is another kind of file", "GET /files/", { status: 200, body: "GIF89a and so on" }, 99, "silent"],
    ["the result never ends", "GET /files/", { bytes: 60_000_000 }, 1, "silent"],
  ])("is charged right when %s: %s %o %i times, %s", async (_, match, fault, times, outcome) => {
    h.fakes.script([{ match, times, fault }])
    await expectOutcome(outcome)
  })

  test("gives back what was ordered and not delivered", async () => {
    h.replicate.behaviour.maxOutputs = 3
    const reply = await h.order(person, { ...pot, num_outputs: 4 }, "/image-gen-with-flux-dev-realism")
    expect(reply.json().data).toHaveLength(3)
    await expectSettled(6, 3)
  })

  test("delivers the pictures of one call that can be fetched", async () => {
    const third = /^GET \/files\/.*-out-2\./
    h.fakes.script([{ match: third, times: 99, fault: { status: 404 } }])
    const reply = await h.order(person, { ...pot, num_outputs: 4 }, "/image-gen-with-flux-dev-realism")
    expect(reply.json().data).toHaveLength(2)
    await expectSettled(4, 2)
  })
})

describe("work for the engine", () => {
  const photoOf = (width: number, noise = false): Promise<Buffer> => {
    const plain = sharp({ create: { width, height: width, channels: 3, background: "#884422" } })
    return noise
      ? sharp(randomBytes(width * width * 3), { raw: { width, height: width, channels: 3 } })
          .png()
          .toBuffer()
      : plain.png().toBuffer()
  }

  test("keeps what was made before a later call failed", async () => {
    const isSecond = () => h.fakes.count(createPattern) === 2
    h.fakes.script([{ match: isSecond, times: 1, fault: { status: 422, body: { detail: "no" } } }])
    const size = { width: 1024, height: 1024, seed: 3, format: "webp" as const }
    const words = { prompt: "a pot", sentPrompt: "a pot", style: "plain" as const, mode: "flux1.1-pro", raw: false }
    const order = { kind: "picture" as const, count: 3, ...words, ...size }
    expect(await h.t.s.engine.run<"picture">(order, quietWatch().watch)).toHaveLength(1)
  })

  test("cuts out, enlarges and describes, small files inside the call and large ones uploaded before", async () => {
    const { engine } = h.t.s
    const small = await photoOf(64)
    const large = await photoOf(400, true)
    const cut = await engine.run({ kind: "cut-out", file: small, format: "webp" }, quietWatch().watch)
    expect((await sharp(cut.bytes).metadata()).format).toBe("webp")
    const enlargement = { kind: "enlargement" as const, file: large, factor: 4 as const, format: "png" as const }
    expect(await engine.run(enlargement, quietWatch().watch)).toMatchObject({ width: 256, by: "model" })
    const { text } = await engine.run({ kind: "description", file: small }, quietWatch().watch)
    expect(text).toBe("a clay pot on a wooden table, soft window light")
    expect(h.fakes.count("POST /replicate/v1/files")).toBe(1)
    expect(h.replicate.predictions().map(({ input }) => String(input.image).slice(0, 22))).toEqual([
      "data:image/png;base64,",
      `${h.fakes.origin}/replicate`.slice(0, 22),
      "data:image/png;base64,",
    ])
    const unreadable = engine.run({ kind: "cut-out", file: Buffer.from("no"), format: "png" }, quietWatch().watch)
    await expect(unreadable).rejects.toMatchObject({ type: "general_argument_invalid" })
  })

  test("sends a photo upright, and without the place where it was taken", async () => {
    const plain = sharp({ create: { width: 90, height: 60, channels: 3, background: "#884422" } })
    const place = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1" } }
    const file = await plain
      .withExif({ ...place, IFD0: { Model: "A phone" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
    await h.t.s.engine.run({ kind: "cut-out", file, format: "webp" }, quietWatch().watch)
    const [{ input } = expect.fail("nothing was sent")] = h.replicate.predictions()
    const sent = await sharp(Buffer.from(String(input.image).split(",")[1] ?? "", "base64")).metadata()
    expect([sent.width, sent.height, sent.orientation, sent.exif]).toEqual([60, 90, undefined, undefined])
  })

  test("finds a call whose answer was lost among others that hold their photos", async () => {
    h.replicate.behaviour.webhooks = "off"
    const file = await photoOf(290, true)
    const cutOut = () => h.t.s.engine.run({ kind: "cut-out", file, format: "webp" }, quietWatch().watch)
    await Promise.all(Array.from({ length: 30 }, cutOut))
    expect(h.fakes.count("POST /replicate/v1/files")).toBe(0)
    h.fakes.script([{ match: createPattern, times: 1, fault: { isTaken: true, reset: "before" } }])
    expect(await cutOut()).toMatchObject({ by: "model" })
    expect(h.fakes.count(createPattern)).toBe(31)
  })

  test("takes an enlarged picture as long as one of its size may be", async () => {
    const side = 3_800
    const result = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(result.length).toBeGreaterThan(41 * 1024 * 1024)
    h.fakes.script([{ match: "GET /files/", fault: { status: 200, body: result } }])
    const order = {
      kind: "enlargement" as const,
      file: await photoOf(side / 4),
      factor: 4 as const,
      format: "png" as const,
    }
    const { watch } = quietWatch()
    expect(await h.t.s.engine.run(order, watch)).toMatchObject({ width: side, height: side })
  })

  test("reads two of the largest results at a time, and small ones beside them", async () => {
    const asked: string[] = []
    const isResult = ({ path }: { path: string }): boolean => path.startsWith("/files/") && asked.push(path) > 0
    h.fakes.script([{ match: isResult, fault: { hangs: true } }])
    const stop = new AbortController()
    const enlarge = async (side: number): Promise<unknown> => {
      const order = {
        kind: "enlargement" as const,
        file: await photoOf(side),
        factor: 4 as const,
        format: "png" as const,
      }
      return h.t.s.engine.run(order, { ...quietWatch().watch, signal: stop.signal })
    }
    const ended = Promise.allSettled([enlarge(950), enlarge(950), enlarge(950)])
    const isDone = ({ status }: { status: string }): boolean => status === "succeeded"
    await until(async () => h.replicate.predictions().filter(isDone).length === 3)
    const small = enlarge(30).catch(() => undefined)
    const smallPath = await until(async () => h.replicate.predictions()[3]?.output)
    await until(async () => asked.some((path) => String(smallPath).endsWith(path)))
    expect(asked).toHaveLength(3)
    stop.abort()
    await Promise.all([ended, small])
  })

  test.each<[string, Fault]>([
    ["500", { status: 500 }],
    ["a reset", { isTaken: true, reset: "before" }],
    ["half an answer", { isTaken: true, truncates: true }],
    ["an answer of another shape", { isTaken: true, status: 201, body: { urls: {} } }],
  ])("starts nothing when a large photo's upload is answered with %s", async (_, fault) => {
    h.fakes.script([{ match: "POST /replicate/v1/files", fault }])
    const order = { kind: "cut-out" as const, file: await photoOf(400, true), format: "webp" as const }
    const cutting = h.t.s.engine.run(order, quietWatch().watch)
    await expect(cutting).rejects.toMatchObject({ type: "engine_unavailable", message: words.silent })
    expect([h.fakes.count("POST /replicate/v1/files"), h.fakes.count(createPattern)]).toEqual([1, 0])
  })

  test.each(["ok", "off"] as const)(
    "uploads a large photo once, however often it is asked for, webhooks %s",
    async (webhooks) => {
      const engine = await h.openEngine(webhooks === "ok" ? {} : { REPLICATE_WEBHOOK_SECRET: "" })
      h.replicate.behaviour = { ...h.replicate.behaviour, webhooks, finishMs: null }
      const order = { kind: "cut-out" as const, file: await photoOf(400, true), format: "webp" as const }
      h.fakes.script([{ match: "POST /replicate/v1/predictions", times: 1, fault: { isTaken: true, hangs: true } }])
      const [first, dying] = [quietWatch(), new AbortController()]
      const lost = engine.run<"cut-out">(order, { ...first.watch, signal: dying.signal })
      lost.catch(() => {})
      const made = await until(async () => h.replicate.predictions()[0])
      dying.abort(new Error("the process is stopping"))
      await expect(lost).rejects.toThrow("the process is stopping")
      await h.replicate.advance(made.id, "succeeded")
      const again = await engine.run<"cut-out">(order, quietWatch(first.heard.providerJobIds[0] ?? "").watch)
      expect(again.by).toBe("model")
      expect(h.replicate.predictions()).toHaveLength(1)
      expect(h.fakes.count("POST /replicate/v1/files")).toBe(1)
      await engine.stop()
    },
  )

  test("ends the provider's run when the order is ended", async () => {
    h.replicate.behaviour.finishMs = null
    const abort = new AbortController()
    const order = { kind: "description" as const, file: await photoOf(32) }
    const describing = h.t.s.engine.run(order, { ...quietWatch().watch, signal: abort.signal })
    describing.catch(() => {})
    const made = await until(async () => h.replicate.predictions()[0])
    await until(async () => h.fakes.count("GET /replicate/v1/predictions/") > 0)
    abort.abort(new OrderEnded())
    await expect(describing).rejects.toBeInstanceOf(OrderEnded)
    await until(async () => made.status === "canceled")
  })

  test("ends the provider's run when the order is ended before the provider has answered", async () => {
    h.replicate.behaviour.finishMs = null
    const abort = new AbortController()
    const endsOnArrival = ({ path }: LoggedRequest): boolean => {
      if (path.endsWith("/predictions")) abort.abort(new OrderEnded())
      return false
    }
    h.fakes.script([{ match: endsOnArrival, fault: {} }])
    const order = { kind: "description" as const, file: await photoOf(32) }
    const describing = h.t.s.engine.run(order, { ...quietWatch().watch, signal: abort.signal })
    await expect(describing).rejects.toBeInstanceOf(OrderEnded)
    expect(h.replicate.predictions().map(({ status }) => status)).toEqual(["canceled"])
    expect(h.fakes.count(createPattern)).toBe(1)
  })
})
