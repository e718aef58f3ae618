import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { z } from "zod"
import type { Storage } from "#server/adapters/storage/port.ts"
import { startWorker } from "#server/composition/worker.ts"
import { engineQueue, type RunKind, runKind } from "#server/declarations/run-kind.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { check, orderFor, play } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { runJobs } from "./job.ts"
import { cancelRun, findOwnRun, placeRun } from "./service.ts"
import { sweepRuns } from "./sweep.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { GENERATION_WAIT_SECONDS: "0" } })
})
afterAll(() => t.close())

const flux = "/image-gen-with-flux-1.1"
const bottle = { prompt: "a clay pot", aspect_ratio: "1:1" }

/** A kind of one credit, the parts of which a test replaces. */
function testKind(parts: Partial<RunKind> = {}): RunKind {
  return {
    ...runKind({
      name: "test",
      input: z.object({}),
      queue: engineQueue,
      words: { made: "Made", fewer: "Fewer", notMade: "Not made", started: "It has begun." },
      title: () => "Test",
      price: () => ({ feeCredits: 1, count: 1 }),
      failure: () => "It failed.",
      work: async () => "drawn",
      keep: async () => "kept",
      finish: async () => ({ pieces: 1 }),
    }),
    ...parts,
  }
}

function place(kind: RunKind, { accountId }: TestPerson) {
  return placeRun(t.s, kind, { accountId, input: {}, idempotencyKey: null, body: null })
}

function workOn(kind: RunKind) {
  return startWorker(t.s, runJobs(new Map([[kind.name, kind]])))
}

const creditsOf = ({ accountId }: TestPerson) => balanceOf(t.s.db, accountId)

async function ended(person: TestPerson, id: string) {
  return until(async () => {
    const run = await findOwnRun(t.s.db, person.accountId, id)
    return run !== undefined && !["waiting", "running"].includes(run.status) && run
  })
}

describe("news of a run under way", () => {
  test("are passed on one after the other, so that what is older never comes last", async () => {
    const person = await t.signUp({ credits: 5 })
    const told: { progress: number; previews: readonly string[] }[] = []
    let [open, most] = [0, 0]
    const kind = testKind({
      keepPreview: async () => {},
      previews: (_s, _id, count) => Array.from({ length: count }, (_, n) => `preview ${n}`),
      async publishProgress(_s, _db, { id }, news) {
        most = Math.max(most, ++open)
        // Time enough for the next news to overtake these.
        for (let n = 0; n < 20; n++) await findOwnRun(t.s.db, person.accountId, id)
        told.push(news)
        open--
      },
      async work(_s, _run, watch) {
        watch.onProgress(0.2)
        watch.onPreview(0, Buffer.of(1))
        watch.onProgress(0.4)
        watch.onPreview(1, Buffer.of(2))
        await until(async () => told.at(-1)?.previews.length === 2 && open === 0)
        return "drawn"
      },
    })
    const worker = workOn(kind)
    try {
      const { id } = await place(kind, person)
      expect(await ended(person, id)).toMatchObject({ status: "ready", previewCount: 2 })
      expect(most).toBe(1)
      const steps = told.map(({ progress }) => progress)
      expect(steps).toEqual([...steps].sort((a, b) => a - b))
    } finally {
      await worker.stop(5_000)
    }
  })
})

describe("a person's open runs", () => {
  test("are never more than fifty, however many are asked for at once", async () => {
    const person = await t.signUp({ credits: 1_000 })
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => t.request("POST", flux, { person, body: bottle })),
    )
    const statuses = replies.map((reply) => reply.statusCode)
    expect(statuses.filter((status) => status === 202)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await creditsOf(person)).toEqual({ credits: 750, held: 250 })
  })

  test("are listed with their kind, and are nobody else's business", async () => {
    const person = await t.signUp({ credits: 5 })
    const stranger = await t.signUp()
    const { id } = (await t.request("POST", flux, { person, body: bottle })).json().job
    const open = (await t.request("GET", "/runs", { person })).json().data
    expect(open).toMatchObject([{ id, kind: "picture", title: "Flux 1.1 Pro", status: "waiting", feeCredits: 5 }])
    // Every page reads all work under way by one call: pictures are told by their orders alone.
    const all = (await t.request("GET", "/generation-orders", { person })).json()
    expect(all).toMatchObject({ data: [{ id, mode: "flux1.1-pro" }], runs: [], models: [] })
    expect((await t.request("GET", "/runs", { person: stranger })).json().data).toEqual([])
    expect((await t.request("GET", `/runs/${id}`, { person: stranger })).statusCode).toBe(404)
    expect((await t.request("POST", `/runs/${id}/cancel`, { person: stranger })).statusCode).toBe(404)
    const cancelled = await t.request("POST", `/runs/${id}/cancel`, { person })
    expect(cancelled.json().data).toMatchObject({ id, status: "cancelled" })
    expect(await creditsOf(person)).toEqual({ credits: 5, held: 0 })
    expect((await t.request("POST", `/runs/${id}/cancel`, { person })).statusCode).toBe(409)
  })
})

