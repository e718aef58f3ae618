import { randomBytes } from "node:crypto"
import { Session } from "node:inspector"
import { Writable } from "node:stream"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { imagesBucketId } from "#contract/hosted/files.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { listRoutes } from "#server/testing/malformed.ts"
import { open } from "#server/testing/realtime-client.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

/** Bytes of the objects of this thread that are still needed. */
function liveObjects(): number {
  const session = new Session()
  session.connect()
  session.post("HeapProfiler.collectGarbage")
  session.disconnect()
  return process.memoryUsage().heapUsed
}

let t: TestApp

const metricsToken = "a token for the metrics, long enough"

beforeAll(async () => {
  t = await openTestApp({
    hasWorker: false,
    settings: { METRICS_TOKEN: metricsToken, INSIDE_NETWORKS: "203.0.113.0/24" },
  })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

const get = (url: string, headers: Record<string, string> = {}) => t.request("GET", url, { headers })

describe("a list of guests", () => {
  const list = (queries: string[]) =>
    get(
      `/v1/databases/main/collections/generations/documents?${queries.map((one) => `queries[]=${encodeURIComponent(one)}`).join("&")}`,
    )
  const search = (word: string) => `search("prompt",["${word}"])`

  test("searches at the top level only, and once", async () => {
    const sixty = Array.from({ length: 60 }, (_, n) => ({ method: "search", attribute: "prompt", values: [`w${n}`] }))
    const attack = await list([JSON.stringify({ method: "or", values: sixty })])
    expect(attack.json()).toMatchObject({ code: 400, type: "general_query_invalid" })
    expect((await list([search("one"), search("two")])).statusCode).toBe(400)
    expect((await list([search("one")])).statusCode).toBe(200)
  })
})

describe("odd paths and headers", () => {
  test.each(["//", "///", "//evil.example", "/%2f%2f", "/?a=%ff", "/..%2f..%2f", "/%E0%A4%A", "/:80", "/@", "//:0/"])(
    "%s gives no 5xx",
    async (path) => {
      expect((await get(path)).statusCode).toBeLessThan(500)
    },
  )

  test.each([
    `multipart/form-data; boundary=${"b".repeat(5_000)}`,
    "multipart/form-data; boundary=",
    "multipart/form-data",
    'multipart/form-data; boundary="',
  ])("a form of type %.40s gives no 5xx", async (type) => {
    const person = await t.signUp({ isVerified: true })
    for (const url of [`/v1/storage/buckets/${imagesBucketId}/files`, "/image-upload"]) {
      const headers = { cookie: person.cookie, "content-type": type }
      const reply = await t.app.inject({ method: "POST", url, headers, payload: "--b\r\n\r\n" })
      expect(reply.statusCode, reply.body).toBeLessThan(500)
    }
  })
})

describe("a preview", () => {
  async function upload(
    person: Awaited<ReturnType<TestApp["signUp"]>>,
    bytes: Buffer,
    name: string,
    type: string,
    status = 201,
  ) {
    const form = new FormData()
    form.set("fileId", "unique()")
    form.set("file", new File([new Uint8Array(bytes)], name, { type }))
    const body = new Response(form)
    const made = await t.app.inject({
      method: "POST",
      url: `/v1/storage/buckets/${imagesBucketId}/files`,
      headers: { cookie: person.cookie, "content-type": body.headers.get("content-type") ?? "" },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    expect(made.statusCode, made.body).toBe(status)
    return (query: string) =>
      t.request("GET", `/v1/storage/buckets/${imagesBucketId}/files/${made.json().$id}/preview?${query}`, { person })
  }
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#a52b1e" } })

  test("has at most 8 megapixels, whatever makes it large", async () => {
    const person = await t.signUp({ isVerified: true })
    const preview = await upload(person, await plain(64, 64).png().toBuffer(), "photo.png", "image/png")
    for (const query of [
      "width=4000&height=4000&output=avif",
      "width=2800&height=2800&borderWidth=100",
      "width=2800&height=2800&rotation=45",
    ]) {
      expect((await preview(query)).json(), query).toMatchObject({ code: 400, type: "general_argument_invalid" })
    }
    expect((await preview("width=100&output=png")).statusCode).toBe(200)
    const faded = await sharp((await preview("opacity=0.5&output=png")).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(faded.info.channels).toBe(4)
    expect(Math.abs((faded.data[3] ?? 0) - 128)).toBeLessThan(3)
  })

  test("as large as its picture may have more, within the limits of time and memory", async () => {
    const person = await t.signUp({ isVerified: true })
    const bytes = await plain(3_600, 2_500).jpeg({ quality: 40 }).toBuffer()
    const preview = await upload(person, bytes, "photo.jpg", "image/jpeg")
    const { width, height } = await sharp((await preview("output=jpg")).rawPayload).metadata()
    expect([width, height]).toEqual([3_600, 2_500])
    for (const query of ["width=3600&height=2500", "borderWidth=1", "rotation=45", "output=gif"]) {
      expect((await preview(query)).json(), query).toMatchObject({ code: 400, type: "general_argument_invalid" })
    }
  })

  test("of a picture that would take too much memory is refused before it is decoded", async () => {
    const person = await t.signUp({ isVerified: true })
    // A file of a few hundred bytes that says it has 48 megapixels: decoding such took 1.4 GB.
    const avif = await plain(64, 64).avif({ effort: 0 }).toBuffer()
    const sides = avif.indexOf("ispe") + 8
    avif.writeUInt32BE(8_000, sides)
    avif.writeUInt32BE(6_000, sides + 4)
    await upload(person, avif, "photo.avif", "image/avif", 400)

    const large = await plain(8_000, 6_000).jpeg({ quality: 40 }).toBuffer()
    const ofJpeg = await upload(person, large, "photo.jpg", "image/jpeg")
    expect((await ofJpeg("output=avif")).json()).toMatchObject({
      code: 400,
      message: "This preview would take too much memory. Ask for a smaller one, or for another output.",
    })
    expect((await ofJpeg("width=200&output=avif")).statusCode).toBe(200)
    expect((await ofJpeg("width=3250&output=gif")).json()).toMatchObject({
      code: 400,
      message: "This preview would take too long. Ask for a smaller one, or for another output.",
    })
  })
})

describe("a picture of initials", () => {
  test("is as large as it was asked for", async () => {
    const reply = await get("/v1/avatars/initials?name=Ada%20Obi&width=2000&height=1000")
    const { width, height } = await sharp(reply.rawPayload).metadata()
    expect([width, height]).toEqual([2_000, 1_000])
  })
})

describe("a socket", () => {
  test("has at most 500 channels", async () => {
    const socket = await open(t)
    const subscribe = (from: number, to: number) =>
      socket.send({
        type: "subscribe",
        data: Array.from({ length: to - from }, (_, n) => ({
          subscriptionId: `s${from + n}`,
          channels: Array.from({ length: 90 }, (_, at) => `c${at}`),
        })),
      })
    subscribe(0, 5)
    expect(await socket.next((frame) => frame.type === "response" && frame.data.to === "subscribe")).toBeTruthy()
    subscribe(5, 6)
    expect(await socket.next((frame) => frame.type === "error")).toMatchObject({
      data: { message: "Too many subscriptions." },
    })
  })

  describe("has queries", () => {
    const letters = (count: number) =>
      JSON.stringify({ method: "notEqual", attribute: "a", values: ["x".repeat(count)] })
    const oneOf = (count: number) => JSON.stringify({ method: "equal", attribute: "a", values: Array(count).fill(0) })
    const both = (query: string) => `{"method":"and","values":[${query},${query}]}`

    test.each<[string, string[][], string]>([
      ["of at most 16,384 characters", [Array(3).fill(letters(4_000)), [letters(4_000)]], letters(4_040)],
      ["with at most 200 filters and values", [[oneOf(60), oneOf(39)], [both(oneOf(25))]], oneOf(51)],
    ])("%s, and gets back what it gives up", async (_, kept, more) => {
      const socket = await open(t)
      const answer = async (frame: object) => {
        socket.send(frame)
        const { type, data } = await socket.next()
        return type === "error" ? data.message : data.to
      }
      const subscribe = (id: string, queries: string[]) =>
        answer({ type: "subscribe", data: [{ subscriptionId: id, channels: ["c"], queries }] })
      for (const [n, queries] of kept.entries()) expect(await subscribe(`s${n}`, queries)).toBe("subscribe")
      expect(await subscribe("more", [more, more])).toBe("Too many subscriptions.")
      expect(await subscribe("more", [more])).toBe("Too many subscriptions.")
      expect(await subscribe("s1", [more])).toBe("subscribe")
      expect(await subscribe("more", [more])).toBe("Too many subscriptions.")
      expect(await answer({ type: "unsubscribe", data: [{ subscriptionId: "s1" }] })).toBe("unsubscribe")
      expect(await subscribe("more", [more])).toBe("subscribe")
    })
  })

  test("keeps the texts of its queries in no more memory than their letters take", async () => {
    const data = Array.from({ length: 4 }, (_, n) => ({
      subscriptionId: `s${n}`,
      channels: ["c"],
      queries: [`notEqual("a", ["${"x".repeat(2_000)}\\"${"x".repeat(2_000)}"])`],
    }))
    const sockets = []
    for (let n = 0; n < 20; n++) sockets.push(await open(t))
    const before = liveObjects()
    for (const socket of sockets) {
      socket.send({ type: "subscribe", data })
      expect((await socket.next()).type).toBe("response")
    }
    // 320,000 letters, sent, answered and kept; letters that hang together one by one take 32 bytes each.
    expect(liveObjects() - before).toBeLessThan(5_000_000)
  })

  test("is one of at most two hundred of a network", async () => {
    const limited = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "0.02" } })
    try {
      await limited.app.listen({ port: 0, host: "127.0.0.1" })
      const opened = []
      // Three a minute begin, and four may be open: the fourth comes a minute later.
      for (let n = 0; n < 3; n++) opened.push(await open(limited))
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 })
      opened.push(await open(limited))
      await expect(open(limited)).rejects.toThrow()
      opened[0]?.socket.close()
      await opened[0]?.closed
      await until(async () => (await open(limited).catch(() => null)) !== null)
    } finally {
      vi.useRealTimers()
      await limited.close()
    }
  })

  test("is one of at most thirty of a person", async () => {
    const limited = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "0.1" } })
    try {
      await limited.app.listen({ port: 0, host: "127.0.0.1" })
      const person = await limited.signUp()
      for (let n = 0; n < 3; n++) await open(limited, { person })
      await expect(open(limited, { person })).rejects.toThrow()
    } finally {
      await limited.close()
    }
  })
})

