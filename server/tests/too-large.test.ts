import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let person: TestPerson
let port: number

beforeAll(async () => {
  t = await openTestApp()
  person = await t.signUp()
  port = Number(new URL(await t.app.listen({ port: 0, host: "127.0.0.1" })).port)
})
afterAll(() => t.close())

/** Sends the whole body before a word of the answer is read, as proxies and older browsers do. */
async function send(head: string, body: Buffer, end = ""): Promise<{ status: number; body: Record<string, unknown> }> {
  const socket = connect(port, "127.0.0.1")
  const failed = once(socket, "error").then(([error]) => Promise.reject(error as Error))
  const sent = async () => {
    await once(socket, "connect")
    socket.write(`${head}host: localhost\r\ncookie: ${person.cookie}\r\n\r\n`)
    for (let at = 0; at < body.length; at += 65_536) {
      const piece = body.subarray(at, at + 65_536)
      if (!socket.write(end ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]) : piece)) {
        await once(socket, "drain")
      }
    }
    if (end) socket.write(end)
    const [answer] = (await once(socket, "data")) as [Buffer]
    const [first = "", json = ""] = answer.toString().split("\r\n\r\n")
    return { status: Number(first.split(" ")[1]), body: JSON.parse(json.slice(json.indexOf("{"))) }
  }
  try {
    return await Promise.race([sent(), failed])
  } finally {
    socket.destroy()
  }
}

test.each([
  ["/exports", "application/json", 4],
  ["/v1/account", "application/json", 4],
  ["/background-remover", "application/json", 16],
  ["/v1_1/aworan/image/upload", "multipart/form-data; boundary=b", 32],
])(
  "a body for %s that is too large is answered, and the line is not cut while it is sent",
  async (path, type, mebibytes) => {
    const body = Buffer.alloc(mebibytes * 1024 * 1024, "x")
    const head = `POST ${path} HTTP/1.1\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n`
    const reply = await send(head, body)
    expect(reply).toMatchObject({ status: 413, body: { code: 413, type: "request_too_large" } })
  },
)

test("so is one that does not say its length", async () => {
  const head = "POST /v1/account HTTP/1.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n"
  const reply = await send(head, Buffer.alloc(4 * 1024 * 1024, "x"), "0\r\n\r\n")
  expect(reply).toMatchObject({ status: 413, body: { code: 413, type: "request_too_large" } })
})
