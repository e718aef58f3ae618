import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { pieceBytes, type StoredFile } from "#contract/hosted/files.ts"
import { type Cluster, findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { heapSettings, liveHeapAt } from "#server/testing/live-heap.ts"
import {
  freePort,
  type RunningProcess,
  signUpAt,
  startProcess,
  type Visitor,
} from "#server/testing/processes/processes.ts"

const at = "/v1/storage/buckets/scratch/files"

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-uploads-"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex")
}

function sendPiece(
  visitor: Visitor,
  process: RunningProcess,
  fileId: string,
  whole: Buffer,
  number: number,
): Promise<Response> {
  const start = number * pieceBytes
  const piece = whole.subarray(start, start + pieceBytes)
  const form = new FormData()
  form.append("fileId", fileId)
  form.append("file", new Blob([Uint8Array.from(piece)]), "big.bin")
  const range = `bytes ${start}-${start + piece.length - 1}/${whole.length}`
  return fetch(process.url + at, {
    method: "POST",
    headers: { cookie: visitor.cookie, "content-range": range },
    body: form,
  })
}

async function bytesOf(visitor: Visitor, process: RunningProcess, id: string): Promise<Buffer> {
  return Buffer.from(await (await visitor.send(process, "GET", `${at}/${id}/download`)).arrayBuffer())
}

describe.runIf(findPostgres())("an upload over two processes", () => {
  let cluster: Cluster
  let settings: Record<string, string>
  let processes: RunningProcess[] = []
  let visitor: Visitor
  let heapPort: number

  beforeAll(async () => {
    cluster = await startCluster(findPostgres() ?? "")
    settings = {
      DATA_DIR: join(dir, "shared"),
      DATABASE_URL: `${cluster.baseUrl}/postgres`,
      CONFORMANCE: "1",
      ROLE: "web",
    }
    heapPort = await freePort()
    const start = (more: Record<string, string>) => startProcess({ ...settings, ...more }, "server/main.ts", [])
    processes = [await start(heapSettings(heapPort)), await start({})]
    const mailing = await startProcess({ ...settings, ROLE: "worker" })
    visitor = await signUpAt(processes[0] as RunningProcess, "uploads@example.com")
    await mailing.stop()
  })
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()))
    await cluster.stop()
  })

  test("comes together from pieces sent to both at once, each of them twice", async () => {
    const whole = randomBytes(12 * 1024 * 1024)
    const sends = (id: string) =>
      [2, 0, 1, 1, 2, 0].map((number, index) =>
        sendPiece(visitor, processes[index % 2] as RunningProcess, id, whole, number),
      )
    for (let round = 0; round < 5; round++) {
      const id = `both-${round}`
      const replies = await Promise.all(sends(id))
      expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 201))
      const files = (await Promise.all(replies.map((reply) => reply.json()))) as StoredFile[]
      const complete = files.filter((file) => file.chunksUploaded === 3)
      expect(complete.length).toBeGreaterThan(0)
      for (const process of processes) expect(md5(await bytesOf(visitor, process, id))).toBe(md5(whole))
    }
  })

  test("goes on at the other process when one is killed in the middle, three times", async () => {
    const [steady] = processes as [RunningProcess]
    for (let round = 0; round < 3; round++) {
      const whole = randomBytes(12 * 1024 * 1024)
      const id = `killed-${round}`
      const dying = await startProcess(settings)
      const sent = [0, 1, 2].map((number) =>
        sendPiece(visitor, dying, id, whole, number).then(
          (reply) => reply.status,
          () => null,
        ),
      )
      await Promise.race(sent)
      await dying.kill()
      await Promise.all(sent)
      for (const number of [0, 1, 2]) {
        const reply = await sendPiece(visitor, steady, id, whole, number)
        expect(reply.status, await reply.text()).toBe(201)
      }
      expect(md5(await bytesOf(visitor, steady, id))).toBe(md5(whole))
    }
  }, 180_000)

  test("needs no more memory for many pieces than for a few", async () => {
    const [steady] = processes as [RunningProcess]
    const whole = randomBytes(12 * 1024 * 1024)
    const send = async (id: string): Promise<void> => {
      await Promise.all([0, 1, 2].map((number) => sendPiece(visitor, steady, id, whole, number)))
      await bytesOf(visitor, steady, id)
    }
    const residentMegabytes = (): number =>
      Number(readFileSync(`/proc/${steady.child.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]) / 1024
    // What nobody needs any more is thrown away first: when a busy process does so by itself is its own affair.
    const memory = async () => ({ ...(await liveHeapAt(heapPort)), resident: residentMegabytes() })
    for (let n = 0; n < 4; n++) await send(`warm-${n}`)
    const before = await memory()
    for (let n = 0; n < 17; n++) await send(`flat-${n}`)
    const after = await memory()
    expect(after.objects - before.objects).toBeLessThan(4)
    // A place to write from is taken when one more piece arrives at once, and kept: less than one file of seventeen.
    expect(after.buffers - before.buffers).toBeLessThan(12)
    expect(after.resident - before.resident).toBeLessThan(30)
  }, 120_000)
})
