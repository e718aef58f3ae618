import { randomBytes } from "node:crypto"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { EngineWatch } from "#server/adapters/image-engine/port.ts"
import { balanceOf } from "#server/features/credits/service.ts"
import { jobs } from "#server/jobs.ts"
import { OrderEnded } from "#server/platform/errors.ts"
import { freePort } from "#server/testing/processes.ts"
import { type FakeServer, type Fault, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { type FakeOpenAi, playOpenAi } from "#server/testing/providers/openai.ts"
import { type FakeReplicate, playReplicate } from "#server/testing/providers/replicate.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"
import { startWorker } from "#server/worker.ts"

const flux = "/image-gen-with-flux-1.1"
const createPath = "POST /replicate/v1/models/"
const createPattern = /^POST \/replicate\/v1\/(models\/.+\/)?predictions$/
const drawPath = "POST /openai/v1/images/generations"
const pot = { prompt: "a clay pot", aspect_ratio: "4:5" }

let fakes: FakeServer
let replicate: FakeReplicate
let openai: FakeOpenAi
let t: TestApp
let person: TestPerson

const hurry = { firstLook: 15, longestPause: 40, lost: 300, lookForLost: 20 }

async function open(more: Record<string, string> = {}, hasWorker = true, pace = hurry): Promise<TestApp> {
  const port = await freePort()
  const opened = await openTestApp({
    hasWorker,
    settings: {
      ENGINE: "replicate",
      ENGINE_ROUTES: "dalle3=openai,inspection=fake,training=replicate",
      PORT: String(port),
      ...replicate.settings,
      ...openai.settings,
      ...more,
    },
    replace: {
      providerPace: {
        wait: async () => {},
        replicate: pace,
      },
    },
  })
  await opened.app.listen({ port, host: "127.0.0.1" })
  return opened
}

beforeAll(async () => {
  fakes = await openFakeServer()
  replicate = playReplicate(fakes)
  openai = playOpenAi(fakes)
  t = await open()
})
beforeEach(async () => {
  person = await t.signUp({ credits: 20 })
})
afterEach(async () => {
  fakes.reset()
  replicate.reset()
  openai.reset()
  await t.s.db.deleteFrom("providerPauses").execute()
})
afterAll(async () => {
  await t.close()
  await fakes.close()
})

const order = (body: object = pot, path = flux, app = t) => app.request("POST", path, { person, body })
const countPictures = async (app = t): Promise<number> =>
  (await app.s.db.selectFrom("generations").select("id").where("accountId", "=", person.accountId).execute()).length

/** What holds whatever went wrong: nothing is held any more, and only what is there was paid. */
async function expectSettled(paid: number, pictures: number, app = t): Promise<void> {
  expect(await balanceOf(app.s.db, person.accountId)).toEqual({ credits: 20 - paid, held: 0 })
  expect(await countPictures(app)).toBe(pictures)
}

describe("Replicate", () => {
  test.each([
    [flux, pot, 5, "black-forest-labs/flux-1.1-pro", "webp", 1],
    ["/image-gen-with-flux-1.1-ultra", { ...pot, raw: true }, 5, "black-forest-labs/flux-1.1-pro-ultra", "png", 1],
    ["/image-gen-with-flux-dev-realism", { ...pot, num_outputs: 3 }, 6, "realism", "webp", 3],
    ["/image-gen-with-flux-lora-GHIBSKY-style", { ...pot, num_outputs: 2 }, 4, "ghibsky", "webp", 2],
    ["/image-gen-with-flux-lora-TOK-style", pot, 2, "half-illustration", "webp", 1],
    ["/image-gen-with-flux-lora-CNSTLL-style", pot, 2, "cinestill", "webp", 1],
    [flux, { ...pot, mode: "video_game_style" }, 2, "black-forest-labs/flux-1.1-pro", "webp", 1],
  ])("draws %s with %o for %i credits by %s", async (path, body, fee, model, format, count) => {
    const reply = await order(body, path)
    expect(reply.statusCode, reply.body).toBe(200)
    await expectSettled(fee, count)
    const [made] = replicate.predictions()
    expect(made?.model).toBe(model)
    expect(made?.input).toMatchObject({ aspect_ratio: "4:5", output_format: format })
    expect(fakes.count(createPattern)).toBe(1)
    const rows = await t.s.db.selectFrom("generations").selectAll().where("accountId", "=", person.accountId).execute()
    for (const row of rows) expect(row).toMatchObject({ engine: "replicate", mimeType: `image/${format}` })
    const run = await t.s.db
      .selectFrom("runs")
      .select("engine")
      .where("id", "=", rows[0]?.runId ?? "")
      .executeTakeFirst()
    expect(run?.engine).toBe("replicate")
    const picture = await t.request("GET", `/pictures/${rows[0]?.id}`, { person })
    expect(picture.headers["content-type"]).toBe(`image/${format}`)
  })

  test.each<[string, Partial<FakeReplicate["behaviour"]>, number, number]>([
    ["without webhooks", { webhooks: "off" }, 5, 1],
    ["with every webhook sent twenty times at once", { repeats: 20 }, 5, 1],
    ["with a webhook that comes before the answer to the call", { finishMs: 0 }, 5, 1],
    ["with badly signed webhooks", { webhooks: "bad" }, 5, 1],
    ["with an address where a list is usual, or a list instead", { swapsShape: true }, 5, 1],
    ["that is declined", { outcome: "failed" }, 0, 0],
    ["that runs out of memory", { outcome: "failed", error: "E1001: CUDA out of memory" }, 0, 0],
    ["that is given up before it began", { outcome: "aborted" }, 0, 0],
    ["that the provider cancels", { outcome: "canceled" }, 0, 0],
    ["whose result is missing", { maxOutputs: 0, swapsShape: true }, 0, 0],
    ["whose result lies on a foreign host", { outputHost: "http://localhost:1" }, 0, 0],
  ])("charges right for a run %s", async (_, behaviour, paid, pictures) => {
    Object.assign(replicate.behaviour, behaviour)
    const reply = await order()
    expect(reply.statusCode, reply.body).toBe(pictures === 0 ? 502 : 200)
    await expectSettled(paid, pictures)
    expect(fakes.count(createPattern)).toBe(1)
  })

  test("delivers the pictures of one call that can be fetched", async () => {
    const third = /^GET \/files\/.*-out-2\./
    fakes.script([{ match: third, times: 99, fault: { status: 404 } }])
    const reply = await order({ ...pot, num_outputs: 4 }, "/image-gen-with-flux-dev-realism")
    expect(reply.json().data).toHaveLength(2)
    await expectSettled(4, 2)
  })

  test("gives back what was ordered and not delivered", async () => {
    replicate.behaviour.maxOutputs = 3
    const reply = await order({ ...pot, num_outputs: 4 }, "/image-gen-with-flux-dev-realism")
    expect(reply.json().data).toHaveLength(3)
    await expectSettled(6, 3)
  })

  /** A fault, how often it happens, and whether the run has a result in the end. */
  const createFaults: [string, Fault, number, boolean, number][] = [
    ["429 with seconds", { status: 429, headers: { "retry-after": "2" } }, 2, true, 3],
    ["429 with a date", { status: 429, headers: { "retry-after": new Date().toUTCString() } }, 1, true, 2],
    ["429 for ever", { status: 429, body: { detail: "Your rate limit resets in ~30s." } }, 99, false, 4],
    ["500, the run made all the same", { isTaken: true, status: 500 }, 1, true, 1],
    ["500, nothing made", { status: 500 }, 1, false, 1],
    ["502 as a page, the run made", { isTaken: true, status: 502, body: "<h1>Bad gateway</h1>" }, 1, true, 1],
    ["503, nothing made", { status: 503 }, 1, false, 1],
    ["a reset before the answer, the run made", { isTaken: true, reset: "before" }, 1, true, 1],
    ["a reset, nothing made", { reset: "before" }, 1, false, 1],
    ["a reset halfway", { isTaken: true, reset: "halfway" }, 1, true, 1],
    ["half an answer", { isTaken: true, truncates: true }, 1, true, 1],
    ["an answer of another shape", { isTaken: true, status: 201, body: { id: 7 } }, 1, true, 1],
    ["an endless answer", { isTaken: true, bytes: 100_000_000 }, 1, true, 1],
    ["422", { status: 422, body: { detail: "no" } }, 1, false, 1],
    ["401", { status: 401, body: { detail: "no" } }, 1, false, 1],
    ["402", { status: 402, body: { detail: "no credit" } }, 1, false, 1],
  ]
  test.each(createFaults.flatMap((row) => [[...row, "ok"] as const, [...row, "off"] as const]))(
    "the call answered with %s, %o, %i times: result %s, sent %i times, webhooks %s",
    async (_name, fault, times, hasResult, sent, webhooks) => {
      replicate.behaviour.webhooks = webhooks
      fakes.script([{ match: createPath, times, fault }])
      const reply = await order()
      expect(reply.statusCode, reply.body).toBe(hasResult ? 200 : 502)
      expect(reply.body).not.toMatch(/billing|Insufficient|gateway/i)
      await expectSettled(hasResult ? 5 : 0, hasResult ? 1 : 0)
      expect(fakes.count(createPattern)).toBe(sent)
      expect(replicate.predictions().length).toBeLessThanOrEqual(1)
    },
  )

  test.each<[string, string | RegExp, Fault, number, boolean]>([
    ["a look is answered with 429", "GET /replicate/v1/predictions/", { status: 429 }, 3, true],
    ["a look breaks off", "GET /replicate/v1/predictions/", { reset: "halfway" }, 2, true],
    ["looks fail for longer than one attempt", "GET /replicate/v1/predictions/", { status: 500 }, 7, true],
    ["looks fail for ever", "GET /replicate/v1/predictions/", { status: 503 }, 999, false],
    ["a look gives half an answer", "GET /replicate/v1/predictions/", { truncates: true }, 1, false],
    ["the result is missing once", "GET /files/", { status: 404 }, 1, true],
    ["the result is missing for ever", "GET /files/", { status: 404 }, 99, false],
    ["the result breaks off", "GET /files/", { reset: "halfway" }, 1, true],
    ["the result redirects", "GET /files/", { status: 302, headers: { location: "http://127.0.0.1:9/x" } }, 99, false],
    ["the result is a page", "GET /files/", { status: 200, body: "<html></html>" }, 99, false],
    ["the result never ends", "GET /files/", { bytes: 60_000_000 }, 1, false],
  ])("%s", async (_, match, fault, times, hasResult) => {
    fakes.script([{ match, times, fault }])
    const reply = await order()
    expect(reply.statusCode, reply.body).toBe(hasResult ? 200 : 502)
    await expectSettled(hasResult ? 5 : 0, hasResult ? 1 : 0)
    expect(fakes.count(createPattern)).toBe(1)
  })

  test("tells operators about a wrong key once, switches itself off, and on again", async () => {
    const owner = await t.signUp({ name: "The owner" })
    await t.s.db.insertInto("operators").values({ accountId: owner.accountId, role: "owner" }).execute()
    fakes.script([{ match: createPath, times: 1, fault: { status: 401, body: { detail: "no" } } }])
    expect((await order()).json().message).toMatch(/out of order/)
    expect((await mailTo(t, owner.email)).text).toMatch(/does not accept the key/)
    const refused = await order()
    expect([refused.statusCode, refused.json().type]).toEqual([409, "engine_unavailable"])
    const studio = (await t.request("GET", "/studio", { person })).json().data
    expect(studio.modes["flux1.1-pro"].refusal).toMatch(/out of order/)
    expect(studio.modes.dalle3.refusal).toBeNull()
    await t.s.db
      .updateTable("providerPauses")
      .set({ until: new Date(0) })
      .execute()
    await until(async () => (await order()).statusCode === 200)
    await expectSettled(5, 1)
    expect(await t.s.db.selectFrom("providerPauses").selectAll().execute()).toEqual([])
  })

  test("switches one model off after failures in a row, and leaves the others on", async () => {
    person = await t.signUp({ credits: 100 })
    fakes.script([{ match: createPath, times: 5, fault: { status: 500 } }])
    for (let i = 0; i < 5; i++) expect((await order()).statusCode).toBe(502)
    const { modes } = (await t.request("GET", "/studio", { person })).json().data
    expect(modes["flux1.1-pro"].refusal).toMatch(/few minutes/)
    expect(modes["flux1.1-ultra"].refusal).toBeNull()
    await t.s.db
      .updateTable("providerPauses")
      .set({ until: new Date(0) })
      .execute()
    await until(async () => (await order()).statusCode === 200)
  })
})

describe("a pause", () => {
  const pauseRow = () => t.s.db.selectFrom("providerPauses").selectAll().executeTakeFirst()
  const isOver = () =>
    t.s.db
      .updateTable("providerPauses")
      .set({ until: new Date(0) })
      .execute()

  test("is made no longer by what was under way when it began", async () => {
    replicate.behaviour = { ...replicate.behaviour, finishMs: null }
    person = await t.signUp({ credits: 100 })
    const early = Array.from({ length: 3 }, () => order().then((reply) => reply))
    const made = await until(async () => replicate.predictions().length === 3 && replicate.predictions())
    fakes.script([{ match: createPath, times: 1, fault: { status: 401, body: { detail: "no" } } }])
    expect((await order()).statusCode).toBe(502)
    const before = await until(pauseRow)
    fakes.script([{ match: "GET /replicate/v1/predictions/", times: 99, fault: { status: 401, body: {} } }])
    for (const { id } of made) await replicate.advance(id, "succeeded")
    await Promise.all(early)
    expect(await pauseRow()).toEqual(before)
    expect(before.times).toBe(1)
  })

  test("that is over lets one order try, and the others wait for what comes of it", async () => {
    replicate.behaviour = { ...replicate.behaviour, finishMs: null }
    person = await t.signUp({ credits: 100 })
    fakes.script([{ match: createPath, times: 1, fault: { status: 401, body: { detail: "no" } } }])
    await order()
    await isOver()
    const sent = fakes.count(createPattern)
    const tried = await until(async () => {
      const trying = order().then((reply) => reply)
      const first = await Promise.race([trying, until(async () => replicate.predictions()[0])])
      return "id" in first && { trying, made: first }
    })
    const refused = await order()
    expect([refused.statusCode, refused.json().type]).toEqual([409, "engine_unavailable"])
    expect(fakes.count(createPattern) - sent).toBe(1)
    await replicate.advance(tried.made.id, "succeeded")
    expect((await tried.trying).statusCode).toBe(200)
    expect(await pauseRow()).toBeUndefined()
    await expectPaid(5)
  })

  test("is longer when the order that tried fails too", async () => {
    person = await t.signUp({ credits: 100 })
    fakes.script([{ match: createPath, times: 2, fault: { status: 401, body: { detail: "no" } } }])
    await order()
    await isOver()
    await until(async () => (await order()).statusCode === 502)
    expect(await pauseRow()).toMatchObject({ times: 2, reason: "auth", trialUntil: null })
    await expectPaid(0)
  })

  const expectPaid = async (paid: number): Promise<void> =>
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 100 - paid, held: 0 })
})

