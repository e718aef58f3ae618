import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createSafeFetch } from "#server/platform/providers/safe-fetch.ts"
import { leastOf, processorMs } from "#server/testing/measure.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp
/** The same product with the real internet around it, and with limits. */
let real: TestApp
let site: Server
let port: string
let hits = 0
let pages: Record<string, (response: ServerResponse) => void> = {}

beforeAll(async () => {
  site = createServer((request: IncomingMessage, response: ServerResponse) => {
    hits++
    const page = pages[request.url ?? ""]
    if (page) page(response)
    else response.writeHead(404).end("not here")
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  port = String((site.address() as AddressInfo).port)
  const fetchSafely = createSafeFetch({
    ports: [port],
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    isPublic: (address) => address === "127.0.0.1",
    timeoutMs: 30_000,
  })
  t = await openTestApp({ hasWorker: false, replace: { fetchSafely } })
  real = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "1" } })
})
afterAll(async () => {
  await t.close()
  await real.close()
  site.closeAllConnections()
  site.close()
})

const send = (type: string, body: string | Buffer) => (response: ServerResponse) => {
  response.writeHead(200, { "content-type": type }).end(body)
}

function colour(background: string, width = 40, height = 20): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

function get(path: string, of: Record<string, string | number>, app = t) {
  const query = new URLSearchParams(Object.entries(of).map(([name, value]): [string, string] => [name, String(value)]))
  return app.request("GET", `/v1/avatars/${path}?${query}`)
}

const address = (path: string) => `http://shop.example:${port}${path}`

async function cornerOf(png: Buffer): Promise<string> {
  const data = await sharp(png).removeAlpha().raw().toBuffer()
  return data.subarray(0, 3).toString("hex")
}

describe("GET /v1/avatars/image", () => {
  test.each([
    [{}, 400, 400],
    [{ width: 100, height: 50 }, 100, 50],
    [{ width: 10, height: 0 }, 10, 5],
    [{ width: 0, height: 0 }, 40, 20],
  ])("gives the picture in the size of %j", async (size, width, height) => {
    pages = { "/a.png": send("image/png", await colour("#206133")) }
    const reply = await get("image", { url: address("/a.png"), ...size })
    expect(reply.headers).toMatchObject({ "content-type": "image/png", "cache-control": "private, max-age=2592000" })
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width, height, format: "png" })
    expect(await cornerOf(reply.rawPayload)).toBe("206133")
  })

  test.each([
    ["a page", "text/html", "<h1>Hello</h1>"],
    ["a page that says it is a picture", "image/png", "<h1>Hello</h1>"],
    ["a drawing that could do more", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ["nothing", "image/png", ""],
  ])("finds no picture in %s", async (_, type, body) => {
    pages = { "/a": send(type, body) }
    const reply = await get("image", { url: address("/a") })
    expect(reply.json()).toMatchObject({ code: 404, type: "avatar_image_not_found" })
  })

  test("finds no picture where there is none, and none that is too large to decode", async () => {
    const large = sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: "#fff" } })
    pages = { "/bomb.png": send("image/png", await large.png({ compressionLevel: 9 }).toBuffer()) }
    for (const path of ["/missing.png", "/bomb.png"]) {
      expect((await get("image", { url: address(path) })).json().type).toBe("avatar_image_not_found")
    }
  })

  test.each(["ftp://shop.example/a.png", "a.png", "", "javascript:alert(1)", "data:image/png;base64,AA", "file:///a"])(
    "refuses the address %j",
    async (url) => {
      expect((await get("image", { url })).json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
    },
  )
})

