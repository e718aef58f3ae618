import { createECDH } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startMailServer, staySilent } from "#server/adapters/mail/test-server.ts"
import { type Cluster, findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { crashPath, crashWhileDrawing, creditsOf, isOneOutcome, picturesOf } from "#server/testing/processes/crash.ts"
import {
  freePort,
  type RunningProcess,
  signUpAt,
  startProcess,
  type Visitor,
} from "#server/testing/processes/processes.ts"
import { until } from "#server/testing/wait.ts"

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-processes-"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function crash(visitor: Visitor, process: RunningProcess, restart: () => Promise<RunningProcess>, round: number) {
  const outcome = await crashWhileDrawing(visitor, process, restart, round)
  expect(outcome, `round ${round}`).toSatisfy(isOneOutcome)
  return outcome.process
}

describe("a process that is killed while it draws", () => {
  test("leaves one result or one refund, three times, on the embedded database", async () => {
    const settings = { DATA_DIR: join(dir, "embedded"), WELCOME_CREDITS: "200" }
    const restart = () => startProcess(settings)
    let process = await restart()
    const visitor = await signUpAt(process, "crash@example.com")
    for (let round = 0; round < 3; round++) process = await crash(visitor, process, restart, round)
    expect(await process.stop()).toBe(0)
  }, 240_000)

  test.runIf(findPostgres())(
    "leaves one result or one refund on PostgreSQL, and is back within 15 seconds",
    async () => {
      const cluster = await startCluster(findPostgres() ?? "")
      try {
        const settings = {
          DATA_DIR: join(dir, "postgres"),
          DATABASE_URL: `${cluster.baseUrl}/postgres`,
          WELCOME_CREDITS: "200",
        }
        const restart = () => startProcess(settings)
        let process = await restart()
        const visitor = await signUpAt(process, "crash@example.com")
        for (let round = 0; round < 3; round++) process = await crash(visitor, process, restart, round)
        await process.stop()
      } finally {
        await cluster.stop()
      }
    },
    240_000,
  )
})

describe("starting and stopping", () => {
  test("a second process on the same folder stops with a clear message", async () => {
    const settings = { DATA_DIR: join(dir, "twice") }
    const first = await startProcess(settings)
    await expect(startProcess({ ...settings, DATA_DIR_WAIT_SECONDS: "0.5" })).rejects.toThrow(
      /Waiting up to 1 s[\s\S]*in use by another running Aworan[\s\S]*DATA_DIR/,
    )
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    expect(await first.stop()).toBe(0)
  })

  test("wrong settings are all named, and nothing starts", async () => {
    await expect(startProcess({ PORT: "1", ROLE: "web", MAIL: "pigeon" })).rejects.toThrow(
      /ROLE is "web"[\s\S]*MAIL is "pigeon"/,
    )
  })

  test("the link for the first operator is printed once and works once", async () => {
    const settings = { DATA_DIR: join(dir, "operator") }
    const first = await startProcess(settings)
    const token = first.output().match(/operator\?token=(\w+)/)?.[1] ?? ""
    const owner = await signUpAt(first, "owner@example.com")
    const other = await signUpAt(first, "other@example.com")
    const claim = (visitor: Visitor) => visitor.send(first, "POST", "/operators/claim", { token })
    expect((await claim(owner)).status).toBe(200)
    expect((await claim(other)).status).toBe(401)
    const roles = await Promise.all([owner, other].map((visitor) => visitor.send(first, "GET", "/operators/me")))
    expect(await Promise.all(roles.map((reply) => reply.json()))).toEqual([
      { data: { role: "owner", needsSecondFactor: false } },
      { data: { role: null, needsSecondFactor: false } },
    ])
    await first.stop()
    const again = await startProcess(settings)
    expect(again.output()).not.toContain("operator?token=")
    await again.stop()
  })

  test("a stop signal lets the picture under way be finished", async () => {
    const process = await startProcess({ DATA_DIR: join(dir, "graceful") })
    const visitor = await signUpAt(process, "graceful@example.com")
    // Long enough to be seen on a busy machine, and well within what a stop waits.
    const call = visitor.send(process, "POST", crashPath, { prompt: "[slow 3000] a clay pot", aspect_ratio: "1:1" })
    await until(async () => {
      const reply = await visitor.send(process, "GET", "/generation-orders")
      return ((await reply.json()) as { data: { status: string }[] }).data[0]?.status === "drawing"
    })
    const code = await process.stop()
    expect((await call).status).toBe(200)
    expect(code).toBe(0)
  })
})

