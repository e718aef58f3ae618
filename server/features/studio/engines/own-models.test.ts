import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { usualFees } from "#contract/catalogue/fees.ts"
import type { Model } from "#contract/studio/trainings.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker, type Worker } from "#server/composition/worker.ts"
import type { Fault } from "#server/testing/providers/fake-http.ts"
import type { FakePrediction } from "#server/testing/providers/replicate.ts"
import { readShape } from "#server/testing/providers/shapes.ts"
import { uploadTrainingPhotos } from "#server/testing/records/uploads.ts"
import { createPattern, type Hosted, openHosted, quietWatch } from "#server/testing/services/hosted.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

const trainPattern = /^POST \/replicate\/v1\/models\/.+\/trainings$/
const cancelPattern = /^POST \/replicate\/v1\/(predictions|trainings)\/\w+\/cancel$/
const documents = "/v1/databases/main/collections"

const pots = {
  kind: "training" as const,
  photos: [1, 2].map((size) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(size)])),
  triggerWord: "awopot",
  style: "Bags",
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
  person = await h.t.signUp({ isVerified: true, credits: usualFees.training + 10 })
})
afterEach(() => h.forget())
afterAll(async () => {
  await worker.stop(5_000)
  await h.close()
})

async function start(): Promise<string> {
  const data = { PrimaryStyle: "Bags", images: await uploadTrainingPhotos(h.t, person) }
  const reply = await h.t.request("POST", `${documents}/trainings/documents`, {
    person,
    body: { documentId: "unique()", data },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().$id
}

async function modelOf(id: string): Promise<Model> {
  return (await h.t.request("GET", `/trainings/${id}`, { person })).json().data
}

const untilStatus = (id: string, status: Model["trainingStatus"]): Promise<Model> =>
  until(async () => {
    const model = await modelOf(id)
    return model.trainingStatus === status && model
  })

const untilTraining = (): Promise<FakePrediction> => until(async () => h.replicate.trainings()[0])

describe("a training at Replicate", () => {
  test.each(["ok", "off"] as const)(
    "goes from photos to a shoot and to pictures by words, though its process dies, webhooks %s",
    async (webhooks) => {
      h.replicate.behaviour = { ...h.replicate.behaviour, webhooks, finishMs: null }
      h.fakes.script([{ match: trainPattern, times: 1, fault: { isTaken: true, hangs: true } }])
      const id = await start()
      const training = await untilTraining()
      expect((await modelOf(id)).trainingStatus).toBe("training_in_progress")
      await worker.stop(0)
      worker = startWork()
      h.replicate.behaviour.finishMs = 20
      await h.replicate.advance(training.id, "succeeded")

      const model = await untilStatus(id, "photoshoot_ready")
      expect(model).toMatchObject({ shots: 6, openShots: 0, allowance: 0, failure: null })
      expect(await h.outcomeOf(person)).toEqual({ credits: 10, held: 0, pictures: 0 })
      expect([h.fakes.count(trainPattern), h.fakes.count(createPattern)]).toEqual([1, 6])
      const { version } = training.output as { version: string }
      const prompts = h.replicate.predictions().map(({ input }) => String(input.prompt))
      expect(new Set(prompts).size).toBe(6)
      for (const prompt of prompts) expect(prompt).toContain(model.triggerWord)

      const { values: dollars } = await h.t.s.metrics.providerDollars.get()
      expect(dollars.map(({ labels }) => labels.model)).toEqual(expect.arrayContaining(["training", "trainer"]))

      const owned = encodeURIComponent(
        JSON.stringify({ method: "equal", attribute: "customerID", values: [person.accountId] }),
      )
      const shots = await h.t.request("GET", `${documents}/photoshoots/documents?queries[0]=${owned}`, { person })
      expect(shots.json().total).toBe(6)
      expect(model.engine).toBe("replicate")
      for (const shot of shots.json().documents) expect(shot.engine).toBe("replicate")
      const picture = await h.t.request("GET", new URL(shots.json().documents[0].url).pathname, { person })
      expect(picture.headers["content-type"]).toBe("image/webp")

      const body = { prompt: `${model.triggerWord} on a beach`, aspect_ratio: "1:1", num_outputs: "2" }
      const drawn = await h.t.request("POST", model.url ?? "", { person, body })
      expect(drawn.statusCode, drawn.body).toBe(200)
      expect(await h.outcomeOf(person)).toEqual({ credits: 10 - 2 * usualFees["own-model"], held: 0, pictures: 2 })
      const sent = h.fakes.log().findLast(({ method, path }) => createPattern.test(`${method} ${path}`))
      expect(JSON.parse(String(sent?.body)).version).toBe(version.split(":")[1])
    },
    60_000,
  )

  test.each(["failed", "canceled", "aborted"] as const)("that is %s gives its fee back", async (outcome) => {
    h.replicate.behaviour.outcome = outcome
    const model = await untilStatus(await start(), "training_failed")
    expect(model).toMatchObject({ failure: "The training did not succeed. Please try again.", shots: 0, url: null })
    expect(model.isRefunded).toBe(true)
    expect(await h.outcomeOf(person)).toEqual({ credits: usualFees.training + 10, held: 0, pictures: 0 })
    expect(h.fakes.count(trainPattern)).toBe(1)
  })

  test("goes on after its process dies though its owner has removed photos, which the provider has by then", async () => {
    h.replicate.behaviour.finishMs = null
    const id = await start()
    const training = await untilTraining()
    await until(async () => h.fakes.count("GET /replicate/v1/trainings/") > 0)
    await worker.stop(0)
    const { images } = await modelOf(id)
    for (const image of images.slice(1)) {
      const path = new URL(image).pathname.replace(/\/view$/, "")
      expect((await h.t.request("DELETE", path, { person, body: {} })).statusCode).toBe(204)
    }
    worker = startWork()
    h.replicate.behaviour.finishMs = 20
    await h.replicate.advance(training.id, "succeeded")
    const model = await until(async () => {
      const found = await modelOf(id)
      return /_ready|_failed/.test(found.trainingStatus) && found
    })
    expect(model).toMatchObject({ trainingStatus: "photoshoot_ready", shots: 6, failure: null })
    expect(model.findings).toHaveLength(3)
    expect(h.fakes.count(trainPattern)).toBe(1)
  })

  test("that is under way when its owner deletes the model is ended there, and its fee is given back", async () => {
    h.replicate.behaviour.finishMs = null
    const id = await start()
    const training = await untilTraining()
    await until(async () => h.fakes.count("GET /replicate/v1/trainings/") > 0)
    expect((await modelOf(id)).trainingStatus).toBe("training_in_progress")
    const gone = await h.t.request("DELETE", `${documents}/trainings/documents/${id}`, { person, body: {} })
    expect(gone.statusCode, gone.body).toBe(204)
    await until(async () => training.status === "canceled")
    expect((await h.t.request("GET", `/trainings/${id}`, { person })).statusCode).toBe(404)
    expect(await h.outcomeOf(person)).toEqual({ credits: usualFees.training + 10, held: 0, pictures: 0 })
  })

  test("that its owner cancels is ended there too, and what is told of it later changes nothing", async () => {
    h.replicate.behaviour.finishMs = null
    const id = await start()
    const training = await untilTraining()
    await until(async () => h.fakes.count("GET /replicate/v1/trainings/") > 0)
    expect((await h.t.request("POST", `/trainings/${id}/cancel`, { person, body: {} })).statusCode).toBe(200)
    await until(async () => training.status === "canceled")
    expect(await h.replicate.sendWebhook(training.id)).toBe(204)
    expect((await modelOf(id)).trainingStatus).toBe("cancelled")
    expect(await h.outcomeOf(person)).toEqual({ credits: usualFees.training + 10, held: 0, pictures: 0 })
    expect([h.fakes.count(trainPattern), h.fakes.count(createPattern)]).toEqual([1, 0])
  })

  test.each<[string, (id: string) => ReturnType<TestApp["request"]>]>([
    ["cancels it", (id) => h.t.request("POST", `/trainings/${id}/cancel`, { person, body: {} })],
    [
      "deletes the account",
      () => h.t.request("DELETE", "/v1/account", { person, body: { password: person.password } }),
    ],
  ])("whose owner %s while no process is at it is ended there by the next one, refusals or not", async (_, end) => {
    h.replicate.behaviour.finishMs = null
    const id = await start()
    const training = await untilTraining()
    await until(async () => h.fakes.count("GET /replicate/v1/trainings/") > 0)
    await worker.stop(0)
    h.fakes.script([{ match: cancelPattern, times: 2, fault: { status: 500 } }])
    expect((await end(id)).statusCode).toBeLessThan(300)
    expect((await h.outcomeOf(person)).held).toBe(0)
    worker = startWork()
    await until(async () => training.status === "canceled")
    expect(h.fakes.count(cancelPattern)).toBe(3)
  })

  test("that cannot be looked at any more fails, and is ended there", async () => {
    h.replicate.behaviour.finishMs = null
    h.fakes.script([{ match: "GET /replicate/v1/trainings/", times: 999, fault: { status: 503 } }])
    const id = await start()
    expect(await untilStatus(id, "training_failed")).toMatchObject({ isRefunded: true })
    await until(async () => h.replicate.trainings()[0]?.status === "canceled")
  })
})

test("whatever an order began is ended at the provider, also what its answer was lost of, and what is over is left", async () => {
  h.replicate.behaviour = { ...h.replicate.behaviour, webhooks: "off", finishMs: null }
  const stop = new AbortController()
  const { heard, watch } = quietWatch()
  const two = {
    kind: "picture" as const,
    mode: "flux1.1-pro",
    style: "plain" as const,
    prompt: "pot",
    count: 2,
    raw: false,
  }
  const size = { sentPrompt: "pot", width: 1024, height: 1024, seed: 3, format: "webp" as const }
  const drawing = h.t.s.engine.run<"picture">({ ...two, ...size }, { ...watch, signal: stop.signal }).catch(() => {})
  const [first] = await until(async () => h.replicate.predictions().length > 0 && h.replicate.predictions())
  h.fakes.script([{ match: createPattern, times: 1, fault: { isTaken: true, hangs: true } }])
  await h.replicate.advance(first?.id ?? "", "succeeded")
  await until(async () => h.replicate.predictions().length === 2)
  stop.abort(new Error("the process stops"))
  await drawing
  for (let time = 0; time < 2; time++) await h.t.s.engine.abandon?.(heard.providerJobIds[0] ?? "")
  expect(h.replicate.predictions().map(({ status }) => status)).toEqual(["succeeded", "canceled"])
})

describe("a model that another engine trained", () => {
  const modelRow = (id: string) =>
    h.t.s.db.selectFrom("trainings").select(["engine", "model"]).where("id", "=", id).executeTakeFirstOrThrow()

  /** A second product on the same rows, with other settings. */
  async function withSettings<T>(settings: Record<string, string>, use: (t: TestApp) => Promise<T>): Promise<T> {
    const engine = await h.openEngine(settings)
    const usual = h.t.s.engine
    h.t.s.engine = engine
    try {
      return await use(h.t)
    } finally {
      h.t.s.engine = usual
      await engine.stop()
    }
  }

  test("is drawn by that one beside Replicate, to a shoot and to pictures by words, and costs nothing there", async () => {
    const settings = { ENGINE_ROUTES: "training=fake,inspection=fake", REPLICATE_OWNER: "" }
    await withSettings(settings, async (t) => {
      const id = await start()
      expect(await untilStatus(id, "photoshoot_ready")).toMatchObject({ shots: 6, openShots: 0, failure: null })
      expect(await modelRow(id)).toEqual({ engine: "fake", model: "fake:1" })
      const body = { prompt: "on a beach", aspect_ratio: "1:1" }
      const drawn = await t.request("POST", `/trainings/${id}/generate`, { person, body })
      expect(drawn.statusCode, drawn.body).toBe(200)
      expect((await h.order(person)).statusCode).toBe(200)
      const rows = await t.s.db
        .selectFrom("generations")
        .select("engine")
        .where("accountId", "=", person.accountId)
        .orderBy("createdAt")
        .execute()
      expect(rows.map(({ engine }) => engine)).toEqual(["fake", "replicate"])
      expect([h.fakes.count(trainPattern), h.fakes.count(createPattern)]).toEqual([0, 1])
    })
  })

  test("at Replicate is drawn there while its token is set, and else refused in words before anything is paid", async () => {
    const id = await start()
    await untilStatus(id, "photoshoot_ready")
    const words = { prompt: "on a beach", aspect_ratio: "1:1" }
    const draw = (t: TestApp) => t.request("POST", `/trainings/${id}/generate`, { person, body: words })
    const drawn = await withSettings({ ENGINE: "fake", ENGINE_ROUTES: "", REPLICATE_OWNER: "" }, draw)
    expect(drawn.statusCode, drawn.body).toBe(200)
    const before = await h.outcomeOf(person)
    const none = { REPLICATE_API_TOKEN: "", REPLICATE_BASE_URL: "", REPLICATE_WEBHOOK_SECRET: "" }
    await withSettings({ ENGINE: "fake", ENGINE_ROUTES: "", ...none }, async (t) => {
      const shots = t.request("POST", `/trainings/${id}/shots`, { person, body: { count: 1 } })
      for (const reply of [await draw(t), await shots]) {
        expect([reply.statusCode, reply.json().type]).toEqual([409, "engine_unavailable"])
        expect(reply.json().message).toMatch(/not set up any more/)
      }
    })
    expect(await h.outcomeOf(person)).toEqual(before)
  })

  test("cannot be ordered where nobody trains, and the screen is told so", async () => {
    await withSettings({ ENGINE_ROUTES: "dalle3=openai", REPLICATE_OWNER: "" }, async (t) => {
      const { kinds } = (await t.request("GET", "/studio", { person })).json().data
      expect(kinds.training).toMatchObject({ refusal: "No engine is set up for this." })
      expect(kinds.shoot).toMatchObject({ engine: "local", refusal: null })
      const data = { PrimaryStyle: "Bags", images: await uploadTrainingPhotos(t, person) }
      const body = { documentId: "unique()", data }
      const reply = await t.request("POST", `${documents}/trainings/documents`, { person, body })
      expect([reply.statusCode, reply.json().type]).toEqual([409, "engine_unavailable"])
      expect(await h.outcomeOf(person)).toMatchObject({ credits: usualFees.training + 10, held: 0 })
    })
  })
})

test.each<[string, Fault, isMade: boolean, sent: number]>([
  ["429", { status: 429, headers: { "retry-after": "1" } }, true, 2],
  ["500, the training made all the same", { isTaken: true, status: 500 }, true, 1],
  ["500, nothing made", { status: 500 }, false, 1],
  ["a reset, the training made", { isTaken: true, reset: "before" }, true, 1],
  ["a reset halfway", { isTaken: true, reset: "halfway" }, true, 1],
  ["half an answer", { isTaken: true, truncates: true }, true, 1],
  ["an answer of another shape", { isTaken: true, status: 201, body: { id: 7 } }, true, 1],
  ["an empty account", readShape("replicate/no-credit"), false, 1],
])("a training whose call is answered with %s, %o, is made: %s, and sent %i times", async (_, fault, isMade, sent) => {
  h.fakes.script([{ match: trainPattern, times: 1, fault }])
  const training = h.t.s.engine.run<"training">(pots, quietWatch().watch)
  if (isMade) expect((await training).model).toMatch(/^replicate:/)
  else await expect(training).rejects.toMatchObject({ type: "engine_unavailable" })
  expect(h.fakes.count(trainPattern)).toBe(sent)
  expect(h.replicate.trainings()).toHaveLength(isMade ? 1 : 0)
})

test.each<[string, Fault]>([
  ["another training is making it too", { isTaken: true, status: 409, body: { detail: "It exists." } }],
  ["the answer is lost", { isTaken: true, reset: "before" }],
])("the model that versions are kept in is used where making it fails because %s", async (_, fault) => {
  h.fakes.script([{ match: /^POST \/replicate\/v1\/models$/, times: 1, fault }])
  const trained = await h.t.s.engine.run<"training">(pots, quietWatch().watch)
  expect(trained.model).toMatch(/^replicate:/)
  expect(h.fakes.count(trainPattern)).toBe(1)
})

test("the engine packs photos, trains once, and names the product in every prompt of a shoot", async () => {
  const { engine } = h.t.s
  const { heard, watch } = quietWatch()
  const model = await engine.run<"training">(pots, watch)
  expect(model.model).toMatch(/^replicate:aworan-test\/aworan-trained:[0-9a-f]{64}$/)
  expect(h.replicate.trainings()[0]?.input).toMatchObject({ trigger_word: "awopot", steps: 1000 })
  // The same order after its process died: nothing is trained twice.
  const again = await engine.run<"training">(pots, quietWatch(heard.providerJobIds[0] ?? "").watch)
  expect(again.model).toBe(model.model)
  expect(h.replicate.trainings()).toHaveLength(1)
  expect([h.fakes.count("POST /replicate/v1/files"), h.fakes.count(/^GET .*\/models\/[^/]+\/[^/]+$/)]).toEqual([1, 2])

  const known = { model: model.model, triggerWord: "awopot", views: [] }
  const size = { width: 1024, height: 1024, seed: 3, format: "webp" as const }
  const picture = { kind: "model-picture" as const, known, prompt: "on a beach", count: 2, ...size }
  expect(await engine.run<"model-picture">(picture, quietWatch().watch)).toHaveLength(2)
  const templates = ["plain-white", "plain-blue"]
  const prompts = ["on white", "awopot on blue"]
  const shoot = { kind: "shoot" as const, photos: [], templates, known, prompts, from: 0, count: 3, ...size }
  const shooting = quietWatch()
  const shots = await engine.run<"shoot">(shoot, shooting.watch)
  expect(shots.map(({ template }) => template)).toEqual(["plain-white", "plain-blue", "plain-white"])
  expect(h.replicate.predictions().map(({ input }) => input.prompt)).toEqual([
    "awopot on a beach",
    "awopot on white",
    "awopot on blue",
    "awopot on white",
  ])
  expect(shooting.heard.shots).toBe(3)
})
