import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { usualFees } from "#contract/catalogue/fees.ts"
import type { Model } from "#contract/product/trainings.ts"
import { jobs } from "#server/jobs.ts"
import { createPattern, type Hosted, openHosted, quietWatch } from "#server/testing/hosted.ts"
import type { FakePrediction } from "#server/testing/providers/replicate.ts"
import type { TestPerson } from "#server/testing/test-app.ts"
import { uploadTrainingPhotos } from "#server/testing/uploads.ts"
import { until } from "#server/testing/wait.ts"
import { startWorker, type Worker } from "#server/worker.ts"

const trainPattern = /^POST \/replicate\/v1\/models\/.+\/trainings$/
const documents = "/v1/databases/main/collections"

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
  }, 20_000)

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

      const owned = encodeURIComponent(
        JSON.stringify({ method: "equal", attribute: "customerID", values: [person.accountId] }),
      )
      const shots = await h.t.request("GET", `${documents}/photoshoots/documents?queries[0]=${owned}`, { person })
      expect(shots.json().total).toBe(6)
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
    expect(await h.outcomeOf(person)).toEqual({ credits: usualFees.training + 10, held: 0, pictures: 0 })
    expect(h.fakes.count(trainPattern)).toBe(1)
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
})

test("the engine packs photos, trains once, and names the product in every prompt of a shoot", async () => {
  const { engine } = h.t.s
  const photos = [1, 2].map((size) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(size)]))
  const { heard, watch } = quietWatch()
  const order = { kind: "training" as const, photos, triggerWord: "awopot", style: "Bags" }
  const model = await engine.run<"training">(order, watch)
  expect(model.model).toMatch(/^replicate:aworan-test\/aworan-trained:[0-9a-f]{64}$/)
  expect(h.replicate.trainings()[0]?.input).toMatchObject({ trigger_word: "awopot", steps: 1000 })
  // The same order after its process died: nothing is trained twice.
  const again = await engine.run<"training">(order, quietWatch(heard.tickets[0] ?? "").watch)
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
