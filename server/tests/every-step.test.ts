import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { crashFee, crashPath, creditsOf, killsEachStep, picturesOf } from "#server/testing/processes/crash.ts"
import {
  freePort,
  type RunningProcess,
  runProgram,
  signUpAt,
  startProcess,
  type Visitor,
} from "#server/testing/processes/processes.ts"
import { until } from "#server/testing/wait.ts"

const email = "steps@example.com"
const filesPath = "/v1/storage/buckets/scratch/files"
const basicCredits = 200

/** Steps between two kills on one way; each database takes other ones. */
const stride = killsEachStep ? 1 : 4

/** Somebody who talks to the process that runs just now. */
interface Scene {
  visitor: Visitor
  process: RunningProcess
}

/** A way through the product whose process is killed after each of its steps in turn. */
interface Path {
  name: string
  /** Steps that are taken before it ends, each time; others may come after it. */
  sureSteps: number
  /** Looks at what is there before. @returns the way, which a kill may end anywhere, and a look at what became of it */
  prepare(scene: Scene): Promise<{ go(): Promise<unknown>; look(next: Scene): Promise<void> }>
}

const run: Path = {
  name: "run",
  sureSteps: 3,
  async prepare({ visitor, process }) {
    const { credits } = await creditsOf(visitor, process)
    const { total } = await picturesOf(visitor, process)
    return {
      go: () => visitor.send(process, "POST", crashPath, { prompt: "a clay pot", aspect_ratio: "1:1" }),
      async look(next) {
        await until(async () => {
          const open = await next.visitor.send(next.process, "GET", "/generation-orders")
          return ((await open.json()) as { data: unknown[] }).data.length === 0
        })
        const made = (await picturesOf(next.visitor, next.process)).total - total
        expect([0, 1]).toContain(made)
        expect(await creditsOf(next.visitor, next.process)).toEqual({ credits: credits - made * crashFee, held: 0 })
      },
    }
  },
}

const upload: Path = {
  name: "upload",
  sureSteps: 3,
  async prepare(scene) {
    const bytes = randomBytes(20_000)
    const id = `step-${randomBytes(6).toString("hex")}`
    const send = ({ visitor, process }: Scene): Promise<Response> => {
      const form = new FormData()
      form.append("fileId", id)
      form.append("file", new Blob([Uint8Array.from(bytes)]), "notes.bin")
      return fetch(process.url + filesPath, { method: "POST", headers: { cookie: visitor.cookie }, body: form })
    }
    return {
      go: () => send(scene),
      async look(next) {
        // Whoever got no answer sends it again.
        expect([201, 409]).toContain((await send(next)).status)
        const reply = await next.visitor.send(next.process, "GET", `${filesPath}/${id}/download`)
        expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
      },
    }
  },
}

const mailsAt = async ({ process }: Scene): Promise<number> =>
  ((await (await fetch(`${process.url}/dev/mail.json?to=${email}`)).json()) as unknown[]).length

const mail: Path = {
  name: "mail",
  sureSteps: 2,
  async prepare(scene) {
    const { visitor, process } = scene
    const had = await mailsAt(scene)
    let isTaken = false
    return {
      async go() {
        const body = { email, url: `${process.url}/reset-password` }
        isTaken = (await visitor.send(process, "POST", "/v1/account/recovery", body)).status === 201
        await until(async () => (await mailsAt(scene)) > had)
      },
      async look(next) {
        if (isTaken) await until(async () => (await mailsAt(next)) > had)
        // Between sending and noting it, a power cut sends it twice; it then has one Message-ID.
        expect(await mailsAt(next)).toBeLessThanOrEqual(had + 2)
      },
    }
  },
}

const payment: Path = {
  name: "payment",
  sureSteps: 3,
  async prepare(scene) {
    const { visitor, process } = scene
    const { credits, held } = await creditsOf(visitor, process)
    let txRef: string | null = null
    const pay = (at: Scene): Promise<Response> =>
      at.visitor.send(at.process, "POST", `/dev/pay/${txRef}`, { outcome: "success", notices: 0 })
    const check = async (at: Scene): Promise<string> => {
      const reply = await at.visitor.send(at.process, "POST", `/orders/${txRef}/check`, {})
      return ((await reply.json()) as { data: { status: string } }).data.status
    }
    return {
      async go() {
        const order = { item: "credits:basic", currency: "NGN" }
        const made = await visitor.send(process, "POST", "/orders", order)
        txRef = ((await made.json()) as { data: { tx_ref: string } }).data.tx_ref
        await pay(scene)
        await check(scene)
      },
      async look(next) {
        if (txRef !== null && (await check(next)) !== "paid") {
          await pay(next)
          expect(await check(next)).toBe("paid")
        }
        expect(await creditsOf(next.visitor, next.process)).toEqual({
          credits: credits + (txRef === null ? 0 : basicCredits),
          held,
        })
      },
    }
  },
}

const limitMs = killsEachStep ? 3_600_000 : 300_000

const paths: readonly Path[] = [run, upload, mail, payment]

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-steps-"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Kills the product after steps of each way, from `first` on where it has so many. */
async function killAfterSteps(name: string, more: Record<string, string>, first: number): Promise<void> {
  const killFile = join(dir, `${name}-kill`)
  const settings = {
    DATA_DIR: join(dir, name),
    PORT: String(await freePort()),
    CONFORMANCE: "1",
    WELCOME_CREDITS: "1000",
    NODE_ENV: "test",
    KILL_FILE: killFile,
    ...more,
  }
  const start = (): Promise<RunningProcess> => startProcess(settings, "server/testing/processes/run-with-kill.ts")
  let process = await start()
  const visitor = await signUpAt(process, email)
  const killed = new Map<string, number>()
  for (const path of paths) {
    for (let step = Math.min(first, path.sureSteps); ; step += stride) {
      const { go, look } = await path.prepare({ visitor, process })
      writeFileSync(killFile, `${step} ${path.name}`)
      const failure = await go().then(
        () => null,
        (error: unknown) => error,
      )
      const { child } = process
      // The connection breaks a moment before the process is known to have ended.
      if (failure !== null) await until(async () => child.signalCode !== null).catch(() => Promise.reject(failure))
      if (child.signalCode === null) break
      process = await start()
      await look({ visitor, process })
      killed.set(path.name, (killed.get(path.name) ?? 0) + 1)
    }
    rmSync(killFile, { force: true })
  }
  expect(await process.stop()).toBe(0)
  // A way without a single kill is one that the steps miss.
  expect([...killed.keys()]).toEqual(paths.map(({ name }) => name))
  if (killsEachStep) console.info(`${name}, killed:`, Object.fromEntries(killed))
  const verified = await runProgram("scripts/admin.ts", settings, ["verify"])
  expect(verified, verified.output).toMatchObject({ code: 0, output: expect.stringMatching(/^orphans +0$/m) })
}

describe("a process killed after any step of a run, an upload, a mail or a payment leaves one whole outcome", () => {
  test("on the embedded database", () => killAfterSteps("embedded", {}, killsEachStep ? 1 : 3), limitMs)

  test.runIf(findPostgres())(
    "on PostgreSQL",
    async () => {
      const cluster = await startCluster(findPostgres() ?? "")
      try {
        await killAfterSteps("postgres", { DATABASE_URL: `${cluster.baseUrl}/postgres` }, killsEachStep ? 1 : 2)
      } finally {
        await cluster.stop()
      }
    },
    limitMs,
  )
})