describe("a run", () => {
  test("of whoever bought Pro or Max begins before what others ordered earlier", async () => {
    const began: string[] = []
    const kind = testKind({
      async work(_s, { accountId }) {
        began.push(accountId)
        return "drawn"
      },
    })
    const buyerOf = async (item: string): Promise<TestPerson> => {
      const person = await t.signUp()
      const { tx_ref } = await orderFor(t, person, item)
      await play(t, tx_ref, { outcome: "success", notices: 0 })
      await check(t, person, tx_ref)
      return person
    }
    const [basic, pro, max] = [
      await buyerOf("credits:basic"),
      await buyerOf("credits:pro"),
      await buyerOf("credits:max"),
    ]
    for (const person of [basic, basic, pro, max]) await place(kind, person)
    const worker = workOn(kind)
    await until(async () => began.length === 4)
    await worker.stop(1_000)
    // Two begin at once, in whichever order.
    expect(new Set(began.slice(0, 2))).toEqual(new Set([pro.accountId, max.accountId]))
    expect(began.slice(2)).toEqual([basic.accountId, basic.accountId])
  })

  test("is drawn once though storing it fails at first", async () => {
    let drawings = 0
    let attempts = 0
    const kind = testKind({
      async work() {
        drawings++
        return "drawn"
      },
      async keep(_s, _run, drawn) {
        if (++attempts < 3) throw new Error("The storage is away.")
        return drawn
      },
    })
    const person = await t.signUp({ credits: 1 })
    const { id } = await place(kind, person)
    const worker = workOn(kind)
    expect((await ended(person, id)).status).toBe("ready")
    await worker.stop(1_000)
    expect([drawings, attempts]).toEqual([1, 3])
    expect(await creditsOf(person)).toEqual({ credits: 0, held: 0 })
  })

  test("gets the provider job id of its first attempt on the second one", async () => {
    const seen: (string | null)[] = []
    const kind = testKind({
      async work(_s, _run, watch) {
        seen.push(watch.providerJobId)
        await watch.saveProviderJobId(`job-${seen.length}`)
        if (seen.length === 1) throw new Error("The connection broke.")
        return "drawn"
      },
    })
    const person = await t.signUp({ credits: 1 })
    const { id } = await place(kind, person)
    const worker = workOn(kind)
    const run = await ended(person, id)
    await worker.stop(1_000)
    expect(run).toMatchObject({ status: "ready", engine: "fake", engineTicket: "job-1" })
    expect(seen).toEqual([null, "job-1"])
  })

  test.each([
    [true, "cancelled", 1],
    [undefined, "ready", 0],
  ] as const)(
    "at work is stopped only when its kind allows it (%s)",
    async (canStopAtWork, status, credits) => {
      let finishWork = (): void => {}
      let hasBegun = false
      const kind = testKind({
        ...(canStopAtWork ? { canStopAtWork } : {}),
        work: (_s, _run, watch) =>
          new Promise((resolve, reject) => {
            hasBegun = true
            finishWork = () => resolve("drawn")
            watch.signal.addEventListener("abort", () => reject(watch.signal.reason))
          }),
      })
      const person = await t.signUp({ credits: 1 })
      const { id } = await place(kind, person)
      const worker = workOn(kind)
      await until(async () => hasBegun)
      const cancelling = cancelRun(t.s, kind, person.accountId, id)
      if (canStopAtWork) await cancelling
      else await expect(cancelling).rejects.toMatchObject({ type: "already_started" })
      finishWork()
      expect((await ended(person, id)).status).toBe(status)
      await worker.stop(5_000)
      expect(await creditsOf(person)).toEqual({ credits, held: 0 })
    },
    30_000,
  )

  test("whose job is gone gives its credits back", async () => {
    const kind = testKind()
    const person = await t.signUp({ credits: 2 })
    const [lost, queued] = [await place(kind, person), await place(kind, person)]
    const longAgo = new Date(Date.now() - 180_000)
    await t.s.db.updateTable("runs").set({ createdAt: longAgo }).where("accountId", "=", person.accountId).execute()
    await t.s.queue.boss.deleteJob(engineQueue.name, lost.jobId ?? "")
    await sweepRuns(new Map([[kind.name, kind]])).run(t.s, {}, new AbortController().signal)
    expect(await findOwnRun(t.s.db, person.accountId, lost.id)).toMatchObject({
      status: "failed",
      failure: "It failed.",
    })
    expect((await findOwnRun(t.s.db, person.accountId, queued.id))?.status).toBe("waiting")
    expect(await creditsOf(person)).toEqual({ credits: 1, held: 1 })
  })
})

test("a picture whose storing breaks for a moment is kept, and drawn once", async () => {
  let puts = 0
  let drawings = 0
  const app = await openTestApp()
  const { storage, engine } = app.s
  const flaky: Storage = Object.create(storage, {
    put: {
      value: async (...given: Parameters<Storage["put"]>) => {
        if (given[0].startsWith("pictures/") && ++puts < 3) throw new Error("The storage is away.")
        return storage.put(...given)
      },
    },
  })
  const run = engine.run.bind(engine)
  app.s.storage = flaky
  app.s.engine = {
    ...engine,
    run: (order, watch) => {
      drawings++
      return run(order, watch)
    },
  }
  const person = await app.signUp({ credits: 5 })
  const reply = await app.request("POST", flux, { person, body: bottle })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(drawings).toBe(1)
  await app.close()
})

test("fees follow the setting, in the charge as in what is told", async () => {
  const app = await openTestApp({ settings: { FEES: "flux1.1-pro=7, photo-upscaling=3" } })
  const person = await app.signUp({ credits: 10 })
  expect((await app.request("GET", "/fees")).json().data).toMatchObject({ "flux1.1-pro": 7, "photo-upscaling": 3 })
  const reply = await app.request("POST", flux, { person, body: bottle })
  expect(reply.json().job.feeCredits).toBe(7)
  expect((await balanceOf(app.s.db, person.accountId)).credits).toBe(3)
  const short = await app.request("POST", flux, { person, body: bottle })
  expect(short.json().message).toBe("This costs 7 credits and you have 3.")
  await app.close()
})