describe("GET /v1/avatars/favicon", () => {
  test("gives the largest icon that the page names, as a PNG of 56 by 56", async () => {
    pages = {
      "/": send(
        "text/html",
        `<head><link rel="stylesheet" href="/no.css"><LINK REL='shortcut icon' HREF=/small.png sizes="16x16">
         <link href="/large.png?a=1&amp;b=2" sizes="64x64" rel="icon"><link rel=icon href="javascript:alert(1)" sizes="900x900"></head>`,
      ),
      "/small.png": send("image/png", await colour("#ff0000", 16, 16)),
      "/large.png?a=1&b=2": send("image/png", await colour("#0000ff", 64, 64)),
    }
    const reply = await get("favicon", { url: address("/") })
    expect(reply.headers["content-type"]).toBe("image/png")
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 56, height: 56 })
    expect(await cornerOf(reply.rawPayload)).toBe("0000ff")
  })

  test("passes an .ico on as it is, where nothing in it may act", async () => {
    const ico = Buffer.from([0, 0, 1, 0, 1, 0, 1, 2, 3])
    pages = { "/": send("text/html", "<h1>No icon named</h1>"), "/favicon.ico": send("image/x-icon", ico) }
    const reply = await get("favicon", { url: address("/") })
    expect(reply.headers).toMatchObject({
      "content-type": "image/x-icon",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    expect(reply.rawPayload.equals(ico)).toBe(true)
  })

  test("finds none where there is none, or where it is something else", async () => {
    pages = { "/": send("text/html", '<link rel="icon" href="/page">'), "/page": send("image/png", "<h1>x</h1>") }
    const reply = await get("favicon", { url: address("/") })
    expect(reply.json()).toMatchObject({ code: 404, type: "avatar_icon_not_found" })
  })

  test("does not stumble over a page made to be slow to read", async () => {
    pages = { "/": send("text/html", "<link ".repeat(300_000)) }
    let number = 0
    // Another address each time, because what was found at one is kept.
    const find = async () => expect((await get("favicon", { url: address(`/?${number++}`) })).statusCode).toBe(404)
    expect(await leastOf(3_000, () => processorMs(find))).toBeLessThan(3_000)
  })
})

test("an AVIF, which takes more memory than others, is decoded up to 20 megapixels", async () => {
  const avif = async (width: number, height: number) =>
    send(
      "image/avif",
      await sharp(await colour("#0000ff", width, height))
        .avif({ effort: 0 })
        .toBuffer(),
    )
  const [small, large] = [await avif(60, 40), await avif(5_000, 4_200)]
  for (const [path, url] of [
    ["image", address("/a.avif")],
    ["favicon", address("/")],
  ] as const) {
    for (const [picture, status] of [
      [small, 200],
      [large, 404],
    ] as const) {
      pages = { "/": send("text/html", '<link rel="icon" href="/a.avif">'), "/a.avif": picture }
      expect((await get(path, { url })).statusCode, path).toBe(status)
    }
  }
})

test("a picture of somewhere else is given with at most 8 megapixels", async () => {
  pages = { "/a.png": send("image/png", await colour("#0000ff", 10, 4_000)) }
  const reply = await get("image", { url: address("/a.png"), width: 2_000, height: 0 })
  expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  expect((await get("image", { url: address("/a.png"), width: 0, height: 0 })).statusCode).toBe(200)
})

test("eight are fetched at a time, twenty wait without a byte, and others are told to come later", async () => {
  const held: ServerResponse[] = []
  const hold = (response: ServerResponse) => void held.push(response)
  pages = { "/a.png": hold, "/": hold }
  hits = 0
  const statuses: number[] = []
  const asked = Array.from({ length: 30 }, async (_, n) => {
    const reply = n % 2 ? get("image", { url: address("/a.png") }) : get("favicon", { url: address("/") })
    statuses.push((await reply).statusCode)
  })
  try {
    await until(async () => statuses.length === 2 && held.length === 8)
    expect(statuses).toEqual([429, 429])
    expect(hits).toBe(8)
  } finally {
    pages = {}
    for (const response of held) response.writeHead(404).end()
    await Promise.all(asked)
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(28)
})

describe("addresses of our own network", () => {
  test.each(["image", "favicon"])("are refused by %s, open or closed, in the same words", async (path) => {
    hits = 0
    const bodies = new Set<string>()
    for (const host of [
      `127.0.0.1:${port}`,
      "127.0.0.1:1",
      "127.1",
      "2130706433",
      "[::1]",
      "169.254.169.254",
      "10.0.0.1",
    ]) {
      const reply = await get(path, { url: `http://${host}/` }, real)
      expect(reply.json()).toMatchObject({ code: 404, type: "avatar_remote_url_failed" })
      bodies.add(reply.body)
    }
    expect(bodies.size).toBe(1)
    expect(hits).toBe(0)
  })

  test("cannot be tried out without end", async () => {
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await get("image", { url: "http://127.0.0.1/" }, real)).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })
})
