import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { connect as connectPlain, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { connect as connectTls } from "node:tls"
import sharp from "sharp"
import { WebSocket } from "ws"
import { bucketBytes } from "#contract/hosted/files.ts"
import { type RunningProcess, signUpAt } from "#server/testing/processes/processes.ts"
import type { Stage } from "./rehearsal.ts"

interface Answer {
  status: number
  type: string
  body: string
}

const mebibyte = 1024 * 1024

/** A photo as heavy as the largest that is taken. */
async function heavyPhoto(): Promise<Buffer> {
  const noise = { raw: { width: 640, height: 480, channels: 3 as const } }
  const jpeg = await sharp(randomBytes(640 * 480 * 3), noise)
    .jpeg({ quality: 80 })
    .toBuffer()
  // Comments, which no reader looks into, fill it up: two bytes of a mark and two of a length each.
  const comment = Buffer.alloc(65_000, "x")
  comment.writeUInt16BE(0xfffe, 0)
  comment.writeUInt16BE(comment.length - 2, 2)
  const count = Math.floor((bucketBytes.images - jpeg.length) / comment.length)
  return Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: count }, () => comment), jpeg.subarray(2)])
}

async function open(url: URL): Promise<Socket> {
  const port = Number(url.port)
  const socket =
    url.protocol === "https:"
      ? connectTls({
          socket: connectPlain({ port, host: "127.0.0.1", allowHalfOpen: true }),
          servername: "localhost",
          rejectUnauthorized: false,
        })
      : connectPlain({ port, host: "127.0.0.1", allowHalfOpen: true })
  await once(socket, url.protocol === "https:" ? "secureConnect" : "connect")
  return socket
}

interface Sending {
  path: string
  cookie: string
  type: string
  /** What the head says, in bytes. */
  length: number
  /** How much of it is sent; all of it unless told otherwise. */
  send?: number
}

/** Sends head and body by hand, as clients do that read nothing before they have sent everything. */
async function post(url: URL, { path, cookie, type, length, send = length }: Sending): Promise<Answer> {
  const socket = await open(url)
  const failed = new Promise<never>((_, reject) => socket.on("error", reject))
  const chunks: Buffer[] = []
  socket.on("data", (chunk: Buffer) => chunks.push(chunk))
  const talk = async (): Promise<Answer> => {
    const lines = [`POST ${path} HTTP/1.1`, `host: localhost:${url.port}`, `cookie: ${cookie}`]
    socket.write(`${[...lines, `content-type: ${type}`, `content-length: ${length}`].join("\r\n")}\r\n\r\n`)
    for (let sent = 0; sent < send; sent += 65_536) {
      const piece = Buffer.alloc(Math.min(65_536, send - sent), "x")
      await new Promise<void>((resolve, reject) => socket.write(piece, (error) => (error ? reject(error) : resolve())))
    }
    for (let waited = 0; waited < 200; waited++) {
      const text = Buffer.concat(chunks).toString()
      const [head = "", body = ""] = text.split(/\r\n\r\n([\s\S]*)/)
      const json = body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1)
      if (json) {
        const [, type = ""] = /content-type: (.*)/i.exec(head) ?? []
        return { status: Number(head.split(" ")[1]), type, body: json }
      }
      await sleep(50)
    }
    throw new Error(`No answer came: ${Buffer.concat(chunks).toString().slice(0, 300)}`)
  }
  try {
    return await Promise.race([talk(), failed])
  } finally {
    socket.destroy()
  }
}

function isTooLarge({ status, type, body }: Answer): void {
  assert.equal(status, 413, body)
  assert.match(type, /application\/json/)
  assert.deepEqual([JSON.parse(body).code, JSON.parse(body).type], [413, "request_too_large"])
}

/**
 * What a proxy before the product has to let through and to keep back.
 * @param at address of the proxy @param product what stands behind it
 * @param passesPieces whether it passes an answer on before it has the whole body
 */
export async function proxyRows(
  { row }: Stage,
  at: URL,
  product: RunningProcess,
  passesPieces: boolean,
): Promise<void> {
  const person = await signUpAt(product, "proxied@example.com")
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, at), { redirect: "manual", ...init, headers: { cookie: person.cookie, ...init.headers } })

  await row("a call reaches the product and knows who calls", async () => {
    const reply = await ask("/v1/account")
    assert.equal(reply.status, 200)
    assert.equal(((await reply.json()) as { $id: string }).$id, person.accountId)
  })
  await row("what is for those inside stays inside", async () => {
    for (const path of ["/metrics", "/dev/mail", "/dev/mail.json"]) assert.equal((await ask(path)).status, 404, path)
  })
  await row("a session that begins there is kept in a cookie of that address", async () => {
    const body = JSON.stringify({ email: "proxied@example.com", password: "a long enough password" })
    const headers = { "content-type": "application/json", origin: at.origin, cookie: "" }
    const reply = await ask("/v1/account/sessions/email", { method: "POST", headers, body })
    assert.equal(reply.status, 201, await reply.text())
    const isSecure = reply.headers.getSetCookie().every((line) => /; *secure/i.test(line))
    assert.equal(isSecure, at.protocol === "https:", reply.headers.getSetCookie().join("\n"))
  })
  for (const [path, type, mebibytes] of [
    ["/exports/check", "application/json", 4],
    ["/v1/account", "application/json", 4],
    ["/background-remover", "application/json", 16],
    ["/v1_1/aworan/image/upload", "multipart/form-data; boundary=b", 40],
  ] as const) {
    await row(`${mebibytes} MiB for ${path} are answered by 413 in JSON, and the line is not cut before`, async () =>
      isTooLarge(await post(at, { path, cookie: person.cookie, type, length: mebibytes * mebibyte })),
    )
  }
  if (passesPieces) {
    await row("who sends a part and waits is refused as well", async () => {
      const part = { cookie: person.cookie, type: "application/json", length: 4 * mebibyte, send: 65_536 }
      isTooLarge(await post(at, { path: "/exports/check", ...part }))
    })
  }
  await row("the largest photo that is taken comes through in one form", async () => {
    const form = new FormData()
    form.append("file", new Blob([Uint8Array.from(await heavyPhoto())]), "photo.jfif")
    form.append("upload_preset", "training")
    const reply = await ask("/v1_1/aworan/image/upload", { method: "POST", body: form })
    const text = await reply.text()
    assert.equal(reply.status, 200, text)
    assert.equal(JSON.parse(text).format, "jpg")
  })
  await row("a live connection opens and hears what happens", async () => {
    const address = new URL("/v1/realtime?project=aworan&channels%5B%5D=account", at)
    address.protocol = at.protocol === "https:" ? "wss:" : "ws:"
    const headers = { cookie: person.cookie, origin: at.origin }
    const socket = new WebSocket(address, { headers, rejectUnauthorized: false })
    try {
      const kinds: string[] = []
      socket.on("message", (data) => kinds.push((JSON.parse(String(data)) as { type: string }).type))
      await once(socket, "open")
      while (!kinds.includes("connected")) await once(socket, "message")
      const body = JSON.stringify({ name: "Ada Proxied" })
      const heard = once(socket, "message", { signal: AbortSignal.timeout(10_000) })
      await ask("/v1/account/name", { method: "PATCH", headers: { "content-type": "application/json" }, body })
      await heard
      assert.ok(kinds.includes("event"), kinds.join())
    } finally {
      socket.terminate()
    }
  })
}