interface Credentials {
  email: string
  password: string
}

describe("a network of strangers", () => {
  /** Every limit that is counted by an hour or minute is one here. */
  let strict: TestApp
  const strong = "a clay pot for everyone"
  let networks = 0

  beforeAll(async () => {
    strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "0.001" } })
  })
  afterAll(() => strict.close())

  const send = async (method: "GET" | "POST" | "PUT", url: string, remoteAddress: string, body?: object) =>
    (await strict.app.inject({ method, url: `/v1${url}`, remoteAddress, ...(body ? { payload: body } : {}) }))
      .statusCode

  test.each<["GET" | "POST" | "PUT", string, (n: number) => object | undefined]>([
    ["POST", "/account", (n) => ({ userId: "unique()", email: `new${n}@example.com`, password: strong })],
    ["POST", "/account/sessions/email", (n) => ({ email: `known${n}@example.com`, password: strong })],
    ["POST", "/account/sessions/anonymous", () => ({})],
    ["POST", "/account/sessions/magic-url", (n) => ({ userId: "unique()", email: `link${n}@example.com` })],
    ["POST", "/account/tokens/email", (n) => ({ userId: "unique()", email: `code${n}@example.com` })],
    ["POST", "/account/tokens/phone", (n) => ({ userId: "unique()", phone: `+23480312345${10 + n}` })],
    ["PUT", "/account/sessions/magic-url", (n) => ({ userId: `link-${n}`, secret: "guess" })],
    ["PUT", "/account/sessions/phone", (n) => ({ userId: `phone-${n}`, secret: "123456" })],
    ["POST", "/account/sessions/token", (n) => ({ userId: `token-${n}`, secret: "123456" })],
    ["PUT", "/account/verification", (n) => ({ userId: `mail-${n}`, secret: "guess" })],
    ["POST", "/account/recovery", (n) => ({ email: `lost${n}@example.com`, url: "http://localhost:3000/x" })],
    ["PUT", "/account/recovery", (n) => ({ userId: `lost-${n}`, secret: "guess", password: strong })],
    ["GET", "/avatars/initials?name=Ada", () => undefined],
    ["GET", "/avatars/flags/ng", () => undefined],
    ["GET", "/avatars/qr?text=a", () => undefined],
    ["GET", "/databases/main/collections/generations/documents", () => undefined],
  ])("is limited, and no other with it: %s %s", async (method, url, body) => {
    const [busy, quiet] = [`203.0.113.${++networks}`, `198.51.100.${networks}`]
    expect(await send(method, url, busy, body(1))).toBeLessThan(429)
    expect(await send(method, url, busy, body(2))).toBe(429)
    // What was refused for the network does not count for whom it was about.
    expect(await send(method, url, quiet, body(2))).toBeLessThan(429)
  })

  test.each([
    ["/account/sessions/magic-url", { userId: "unique()" }],
    ["/account/tokens/email", { userId: "unique()" }],
    ["/account/recovery", { url: "http://localhost:3000/x" }],
  ])(
    "mails of one kind to one mailbox are limited, wherever they are asked for and however it is written: %s",
    async (url, body) => {
      const victim = `victim${++networks}`
      const ask = (email: string) => send("POST", url, `203.0.113.${++networks}`, { ...body, email })
      expect(await ask(`${victim}@gmail.com`)).toBeLessThan(429)
      for (const email of [`${victim}+shop@gmail.com`, `V.${victim.slice(1)}@googlemail.com`, `${victim}@GMAIL.com`]) {
        expect([email, await ask(email)]).toEqual([email, 429])
      }
      expect(await ask(`another.${victim}@gmail.com`)).toBeLessThan(429)
    },
  )

  /** Somebody of a network that nobody else is of. */
  const signUpElsewhere = async (
    email = `person${networks + 1}@example.com`,
  ): Promise<Credentials & { cookie: string }> => {
    networks++
    const given = { email, password: strong }
    const post = (url: string, payload: object) =>
      strict.app.inject({ method: "POST", url: `/v1${url}`, remoteAddress: `192.0.2.${networks}`, payload })
    await post("/account", { userId: "unique()", ...given })
    const { cookies } = await post("/account/sessions/email", given)
    return { ...given, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") }
  }

  test("mails that confirm an address are, whichever of the mailbox's names an account has", async () => {
    const victim = `mailbox${++networks}`
    const ask = async (email: string): Promise<number> => {
      const { cookie } = await signUpElsewhere(email)
      const payload = { url: "http://localhost:3000/x" }
      const remoteAddress = `192.0.2.${networks}`
      const sent = {
        method: "POST",
        url: "/v1/account/verification",
        remoteAddress,
        headers: { cookie },
        payload,
      } as const
      return (await strict.app.inject(sent)).statusCode
    }
    expect(await ask(`${victim}@example.com`)).toBe(201)
    expect(await ask(`${victim}+shop@example.com`)).toBe(429)
    expect(await ask(`another.${victim}@example.com`)).toBe(201)
  })

  test.each<["GET" | "POST" | "PATCH" | "DELETE", string, (person: Credentials) => object | undefined]>([
    ["PATCH", "/account/email", ({ email, password }) => ({ email: `new.${email}`, password })],
    ["PATCH", "/account/phone", ({ password }) => ({ phone: "+2348031234599", password })],
    ["PATCH", "/account/password", ({ password }) => ({ oldPassword: password, password: `another ${strong}` })],
    ["POST", "/account/verification", () => ({ url: "http://localhost:3000/x" })],
    ["GET", "/account/export", () => undefined],
    ["DELETE", "/account", ({ password }) => ({ password })],
  ])("is limited with its people's calls too, whoever of them calls: %s %s", async (method, url, body) => {
    const [busy, quiet] = [`203.0.113.${++networks}`, `198.51.100.${networks}`]
    const call = async (remoteAddress: string): Promise<number> => {
      const person = await signUpElsewhere()
      const payload = body(person)
      const headers = { cookie: person.cookie }
      const sent = { method, url: `/v1${url}`, remoteAddress, headers, ...(payload ? { payload } : {}) }
      return (await strict.app.inject(sent)).statusCode
    }
    expect(await call(busy)).toBeLessThan(300)
    expect(await call(busy)).toBe(429)
    expect(await call(quiet)).toBeLessThan(300)
  })
})

