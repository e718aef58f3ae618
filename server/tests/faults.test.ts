import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { type RunningProcess, signUpAt, startProcess } from "#server/testing/processes/processes.ts"
import { startSlowProxy } from "#server/testing/processes/slow-proxy.ts"
import { canMount, mountDisk } from "#server/testing/processes/small-disk.ts"
import { until } from "#server/testing/wait.ts"

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-bad-days-"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe("a start that cannot be", () => {
  const cases: [what: string, settings: () => Record<string, string>, message: RegExp][] = [
    [
      "PostgreSQL is down",
      () => ({ DATABASE_URL: "postgres://aworan@127.0.0.1:9/aworan" }),
      /DATABASE_URL: PostgreSQL at 127\.0\.0\.1:9\/aworan cannot be used: .*ECONNREFUSED/,
    ],
    [
      "PostgreSQL is down at both addresses of a name",
      () => ({ DATABASE_URL: "postgres://aworan@localhost:9/aworan" }),
      /DATABASE_URL: PostgreSQL at localhost:9\/aworan cannot be used: .*ECONNREFUSED/,
    ],
    [
      "PostgreSQL's host is unknown",
      () => ({ DATABASE_URL: "postgres://aworan@no-such-host.invalid/aworan" }),
      /DATABASE_URL: PostgreSQL at no-such-host\.invalid:5432\/aworan cannot be used: .*no-such-host/,
    ],
    [
      "the host is not ours",
      () => ({ HOST: "203.0.113.9" }),
      /HOST is "203\.0\.113\.9"; this machine has no such address/,
    ],
    ["the proxy is no address", () => ({ TRUST_PROXY: "foo" }), /TRUST_PROXY has "foo"/],
    [
      "the data folder is a file",
      () => {
        writeFileSync(join(dir, "a-file"), "")
        return { DATA_DIR: join(dir, "a-file") }
      },
      /DATA_DIR is ".*a-file"; it cannot be written/,
    ],
    [
      "the password has a #",
      () => ({ MAIL_URL: "smtp://me:pa#ss@mail.example", MAIL_FROM: "a@b.example" }),
      /MAIL_URL cannot be read[\s\S]*# as %23/,
    ],
  ]
  test.each(cases)(
    "because %s says so without a stack",
    async (_, settings, message) => {
      const failure = await startProcess({ DATA_DIR: join(dir, "start"), ...settings() }).catch((error: Error) => error)
      if (!(failure instanceof Error)) {
        await failure.kill()
        throw new Error("It started.")
      }
      expect(failure.message).toMatch(/ended with 1: These settings need attention/)
      expect(failure.message).toMatch(message)
      expect(failure.message).not.toMatch(/\n\s+at /)
    },
    60_000,
  )
})

describe("one process", () => {
  let process: RunningProcess
  beforeAll(async () => {
    process = await startProcess({ DATA_DIR: join(dir, "one"), STOP_DELAY_SECONDS: "60" })
  })
  afterAll(() => process.kill())

  test("a connection serves the next call after an upload that was refused half way", async () => {
    const visitor = await signUpAt(process, "ada@example.com")
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const call = (method: string, path: string, body?: Buffer, type?: string) =>
      new Promise<{ status: number; port: number | undefined }>((resolve, reject) => {
        const headers = {
          cookie: visitor.cookie,
          ...(type ? { "content-type": type, "content-length": body?.length } : {}),
        }
        const asked = request(process.url + path, { method, agent, headers }, (reply) => {
          const { localPort: port } = asked.socket ?? {}
          reply.resume().on("end", () => resolve({ status: reply.statusCode ?? 0, port }))
        })
        asked.on("error", reject)
        asked.end(body)
      })
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.exe"\r\n\r\n'
    const form = Buffer.concat([Buffer.from(head), Buffer.alloc(7_000_000, 1), Buffer.from("\r\n--b--\r\n")])
    const first = await call("GET", "/credits")
    const refused = await call("POST", "/v1/storage/buckets/images/files", form, "multipart/form-data; boundary=b")
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
    const next = await call("GET", "/credits")
    expect(next.status).toBe(200)
    expect([refused.port, next.port]).toEqual([first.port, first.port])
    agent.destroy()
  })

  test("readiness says that the process stops while calls are still served, for as long as is set", async () => {
    expect((await fetch(`${process.url}/readyz`)).status).toBe(200)
    process.child.kill("SIGTERM")
    const reply = await until(async () => {
      const asked = await fetch(`${process.url}/readyz`)
      return asked.status === 503 && asked
    })
    expect(await reply.json()).toMatchObject({ status: "stopping" })
    expect((await fetch(`${process.url}/healthz`)).status).toBe(200)
  })
})

