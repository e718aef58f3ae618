import { readdir, readFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isPublicAddress } from "./public-address.ts"
import { createSafeFetch, FetchRefused } from "./safe-fetch.ts"

/** Stands on loopback; a fetch that may not go there must never reach it. */
let canary: Server
let port: string
let hits: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}

beforeAll(async () => {
  canary = createServer((request, response) => {
    hits.push(request.url ?? "")
    answer(request, response)
  })
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve))
  port = String((canary.address() as AddressInfo).port)
})
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})

const accept = "image/*"

/** Resolves `*.example` to loopback and lets nothing else through; `public.example` alone counts as public. */
function fetchWith({ timeoutMs = 5_000 } = {}) {
  const allowed = "127.0.0.1"
  return createSafeFetch({
    ports: [port],
    timeoutMs,
    resolve: async (name) => [{ address: name === "public.example" ? allowed : "127.0.0.2", family: 4 }],
    isPublic: (address) => address === allowed,
  })
}

describe("an address of our own network", () => {
  const loopback = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "127.000.000.001",
    "127.0.0.1.",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "0",
    "0.0.0.0",
    "[::]",
    "１２７．０．０．１",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "user@127.0.0.1",
    "public.example@127.0.0.1",
  ]
  test.each(loopback)("is not reached as %s", async (host) => {
    hits = []
    const fetchSafely = createSafeFetch({ ports: [port] })
    await expect(fetchSafely(`http://${host}:${port}/secret`, { accept })).rejects.toThrow(FetchRefused)
    expect(hits).toEqual([])
  })

  test.each([
    ["127.0.0.1", false],
    ["10.1.2.3", false],
    ["172.31.255.255", false],
    ["172.32.0.1", true],
    ["192.168.1.1", false],
    ["169.254.169.254", false],
    ["100.64.0.1", false],
    ["100.128.0.1", true],
    ["224.0.0.1", false],
    ["255.255.255.255", false],
    ["8.8.8.8", true],
    ["fc00::1", false],
    ["fe80::1", false],
    ["ff02::1", false],
    ["::ffff:8.8.8.8", false],
    ["64:ff9b::808:808", false],
    ["2002:808:808::1", false],
    ["2001:0:808:808::1", false],
    ["2001:db8::1", false],
    ["2606:4700::1111", true],
    ["not an address", false],
  ])("%s is public: %s", (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  test("is refused when one of several answers of the name service is one", async () => {
    hits = []
    const fetchSafely = createSafeFetch({
      ports: [port],
      resolve: async () => [
        { address: "8.8.8.8", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ],
    })
    await expect(fetchSafely(`http://rebinding.example:${port}/`, { accept })).rejects.toThrow(FetchRefused)
    expect(hits).toEqual([])
  })

  test("is refused on another port, by another protocol and with a name and password", async () => {
    hits = []
    const fetchSafely = fetchWith()
    const other = createSafeFetch()
    for (const address of [`ftp://public.example:${port}/`, "file:///etc/passwd", "gopher://public.example/", "x"]) {
      await expect(fetchSafely(address, { accept })).rejects.toThrow(FetchRefused)
    }
    await expect(fetchSafely(`http://a:b@public.example:${port}/`, { accept })).rejects.toThrow(FetchRefused)
    await expect(other(`http://127.0.0.1:${port}/`, { accept })).rejects.toThrow(FetchRefused)
    expect(hits).toEqual([])
  })
})

test("nothing of the server fetches by itself what a person names", async () => {
  const folder = new URL("../../", import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.ts$/.test(name) && !/test/.test(name))
  const using: string[] = []
  for (const name of files) {
    if (/(?<![.\w])fetch\(/.test(await readFile(new URL(name, folder), "utf8"))) using.push(name)
  }
  expect(files.length).toBeGreaterThan(100)
  // The sandbox of payments sends its notices to our own public address, and traces go where a setting says.
  const own = ["features/money/payments/sandbox-webhook.ts", "platform/observability/tracing/export.ts"]
  expect(using.filter((name) => !name.startsWith("adapters/")).toSorted()).toEqual(own)
})

describe("a public address", () => {
  test("is asked by the address that was checked, with its own name and nothing of ours", async () => {
    let heard: IncomingMessage["headers"] = {}
    answer = (request, response) => {
      heard = request.headers
      response.writeHead(200, { "content-type": "Image/PNG; charset=x" }).end("bytes")
    }
    const fetched = await fetchWith()(`http://public.example:${port}/a.png`, { accept })
    expect(fetched).toMatchObject({ status: 200, type: "image/png" })
    expect(fetched.body.toString()).toBe("bytes")
    expect(heard.host).toBe(`public.example:${port}`)
    expect(heard.cookie ?? heard.authorization ?? heard.referer).toBeUndefined()
  })

  test("is followed to three other pages, and no further", async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end("there")
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    }
    const from = (redirects: number) => fetchWith()(`http://public.example:${port}/${redirects}`, { accept })
    expect((await from(3)).url.pathname).toBe("/0")
    await expect(from(4)).rejects.toThrow(FetchRefused)
  })

  test.each([
    "http://private.example:PORT/",
    "http://127.0.0.2:PORT/",
    "file:///etc/passwd",
    "//private.example:PORT/",
  ])("is not followed to %s", async (location) => {
    hits = []
    answer = (_, response) => response.writeHead(302, { location: location.replace("PORT", port) }).end()
    await expect(fetchWith()(`http://public.example:${port}/`, { accept })).rejects.toThrow(FetchRefused)
    expect(hits).toHaveLength(1)
  })

  test("may not send more than asked for, told or not", async () => {
    answer = (request, response) => {
      if (request.url === "/told") response.setHeader("content-length", "2000")
      response.write("x".repeat(1_000))
      response.end("x".repeat(1_000))
    }
    for (const path of ["told", "untold"]) {
      const long = fetchWith()(`http://public.example:${port}/${path}`, { accept, maxBytes: 1_500 })
      await expect(long).rejects.toThrow(FetchRefused)
    }
  })

  test("may not send packed bytes", async () => {
    answer = (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x")
    await expect(fetchWith()(`http://public.example:${port}/`, { accept })).rejects.toThrow(FetchRefused)
  })

  test("gets a body as it is given, once: a redirect leads it nowhere, and not into our own network", async () => {
    hits = []
    let got = ""
    answer = (request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => {
        got += `${request.method} ${request.headers.ttl} ${text}`
      })
      request.on("end", () => response.writeHead(307, { location: "/elsewhere" }).end())
    }
    const post = { headers: { ttl: "60" }, body: Buffer.from("sealed") }
    const { status } = await fetchWith()(`http://public.example:${port}/push`, { accept, post })
    expect([status, got, hits]).toEqual([307, "POST 60 sealed", ["/push"]])
    hits = []
    const inside = fetchWith()(`http://inside.example:${port}/push`, { accept, post })
    await expect(inside).rejects.toThrow(FetchRefused)
    expect(hits).toEqual([])
  })

  test.each(["a server that says nothing", "a server that never ends"])("is left after the time: %s", async (what) => {
    answer = (_, response) => {
      if (what.endsWith("ends")) response.write("x")
    }
    const slow = fetchWith({ timeoutMs: 150 })(`http://public.example:${port}/`, { accept })
    await expect(slow).rejects.toThrow(FetchRefused)
  })
})
