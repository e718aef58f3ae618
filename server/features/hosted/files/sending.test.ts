import { createHash, randomBytes } from "node:crypto"
import { readdirSync, readlinkSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { filesAt, uploaded, uploadPiece } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp
let person: TestPerson
let port = 0

/** Of one piece, and of two. */
const small = randomBytes(1_200_000)
const large = randomBytes(6_000_000)
const paths = { small: "", large: "" }

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  person = await t.signUp()
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  port = (t.app.server.address() as AddressInfo).port
  paths.small = filesAt("scratch", (await uploaded(t, small, { person })).$id, "view")
  await uploadPiece(t, large, 0, { person, fileId: "a-large-one" })
  await uploadPiece(t, large, 1, { person, fileId: "a-large-one" })
  paths.large = filesAt("scratch", "a-large-one", "view")
})
afterAll(() => t.close())

function head(method: string, path: string): string {
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${person.cookie}\r\n\r\n`
}

/** Sends requests over one connection. @returns it, and what came back so far */
function open(...requests: string[]): { socket: Socket; received: () => Buffer } {
  const parts: Buffer[] = []
  const socket = connect(port, "127.0.0.1", () => socket.write(requests.join("")))
  socket.on("data", (bytes) => parts.push(bytes))
  return { socket, received: () => Buffer.concat(parts) }
}

/** Reads a reply with a length off the front. @returns null while it is not all there */
function takeReply(bytes: Buffer, hasBody = true): { head: string; body: Buffer; rest: Buffer } | null {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return null
  const text = bytes.subarray(0, end).toString("latin1")
  const length = hasBody ? Number(text.match(/content-length: (\d+)/i)?.[1]) : 0
  const body = bytes.subarray(end + 4, end + 4 + length)
  return body.length < length ? null : { head: text, body, rest: bytes.subarray(end + 4 + length) }
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex")
}

/** Stored files of this test's product that this process has open. */
function openFiles(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(t.s.config.dataDir, "files"))
    } catch {
      return false
    }
  }).length
}

describe("a file on its way", () => {
  test("comes whole, one after the other, when several are asked for on one connection", async () => {
    const { socket, received } = open(head("GET", paths.small), head("GET", paths.large), head("GET", paths.small))
    const whole = 2 * small.length + large.length
    await until(async () => received().length > whole && takeReplies(received(), 3) !== null)
    const replies = takeReplies(received(), 3) ?? []
    expect(replies.map(({ body }) => digest(body))).toEqual([small, large, small].map(digest))
    for (const { head: text } of replies) expect(text).toMatch(/\r\nx-request-id: \S+/i)
    socket.destroy()
  })

  test("is only announced to HEAD, and the connection goes on", async () => {
    const { socket, received } = open(head("HEAD", paths.small), head("GET", paths.small))
    const second = await until(async () => takeReply(takeReply(received(), false)?.rest ?? Buffer.alloc(0)))
    expect(takeReply(received(), false)?.head).toMatch(new RegExp(`content-length: ${small.length}`, "i"))
    expect(digest(second.body)).toBe(digest(small))
    socket.destroy()
  })

  test("is let go of when its reader leaves in the middle or before its turn", async () => {
    const leaving = Array.from({ length: 20 }, () => open(head("GET", paths.large), head("GET", paths.small)))
    await until(async () => leaving.every(({ received }) => received().length > 0))
    for (const { socket } of leaving) socket.destroy()
    await until(async () => openFiles() === 0)
    const reply = await t.request("GET", paths.large, { person })
    expect(digest(reply.rawPayload)).toBe(digest(large))
  })
})

function takeReplies(bytes: Buffer, count: number): { head: string; body: Buffer }[] | null {
  const replies: { head: string; body: Buffer }[] = []
  for (let rest = bytes; replies.length < count; ) {
    const reply = takeReply(rest)
    if (!reply) return null
    replies.push(reply)
    rest = reply.rest
  }
  return replies
}