test("a stop waits its delay and ends ten seconds later though a call never ends and the database is silent", async () => {
  const cluster = findPostgres() ? await startCluster(findPostgres() ?? "") : null
  const proxy = cluster && (await startSlowProxy(Number(new URL(cluster.baseUrl).port)))
  const url = proxy && `${cluster.baseUrl.replace(/:\d+$/, `:${proxy.port}`)}/postgres`
  const process = await startProcess({
    DATA_DIR: join(dir, "hanging"),
    STOP_DELAY_SECONDS: "1",
    ...(url ? { DATABASE_URL: url } : {}),
  })
  const { hostname, port } = new URL(process.url)
  const hanging = connect(Number(port), hostname)
  hanging.on("error", () => {})
  const head = `POST /v1/account HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 99`
  await new Promise((resolve) => hanging.write(`${head}\r\n\r\n{`, resolve))
  proxy?.freeze()
  const start = performance.now()
  expect(await process.stop()).toBe(0)
  const took = performance.now() - start
  expect(took).toBeGreaterThan(1_000)
  // The delay and ten seconds, and what a busy machine adds.
  expect(took).toBeLessThan(15_000)
  hanging.destroy()
  await proxy?.close()
  await cluster?.stop()
})

describe.runIf(canMount())("a disk that fills up under the embedded database", () => {
  let disk: string
  let unmount: () => void
  beforeAll(() => {
    disk = join(dir, "disk")
    unmount = mountDisk(disk, 220)
  })
  afterAll(() => unmount())

  const free = () => {
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize
  }
  const ballast: string[] = []
  const fillTo = (bytes: number): void => {
    while (free() > bytes + 1_000_000) {
      const path = join(disk, `ballast-${ballast.length}`)
      writeFileSync(path, Buffer.alloc(1_000_000))
      ballast.push(path)
    }
  }
  const empty = (): void => {
    for (const path of ballast.splice(0)) rmSync(path, { force: true })
  }

  test("refuses what is new with 507, stays there for reading, and goes on when there is room", async () => {
    const process = await startProcess({ DATA_DIR: join(disk, "data"), WELCOME_CREDITS: "1000" })
    const visitor = await signUpAt(process, "full@example.com")
    expect(existsSync(join(disk, "data", "reserve"))).toBe(true)
    fillTo(4_000_000)
    const refused = await until(async () => {
      const reply = await visitor.send(process, "POST", "/image-gen-with-flux-1.1", {
        prompt: "a pot",
        aspect_ratio: "1:1",
      })
      return reply.status === 507 && reply
    })
    expect(await refused.json()).toMatchObject({
      type: "insufficient_storage",
      message: expect.stringMatching(/no room/),
    })
    expect((await visitor.send(process, "GET", "/credits")).status).toBe(200)
    const ready = await fetch(`${process.url}/readyz`)
    expect(await ready.json()).toMatchObject({ hindrances: ["disk"] })
    empty()
    await until(async () => (await fetch(`${process.url}/readyz`)).status === 200)
    const drawn = await visitor.send(process, "POST", "/image-gen-with-flux-1.1", {
      prompt: "a pot",
      aspect_ratio: "1:1",
    })
    expect(drawn.status).toBe(200)
    expect(await process.stop()).toBe(0)
  })

  test("is told at the start", async () => {
    rmSync(join(disk, "data", "reserve"), { force: true })
    fillTo(4_000_000)
    await expect(startProcess({ DATA_DIR: join(disk, "data") })).rejects.toThrow(
      /ended with 1: The disk of the data folder .* is full: \d+ MiB are free, and 32 MiB are needed/,
    )
    empty()
    const process = await startProcess({ DATA_DIR: join(disk, "data") })
    expect(await process.stop()).toBe(0)
  })

  test("ends the process when even the reserve is used up, and loses nothing that was acknowledged", async () => {
    const program = fileURLToPath(new URL("../testing/processes/run-fill-database.ts", import.meta.url))
    const data = join(disk, "filled")
    const run = (...args: string[]) =>
      spawn(process.execPath, [program, data, ...args], { stdio: ["ignore", "pipe", "pipe"] })
    const writer = run("write")
    let output = ""
    let errors = ""
    writer.stdout.on("data", (text: Buffer) => {
      output += text
      if (output.includes("open\n")) fillTo(6_000_000)
    })
    writer.stderr.on("data", (text: Buffer) => {
      errors += text
    })
    const [code] = await once(writer, "exit")
    expect(errors).toContain("the database's log cannot be written. Ending.")
    expect(code).toBe(1)
    const acknowledged = Number(output.trim().split("\n").at(-1))
    expect(acknowledged).toBeGreaterThan(0)
    empty()
    const reader = run("count")
    let counted = ""
    reader.stdout.on("data", (text: Buffer) => {
      counted += text
    })
    await once(reader, "exit")
    expect(Number(counted.trim().split("\n").at(-1))).toBeGreaterThanOrEqual(acknowledged)
  }, 120_000)
})
