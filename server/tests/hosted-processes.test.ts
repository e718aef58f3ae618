import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { heapSettings, liveHeapAt } from "#server/testing/live-heap.ts"
import { crashPath, creditsOf, picturesOf } from "#server/testing/processes/crash.ts"
import {
  freePort,
  type RunningProcess,
  signUpAt,
  startProcess,
  type Visitor,
} from "#server/testing/processes/processes.ts"
import { type FakeServer, type LoggedRequest, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { type FakeOpenAi, playOpenAi } from "#server/testing/providers/openai.ts"
import { type FakePrediction, type FakeReplicate, playReplicate } from "#server/testing/providers/replicate.ts"
import { until } from "#server/testing/wait.ts"

const createPath = "POST /replicate/v1/models/"
const drawPath = "POST /openai/v1/images/generations"
const lookPath = "GET /replicate/v1/predictions/"

let dir: string
let fakes: FakeServer
let replicate: FakeReplicate
let openai: FakeOpenAi

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-hosted-processes-"))
  fakes = await openFakeServer()
  replicate = playReplicate(fakes)
  openai = playOpenAi(fakes)
})
afterEach(() => {
  fakes.reset()
  replicate.reset()
  openai.reset()
})
afterAll(async () => {
  await fakes.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Settings of a product with hosted engines, always at the same address: that is where webhooks go. */
async function settingsFor(name: string, more: Record<string, string>): Promise<Record<string, string>> {
  return {
    ENGINE: "replicate",
    ENGINE_ROUTES: "dalle3=openai",
    ...replicate.settings,
    ...openai.settings,
    WELCOME_CREDITS: "1000",
    DATA_DIR: join(dir, name),
    PORT: String(await freePort()),
    LOG_LEVEL: "error",
    ...more,
  }
}

/** Orders a picture. @returns its status; null when the process died before it answered */
function order(visitor: Visitor, at: RunningProcess, prompt: string, path = crashPath): Promise<number | null> {
  return visitor.send(at, "POST", path, { prompt, aspect_ratio: "1:1" }).then(
    ({ status }) => status,
    () => null,
  )
}

const isIdle = async (visitor: Visitor, at: RunningProcess): Promise<boolean> => {
  const reply = await visitor.send(at, "GET", "/generation-orders")
  return ((await reply.json()) as { data: unknown[] }).data.length === 0
}

/**
 * Kills the process while six orders are out: one that the provider has answered, four whose answer is on the way, and one
 * at a provider that keeps nothing. Each of them comes to another end.
 */
async function dieBetweenCallAndAnswer(settings: Record<string, string>): Promise<void> {
  replicate.behaviour.finishMs = null
  const dying = await startProcess(settings)
  const visitor = await signUpAt(dying, "killed@example.com")
  const before = await creditsOf(visitor, dying)
  const made: FakePrediction[] = []
  const answers: Promise<number | null>[] = []
  const send = async (prompt: string): Promise<void> => {
    answers.push(order(visitor, dying, prompt))
    made.push(await until(async () => replicate.predictions()[made.length]))
  }
  await send("a pot that is looked at")
  await until(async () => fakes.count(lookPath) > 0)
  fakes.script([{ match: createPath, times: 4, fault: { isTaken: true, hangs: true } }])
  for (const end of ["meanwhile", "later", "declined", "given up"]) await send(`a pot that ends ${end}`)
  fakes.script([{ match: drawPath, times: 1, fault: { isTaken: true, hangs: true } }])
  answers.push(order(visitor, dying, "a pot that nobody remembers", "/image-gen-with-dalle3"))
  await until(async () => openai.drawn().length === 1)

  await dying.kill()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([null]))
  const [lookedAt, meanwhile, later, declined, givenUp] = made.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await replicate.advance(meanwhile, "succeeded")
  const next = await startProcess(settings)
  try {
    await replicate.advance(lookedAt, "succeeded")
    await replicate.advance(later, "succeeded")
    await replicate.advance(declined, "failed")
    await replicate.advance(givenUp, "aborted")
    await until(() => isIdle(visitor, next))
    expect((await picturesOf(visitor, next)).total).toBe(3)
    expect(await creditsOf(visitor, next)).toEqual({ credits: before.credits - 15, held: 0 })
    expect([fakes.count(createPath), fakes.count(drawPath)]).toEqual([5, 1])
    expect(replicate.predictions()).toHaveLength(5)
  } finally {
    await next.stop()
  }
}

describe("a process that is killed between a call and its answer leaves one result or one refund of each order", () => {
  test("on the embedded database, without webhooks", async () => {
    await dieBetweenCallAndAnswer(await settingsFor("embedded", { REPLICATE_WEBHOOK_SECRET: "" }))
  }, 180_000)

  test.runIf(findPostgres())(
    "on PostgreSQL, with webhooks",
    async () => {
      const cluster = await startCluster(findPostgres() ?? "")
      try {
        await dieBetweenCallAndAnswer(await settingsFor("postgres", { DATABASE_URL: `${cluster.baseUrl}/postgres` }))
      } finally {
        await cluster.stop()
      }
    },
    180_000,
  )
})

test("a hundred orders with faults among them need no more memory than the fifty before", async () => {
  const heapPort = await freePort()
  const process = await startProcess(await settingsFor("memory", heapSettings(heapPort)))
  try {
    const visitor = await signUpAt(process, "memory@example.com")
    const drawFifty = async (): Promise<number[]> => {
      fakes.reset()
      const isTenth = ({ method, path }: LoggedRequest): boolean =>
        `${method} ${path}`.startsWith(createPath) && fakes.count(createPath) % 10 === 0
      fakes.script([{ match: isTenth, fault: { isTaken: true, reset: "before" } }])
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, n) => order(visitor, process, `a pot, ${n}`)))
      return statuses.map(Number)
    }
    expect(new Set(await drawFifty())).toEqual(new Set([200]))
    const before = await liveHeapAt(heapPort)
    for (let round = 0; round < 2; round++) expect(new Set(await drawFifty())).toEqual(new Set([200]))
    const after = await liveHeapAt(heapPort)
    // What is left is what the fifty before left too: a few megabytes of compiled code, no answers and no pictures.
    expect(after.objects - before.objects).toBeLessThan(4)
    expect(after.buffers - before.buffers).toBeLessThan(4)
    expect(await creditsOf(visitor, process)).toEqual({ credits: 250, held: 0 })
  } finally {
    await process.stop()
  }
}, 180_000)