test.each([
  ["/v1/account/name", { name: "Ada" }],
  ["/v1/account/prefs", { prefs: { theme: "dark" } }],
])("a change that is kept in the activity is counted by the minute: PATCH %s", async (url, body) => {
  const person = await t.signUp()
  const { headers } = await t.request("PATCH", url, { person, body })
  // The tests multiply every limit by 1,000.
  expect(headers["x-ratelimit-limit"]).toBe("120000")
})

test.each([
  ["PUT", "/v1/account/sessions/magic-url"],
  ["PUT", "/v1/account/sessions/phone"],
  ["POST", "/v1/account/sessions/token"],
  ["PUT", "/v1/account/verification"],
  ["PUT", "/v1/account/recovery"],
] as const)("guesses at one account are limited in a network: %s %s", async (method, url) => {
  // The tests multiply every limit by 1,000.
  const guess = async (userId: string) => {
    const { headers } = await t.request(method, url, {
      body: { userId, secret: "guess", password: "a clay pot for me" },
    })
    return [headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]]
  }
  expect(await guess("one-account")).toEqual(["10000", "9999"])
  expect(await guess("one-account")).toEqual(["10000", "9998"])
  expect(await guess("another-account")).toEqual(["10000", "9999"])
})

describe("what is for those who run the product", () => {
  const away = { "x-forwarded-for": "198.51.100.7" }

  test.each(["/metrics", "/docs", "/docs/openapi.json"])(
    "%s is read from this machine, or with the token",
    async (path) => {
      expect((await get(path)).statusCode).toBe(200)
      expect((await get(path, away)).statusCode).toBe(404)
      expect((await get(path, { host: "evil.example" })).statusCode).toBe(404)
      expect((await get(path, { ...away, authorization: `Bearer ${metricsToken}` })).statusCode).toBe(200)
      expect((await get(path, { ...away, authorization: "Bearer wrong" })).statusCode).toBe(404)
      const listed = await t.app.inject({ method: "GET", url: path, remoteAddress: "203.0.113.9" })
      expect(listed.statusCode).toBe(200)
    },
  )

  test("everything under /dev answers names of this machine only", async () => {
    const routes = listRoutes(t.app.printRoutes({ commonPrefix: false })).filter(
      ({ method, path }) => path.startsWith("/dev/") && method !== "HEAD" && method !== "OPTIONS",
    )
    const paths = new Set(routes.map(({ path }) => path))
    for (const known of [
      "/dev/mail",
      "/dev/mail.json",
      "/dev/messages.json",
      "/dev/mail/letters",
      "/dev/pay/:tx_ref",
    ]) {
      expect(paths).toContain(known)
    }
    for (const { method, path } of routes) {
      const ask = async (host: string) => {
        const url = path.replace(":name", "magic-link").replace(/:\w+/g, "unknown")
        const { json, statusCode } = await t.app.inject({ method: method as "GET", url, headers: { host } })
        return statusCode === 404 ? json().message : statusCode
      }
      expect(await ask("localhost:3000"), path).not.toBe("There is no such page.")
      for (const host of ["evil.example", "127.0.0.1.evil.example:3000"]) {
        expect(await ask(host), `${method} ${path}`).toBe("There is no such page.")
      }
    }
  })
})

test("the log shows no secret, at any level and wherever it stands", () => {
  const lines: string[] = []
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const secret = randomBytes(8).toString("hex")
  const log = createLog("trace", to)
  log.trace(
    { req: { method: "GET", url: `/verify-user?userId=a&secret=${secret}`, headers: { cookie: secret } } },
    "call",
  )
  log.info({ headers: { cookie: secret, authorization: `Bearer ${secret}` }, deep: { list: [{ apiKey: secret }] } })
  log.error({ err: new Error(`connect failed: postgres://aworan:${secret}@db.example/aworan`) })
  log.info({ url: `postgres://aworan:${secret}@db.example/aworan` })
  expect(lines).toHaveLength(4)
  expect(lines.join("")).not.toContain(secret)
  expect(lines.join("")).toContain("/verify-user?userId=a")
})