test("a failure counts for the engine that failed", async () => {
  const failures = async (engine: string): Promise<number> => {
    const { values } = await t.s.metrics.runs.get()
    const found = values.find(({ labels }) => labels.engine === engine && labels.outcome === "failed")
    return found?.value ?? 0
  }
  const before = [await failures("openai"), await failures("replicate")] as const
  fakes.script([{ match: drawPath, times: 1, fault: { status: 400, body: {} } }])
  expect((await order({ prompt: "a clay pot", aspect_ratio: "1:1" }, "/image-gen-with-dalle3")).statusCode).toBe(502)
  expect([await failures("openai"), await failures("replicate")]).toEqual([before[0] + 1, before[1]])
})

describe("a webhook", () => {
  const send = (path: string, headers: Record<string, string> = {}) =>
    t.request("POST", path, { headers: { "content-type": "application/json", ...headers }, body: { id: "abc" } })

  test("is refused without the provider's signature, or on an address that is not ours", async () => {
    replicate.behaviour = { ...replicate.behaviour, webhooks: "off", finishMs: null }
    const drawing = order().then((reply) => reply)
    const made = await until(async () => replicate.predictions()[0])
    for (const sign of ["none", "bad", "stale"] as const) expect(await replicate.sendWebhook(made.id, sign)).toBe(401)
    expect((await send("/hooks/replicate/key/token")).statusCode).toBe(401)
    await replicate.advance(made.id, "succeeded")
    expect((await drawing).statusCode).toBe(200)
  })

  test("counts once, however often and late it comes", async () => {
    expect((await order()).statusCode).toBe(200)
    const [made] = replicate.predictions()
    const id = made?.id ?? ""
    const replies = await Promise.all(Array.from({ length: 20 }, () => replicate.sendWebhook(id, "ok", "msg_same")))
    expect(new Set(replies)).toEqual(new Set([204]))
    await expectSettled(5, 1)
  })

  test("wakes an order long before it would look by itself", async () => {
    const patient = await open({}, true, { ...hurry, firstLook: 3_600_000, longestPause: 3_600_000 })
    try {
      person = await patient.signUp({ credits: 20 })
      expect((await order(pot, flux, patient)).statusCode).toBe(200)
      await expectSettled(5, 1, patient)
      expect(fakes.count("GET /replicate/v1/predictions/")).toBe(1)
    } finally {
      await patient.close()
    }
  })
})