describe.runIf(findPostgres())("two web processes and one worker", () => {
  let cluster: Cluster
  let processes: RunningProcess[]
  let workerPort: string

  beforeAll(async () => {
    workerPort = String(await freePort())
    cluster = await startCluster(findPostgres() ?? "")
    const shared = { DATA_DIR: join(dir, "many"), DATABASE_URL: `${cluster.baseUrl}/postgres`, WELCOME_CREDITS: "50" }
    processes = await Promise.all([
      startProcess({ ...shared, ROLE: "web" }),
      startProcess({ ...shared, ROLE: "web" }),
      startProcess({ ...shared, ROLE: "worker", WORKER_PORT: workerPort }),
    ])
  })
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()))
    await cluster.stop()
  })

  test("serve one person's journey together", async () => {
    const [a, b] = processes
    if (!a || !b) throw new Error("Two web processes were expected.")
    const visitor = await signUpAt(a, "many@example.com")
    expect(await creditsOf(visitor, b)).toEqual({ credits: 50, held: 0 })
    const reply = await visitor.send(b, "POST", crashPath, { prompt: "a clay pot", aspect_ratio: "1:1" })
    expect(reply.status).toBe(200)
    const { data } = (await reply.json()) as { data: string }
    const picture = await visitor.send(a, "GET", new URL(data).pathname)
    expect(picture.headers.get("content-type")).toBe("image/webp")
    expect((await picturesOf(visitor, a)).total).toBe(1)
    expect(await creditsOf(visitor, a)).toEqual({ credits: 45, held: 0 })
  })

  test("answer for their health, the worker at a port of its own", async () => {
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect((await fetch(`http://127.0.0.1:${workerPort}${path}`)).status, path).toBe(200)
      expect((await fetch(`${processes[0]?.url}${path}`)).status, path).toBe(200)
    }
  })

  test("say so when the port is taken, and have taken no job by then", async () => {
    const { port } = new URL(processes[0]?.url ?? "")
    const client = new pg.Client(`${cluster.baseUrl}/postgres`)
    await client.connect()
    await client.query("create database busy")
    await client.end()
    const settings = { DATA_DIR: join(dir, "busy"), DATABASE_URL: `${cluster.baseUrl}/busy` }
    const web = await startProcess({ ...settings, ROLE: "web" })
    // Nobody works here, so the mail waits.
    const account = { userId: "unique()", email: "ada@example.com", password: "a long enough password", name: "Ada" }
    const post = (path: string, body: object) =>
      fetch(web.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    expect((await post("/v1/account", account)).status).toBe(201)
    const recovery = { email: account.email, url: `${web.url}/reset-password` }
    expect((await post("/v1/account/recovery", recovery)).status).toBe(201)
    await web.stop()
    const jobs = new pg.Client(settings.DATABASE_URL)
    await jobs.connect()
    const waiting = async (): Promise<unknown[]> =>
      (await jobs.query("select id, state, retry_count from jobs.job order by id")).rows
    const before = await waiting()
    expect(before).not.toEqual([])
    const failure = await startProcess({ ...settings, PORT: port }).catch((error: Error) => error)
    expect(String(failure)).toMatch(/The port is in use by another program/)
    expect(String(failure)).not.toContain("DATABASE_URL")
    expect(await waiting()).toEqual(before)
    await jobs.end()
  })

  test("a letter of notices whose process is killed while it hands it over is sent by the next one, once", async () => {
    // What a killed process held is taken up after the silence of its heartbeat and a mail's first pause.
    const longestMs = 150_000
    const mails = await startMailServer()
    const admin = new pg.Client(`${cluster.baseUrl}/postgres`)
    await admin.connect()
    await admin.query("create database letters")
    await admin.end()
    const database = new pg.Client(`${cluster.baseUrl}/letters`)
    await database.connect()
    const captured = {
      DATA_DIR: join(dir, "letters"),
      DATABASE_URL: `${cluster.baseUrl}/letters`,
      WELCOME_CREDITS: "50",
    }
    const sending = {
      ...captured,
      MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: "Aworan <hello@aworan.example>",
      // Only such an installation pushes; what is due at once has letters that wait looked at too.
      PUBLIC_URL: "https://studio.example",
    }
    let process = await startProcess(captured)
    const visitor = await signUpAt(process, "letters@example.com")
    await process.stop()
    process = await startProcess(sending)
    await visitor.send(process, "PATCH", "/notices/settings", { quiet: null, timeZone: "Africa/Lagos" })
    const keys = { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) }
    await visitor.send(process, "POST", "/notices/devices", { endpoint: "https://push.invalid/a", keys })
    const orderInVain = async (): Promise<void> => {
      const reply = await visitor.send(process, "POST", crashPath, { prompt: "[fail] a clay pot", aspect_ratio: "1:1" })
      expect(reply.status).toBe(502)
    }

    await orderInVain()
    await database.query("update notice_deliveries set due_at = now() where channel = 'mail'")
    mails.replies.set("RCPT", staySilent)
    await orderInVain()
    await until(async () => mails.commands.some((line) => line.startsWith("RCPT")), longestMs)
    await process.kill()
    mails.replies.clear()
    process = await startProcess(sending)
    await until(async () => mails.received.length === 1, longestMs)
    // The first letter may have taken the second notice along: another one is told, and what is due looked for.
    await orderInVain()
    await database.query("update notice_deliveries set due_at = now() where channel = 'mail' and ended_at is null")
    await orderInVain()
    await until(async () => mails.received.length > 1, longestMs)
    // The letter about those after the first, which had come once by then.
    expect(mails.received).toHaveLength(2)
    await process.stop()
    await database.end()
    await mails.close()
  }, 480_000)

  test("count limits together", async () => {
    const [a, b] = processes
    if (!a || !b) throw new Error("Two web processes were expected.")
    const strict = {
      DATA_DIR: join(dir, "many"),
      DATABASE_URL: `${cluster.baseUrl}/postgres`,
      ROLE: "web",
      RATE_LIMIT_FACTOR: "1",
    }
    const [c, d] = await Promise.all([startProcess(strict), startProcess(strict)])
    const tries = Array.from({ length: 14 }, (_, n) =>
      fetch(`${(n % 2 === 0 ? c : d).url}/v1/account/sessions/email`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "limits@example.com", password: "wrong password" }),
      }),
    )
    const statuses = (await Promise.all(tries)).map((reply) => reply.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    await Promise.all([c.stop(), d.stop()])
  })
})