describe("an order whose process dies", () => {
  test.each(["ok", "off"] as const)(
    "between the call and its answer is finished by the next one, with webhooks %s",
    async (webhooks) => {
      replicate.behaviour = { ...replicate.behaviour, webhooks, finishMs: null }
      const dying = await open({ GENERATION_WAIT_SECONDS: "0" }, false)
      try {
        person = await dying.signUp({ credits: 20 })
        fakes.script([{ match: createPath, times: 1, fault: { isTaken: true, hangs: true } }])
        const first = startWorker(dying.s, jobs)
        expect((await order(pot, flux, dying)).statusCode).toBe(202)
        const made = await until(async () => replicate.predictions()[0])
        await first.stop(0)
        const second = startWorker(dying.s, jobs)
        await replicate.advance(made.id, "succeeded")
        await until(async () => (await countPictures(dying)) === 1)
        await second.stop(5_000)
        await expectSettled(5, 1, dying)
        expect(fakes.count(createPattern)).toBe(1)
      } finally {
        await dying.close()
      }
    },
  )
})

describe("fifty orders at once with a tenth of all calls failing", () => {
  test("are each paid or given back, and leave no place taken", async () => {
    person = await t.signUp({ credits: 500 })
    const faults: Fault[] = [{ status: 500 }, { isTaken: true, reset: "before" }, { status: 429 }, { reset: "before" }]
    // Every tenth call of all kinds, by its number: the same each time.
    let seen = 0
    const unlucky = { test: () => ++seen % 10 === 0 } as unknown as RegExp
    fakes.script(faults.map((fault) => ({ match: unlucky, fault })))
    const before = process.memoryUsage().rss
    const replies: number[] = []
    for (let round = 0; round < 10; round++) {
      const five = Array.from({ length: 5 }, (_, i) => order({ ...pot, seed: round * 5 + i }))
      replies.push(...(await Promise.all(five)).map(({ statusCode }) => statusCode))
      await t.s.db.deleteFrom("providerPauses").execute()
    }
    const done = replies.filter((status) => status === 200).length
    expect(done).toBeGreaterThan(25)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 500 - done * 5, held: 0 })
    expect(await countPictures()).toBe(done)
    expect(replicate.predictions().length).toBeLessThanOrEqual(50)
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
    fakes.reset()
    expect((await order()).statusCode).toBe(200)
  }, 120_000)
})

describe("work on photos and trained models", () => {
  const quiet = (ticket: string | null = null) => {
    const heard = { tickets: [] as string[], shots: 0 }
    const watch: EngineWatch = {
      signal: new AbortController().signal,
      ticket,
      saveTicket: async (saved) => void heard.tickets.push(saved),
      onProgress() {},
      onPreview() {},
      onShot: () => void heard.shots++,
    }
    return { heard, watch }
  }
  const photoOf = (width: number, noise = false): Promise<Buffer> => {
    const plain = sharp({ create: { width, height: width, channels: 3, background: "#884422" } })
    return noise
      ? sharp(randomBytes(width * width * 3), { raw: { width, height: width, channels: 3 } })
          .png()
          .toBuffer()
      : plain.png().toBuffer()
  }

  test("keeps what was made before a later call failed", async () => {
    let sent = 0
    const second = { test: (line: string) => createPattern.test(line) && ++sent === 2 } as unknown as RegExp
    fakes.script([{ match: second, fault: { status: 422, body: { detail: "no" } } }])
    const size = { width: 1024, height: 1024, seed: 3, format: "webp" as const }
    const words = { prompt: "a pot", sentPrompt: "a pot", style: "plain" as const, mode: "flux1.1-pro", raw: false }
    const drawn = await t.s.engine.run<"picture">({ kind: "picture", count: 3, ...words, ...size }, quiet().watch)
    expect(drawn).toHaveLength(1)
  })

  test("cuts out, enlarges and describes, small files inside the call and large ones uploaded before", async () => {
    const small = await photoOf(64)
    const large = await photoOf(400, true)
    const cut = await t.s.engine.run({ kind: "cut-out", file: small, format: "webp" }, quiet().watch)
    expect((await sharp(cut.bytes).metadata()).format).toBe("webp")
    const enlarged = await t.s.engine.run({ kind: "enlargement", file: large, factor: 4, format: "png" }, quiet().watch)
    expect(enlarged).toMatchObject({ width: 256, by: "model" })
    const { text } = await t.s.engine.run({ kind: "description", file: small }, quiet().watch)
    expect(text).toBe("a clay pot on a wooden table, soft window light")
    expect(fakes.count("POST /replicate/v1/files")).toBe(1)
    expect(replicate.predictions().map(({ input }) => String(input.image).slice(0, 22))).toEqual([
      "data:image/png;base64,",
      `${fakes.origin}/replicate`.slice(0, 22),
      "data:image/png;base64,",
    ])
    const unreadable = t.s.engine.run({ kind: "cut-out", file: Buffer.from("no"), format: "png" }, quiet().watch)
    await expect(unreadable).rejects.toMatchObject({ type: "general_argument_invalid" })
  })

  test.each(["ok", "off"] as const)(
    "uploads a large photo once, however often it is asked for, webhooks %s",
    async (webhooks) => {
      const app = webhooks === "ok" ? t : await open({ REPLICATE_WEBHOOK_SECRET: "" })
      try {
        replicate.behaviour = { ...replicate.behaviour, webhooks, finishMs: null }
        const order = { kind: "cut-out" as const, file: await photoOf(400, true), format: "webp" as const }
        fakes.script([{ match: "POST /replicate/v1/predictions", times: 1, fault: { isTaken: true, hangs: true } }])
        const [first, dying] = [quiet(), new AbortController()]
        const lost = app.s.engine.run<"cut-out">(order, { ...first.watch, signal: dying.signal })
        lost.catch(() => {})
        const made = await until(async () => replicate.predictions()[0])
        dying.abort(new Error("the process is stopping"))
        await expect(lost).rejects.toThrow("the process is stopping")
        await replicate.advance(made.id, "succeeded")
        const again = await app.s.engine.run<"cut-out">(order, quiet(first.heard.tickets[0] ?? "").watch)
        expect(again.by).toBe("model")
        expect(replicate.predictions()).toHaveLength(1)
        expect(fakes.count("POST /replicate/v1/files")).toBe(1)
      } finally {
        if (app !== t) await app.close()
      }
    },
  )

  test("trains a model from photos, draws with it and shoots with it", async () => {
    const photos = [await photoOf(64), await photoOf(80)]
    const { heard, watch } = quiet()
    const order = { kind: "training" as const, photos, triggerWord: "awopot", style: "Bags" }
    const model = await t.s.engine.run<"training">(order, watch)
    expect(model.model).toMatch(/^replicate:aworan-test\/aworan-trained:[0-9a-f]{64}$/)
    expect(replicate.trainings()[0]?.input).toMatchObject({ trigger_word: "awopot", steps: 1000 })
    // The same order after its process died: nothing is trained twice.
    const again = await t.s.engine.run<"training">(order, quiet(heard.tickets[0] ?? "").watch)
    expect(again.model).toBe(model.model)
    expect(replicate.trainings()).toHaveLength(1)
    expect([fakes.count("POST /replicate/v1/files"), fakes.count(/^GET .*\/models\/[^/]+\/[^/]+$/)]).toEqual([1, 2])

    const known = { model: model.model, triggerWord: "awopot", views: [] }
    const size = { width: 1024, height: 1024, seed: 3, format: "webp" as const }
    const picture = { kind: "model-picture" as const, known, prompt: "on a beach", count: 2, ...size }
    expect(await t.s.engine.run<"model-picture">(picture, quiet().watch)).toHaveLength(2)
    expect(replicate.predictions()[0]?.input.prompt).toBe("awopot on a beach")

    const templates = ["plain-white", "plain-blue"]
    const prompts = ["on white", "awopot on blue"]
    const shoot = { kind: "shoot" as const, photos: [], templates, known, prompts, from: 0, count: 3, ...size }
    const shooting = quiet()
    const shots = await t.s.engine.run<"shoot">(shoot, shooting.watch)
    expect(shots.map(({ template }) => template)).toEqual(["plain-white", "plain-blue", "plain-white"])
    expect(replicate.predictions().map(({ input }) => input.prompt)).toEqual([
      "awopot on a beach",
      "awopot on white",
      "awopot on blue",
      "awopot on white",
    ])
    expect(shooting.heard.shots).toBe(3)
  })

  test("stops the provider's run when the order is ended", async () => {
    replicate.behaviour.finishMs = null
    const abort = new AbortController()
    const drawing = t.s.engine.run(
      { kind: "description", file: await photoOf(32) },
      { ...quiet().watch, signal: abort.signal },
    )
    drawing.catch(() => {})
    const made = await until(async () => replicate.predictions()[0])
    await until(async () => fakes.count("GET /replicate/v1/predictions/") > 0)
    abort.abort(new OrderEnded())
    await expect(drawing).rejects.toBeInstanceOf(OrderEnded)
    await until(async () => replicate.predictions()[0]?.status === "canceled")
    expect(made.status).toBe("canceled")
  })
})

describe("OpenAI's images API", () => {
  const square = { prompt: "a clay pot", aspect_ratio: "1:1" }
  const draw = (app = t) => order(square, "/image-gen-with-dalle3", app)

  test("draws the mode dalle3 with one square picture, and sends no field that the model refuses", async () => {
    const reply = await draw()
    expect(reply.statusCode, reply.body).toBe(200)
    await expectSettled(5, 1)
    expect(openai.drawn()).toEqual([
      { model: "gpt-image-2.5-flare", prompt: "a clay pot", n: 1, size: "1024x1024", output_format: "webp" },
    ])
  })

  test("asks a model that takes it for an address, and fetches that", async () => {
    const old = await open({
      OPENAI_IMAGE_MODEL: "dall-e-3",
      OPENAI_OUTPUT_HOSTS: new URL(fakes.origin).host,
      OPENAI_IMAGE_LABEL: "Own painter",
    })
    try {
      person = await old.signUp({ credits: 20 })
      expect((await draw(old)).statusCode).toBe(200)
      expect(openai.drawn()[0]).toMatchObject({ response_format: "url", size: "1024x1024" })
      const { modes } = (await old.request("GET", "/studio", { person })).json().data
      expect(modes.dalle3.label).toBe("Own painter")
    } finally {
      await old.close()
    }
  })

  test.each<[string, Fault, number, boolean, number]>([
    ["429", { status: 429, headers: { "retry-after": "1" } }, 2, true, 3],
    ["an empty account", { status: 429, body: { error: { code: "insufficient_quota" } } }, 1, false, 1],
    ["a wrong key", { status: 401, body: { error: { code: "invalid_api_key" } } }, 1, false, 1],
    ["500", { isTaken: true, status: 500 }, 1, false, 1],
    ["a reset", { isTaken: true, reset: "before" }, 1, false, 1],
    ["half an answer", { isTaken: true, truncates: true }, 1, false, 1],
    ["no picture", { status: 200, body: { data: [{}] } }, 1, false, 1],
    ["bytes that are no picture", { status: 200, body: { data: [{ b64_json: "aGVsbG8=" }] } }, 1, false, 1],
    ["an endless answer", { bytes: 120_000_000 }, 1, false, 1],
  ])("answers with %s, %o %i times: result %s, sent %i times", async (_, fault, times, hasResult, sent) => {
    fakes.script([{ match: drawPath, times, fault }])
    const reply = await draw()
    expect(reply.statusCode, reply.body).toBe(hasResult ? 200 : 502)
    await expectSettled(hasResult ? 5 : 0, hasResult ? 1 : 0)
    expect(fakes.count(drawPath)).toBe(sent)
  })

  test("says in our words what it declined", async () => {
    const reply = await order({ ...square, prompt: "something forbidden" }, "/image-gen-with-dalle3")
    expect(reply.json().message).toMatch(/declined/)
    expect(reply.body).not.toMatch(/safety/)
    await expectSettled(0, 0)
  })
})

test("what no engine carries out cannot be ordered, and is shown as such", async () => {
  const none = await open({ ENGINE_ROUTES: "inspection=fake,dalle3=none,shoot=none" })
  try {
    person = await none.signUp({ credits: 20 })
    const reply = await order({ prompt: "a clay pot", aspect_ratio: "1:1" }, "/image-gen-with-dalle3", none)
    expect([reply.statusCode, reply.json().type]).toEqual([409, "engine_unavailable"])
    await expectSettled(0, 0, none)
    const { modes, kinds } = (await none.request("GET", "/studio", { person })).json().data
    expect(modes.dalle3).toMatchObject({ engine: "none", refusal: "No engine is set up for this." })
    expect(modes["flux1.1-pro"]).toMatchObject({ engine: "replicate", refusal: null, feeCredits: 5 })
    expect(kinds.shoot.refusal).not.toBeNull()
    expect(kinds["cut-out"]).toMatchObject({ engine: "replicate", refusal: null })
  } finally {
    await none.close()
  }
})
