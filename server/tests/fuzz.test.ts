import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import type { InjectOptions, LightMyRequestResponse } from "fastify"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { errorStatus } from "#contract/errors.ts"
import { photoBodyBytes } from "#contract/studio/photos.ts"
import { tableBodyBytes } from "#contract/studio/shelf-import.ts"
import { goodBodies, refusedOrder } from "#server/testing/good-bodies.ts"
import {
  hostileTexts,
  listRoutes,
  type MalformedRequest,
  malformedAddresses,
  malformedBodies,
  malformedFields,
  malformedHeaders,
  queriedRoutes,
  sendsEverything,
} from "#server/testing/malformed.ts"
import { clockMs, leastOf, processorMs } from "#server/testing/measure.ts"
import { buildApplication, buildPhotos } from "#server/testing/records/build-records.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let port: number

beforeAll(async () => {
  t = await openTestApp({ settings: { CONFORMANCE: "1", API_KEY: "a key of the server, long enough" } })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  const address = t.app.server.address()
  if (address === null || typeof address === "string") throw new Error("The app has no port.")
  port = address.port
})
afterAll(() => t.close())

/** Who sends a request. An owner gets past the rights of the back office, so that what lies behind them is tried. */
type Sender = "guest" | "person" | "owner"

/** Somebody new each time, since a request may end the session it came with. */
async function senderOf(kind: Sender): Promise<TestPerson | null> {
  if (kind === "guest") return null
  const person = await t.signUp({ credits: 2_000 })
  if (kind === "owner") {
    await t.s.db.insertInto("operators").values({ accountId: person.accountId, role: "owner" }).execute()
  }
  return person
}

/** With FUZZ=all everybody sends everything; else only the one who gets furthest does. */
function sendersOf(furthest: Sender): readonly Sender[] {
  return sendsEverything ? ["guest", "person", "owner"] : [furthest]
}

/** For one test, in milliseconds: three senders of four times the requests take long. */
const timeoutMs = sendsEverything ? 1_200_000 : 120_000

/** Calls that a form without scripts or a link of a mail makes: their answers are pages for people. */
const pageRoutes: ReadonlySet<string> = new Set([
  "POST /contact-form",
  "GET /notices/unsubscribe",
  "HEAD /notices/unsubscribe",
  "POST /notices/unsubscribe",
  "POST /contact/sheet-form",
  "POST /academy/waitlist-form",
  "GET /academy/waitlist/leave",
  "HEAD /academy/waitlist/leave",
  "POST /academy/waitlist/leave",
  "POST /sign-in",
  "POST /sign-up",
  "POST /forgot-password",
  "POST /reset-password",
  "POST /verify-user",
])

/** Whatever has an address below a shop's or a picture's may be told in a page: `/shop/./feed` is the page of a product called so. */
function isForPeople(route: string): boolean {
  return pageRoutes.has(route) || / \/(?:shop|picture|shared)\//.test(route)
}

/** Largest body, in bytes, of the routes that take a photo or a table within it. */
const longestBodies: ReadonlyMap<string, number> = new Map([
  ["POST /image-upscaler", photoBodyBytes],
  ["POST /background-remover", photoBodyBytes],
  ["POST /image-to-prompt", photoBodyBytes],
  ["POST /shelf/table/check", tableBodyBytes],
  ["POST /shelf/table", tableBodyBytes],
])

/** @returns what is wrong with a reply, or null; whoever sent what, this holds for every one */
function complaint(
  reply: LightMyRequestResponse,
  { isHead, isPage, isRefused }: { isHead: boolean; isPage: boolean; isRefused: boolean },
): string | null {
  const status = reply.statusCode
  // The words at which the fake engine fails were taken, whatever was wrong beside them.
  const isEngineFault = isRefused && readBody(reply.body)?.type === "engine_failed"
  if (status >= 500 && !isEngineFault) return `status ${status}: ${reply.body.slice(0, 200)}`
  if (reply.headers["x-content-type-options"] !== "nosniff") return "no security headers"
  if (status < 400) return null
  if (reply.headers["cache-control"] !== "no-store") return `${status} may be kept: ${reply.headers["cache-control"]}`
  if (isPage && String(reply.headers["content-type"]).startsWith("text/html")) return leakIn(reply.body)
  if (!String(reply.headers["content-type"]).startsWith("application/json")) return `${status} is not JSON`
  if (isHead) return null
  const body = readBody(reply.body)
  if (body?.code !== status || typeof body.message !== "string" || typeof body.version !== "string") {
    return `${status} in another shape: ${reply.body.slice(0, 200)}`
  }
  if (!Object.hasOwn(errorStatus, String(body.type))) return `the unknown type ${body.type}`
  return leakIn(body.message)
}

/** @returns what of our inside a text tells, or null */
function leakIn(text: string): string | null {
  return /node_modules|\.ts:\d|select |insert into|syntax error/i.test(text) ? `tells: ${text}` : null
}

function readBody(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return null
  }
}

async function complaints(
  method: string,
  path: string,
  person: TestPerson | null,
  requests: readonly MalformedRequest[],
): Promise<string[]> {
  const found: string[] = []
  for (const { what, url = path.replace(/:\w+/g, "some-id"), headers, payload } of requests) {
    const reply = await t.app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url,
      headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    const wrong = complaint(reply, {
      isHead: method === "HEAD",
      isPage: isForPeople(`${method} ${path}`),
      isRefused: payload?.includes(refusedOrder.prompt) === true,
    })
    if (wrong) found.push(`${method} ${path}, ${what}: ${wrong}`)
  }
  return found
}

describe("no request whatsoever", () => {
  const sent: Record<Sender, number> = { guest: 0, person: 0, owner: 0 }
  let lists = 0
  /** Of each list every fourth request, for each route another four; with FUZZ=all every one. */
  const send = async (
    method: string,
    path: string,
    kind: Sender,
    requests: readonly MalformedRequest[],
    known?: TestPerson,
  ) => {
    const first = lists++
    const chosen = sendsEverything ? requests : requests.filter((_, n) => (n + first) % 4 === 0)
    const person = known ?? (await senderOf(kind))
    sent[kind] += chosen.length
    expect([kind, await complaints(method, path, person, chosen)]).toEqual([kind, []])
  }

  test(
    "with a malformed address is answered by a failure of ours, on any route",
    async () => {
      const routes = listRoutes(t.app.printRoutes({ commonPrefix: false }))
      expect(routes.length).toBeGreaterThan(60)
      for (const { method, path } of routes) {
        if (method === "HEAD") continue
        for (const kind of sendersOf("person")) await send(method, path, kind, malformedAddresses(path))
      }
    },
    timeoutMs,
  )

  test(
    "with a malformed header is, signed in or not",
    async () => {
      const routes = listRoutes(t.app.printRoutes({ commonPrefix: false }))
      for (const { method, path } of routes) {
        for (const kind of sendersOf("guest")) await send(method, path, kind, malformedHeaders)
      }
      const good = JSON.stringify(refusedOrder)
      const keyed = malformedHeaders.map((request) => ({ ...request, payload: good }))
      await send("POST", "/image-gen-with-flux-1.1", "person", keyed)
    },
    timeoutMs,
  )

  test.each(Object.keys(goodBodies))(
    "with a malformed body is, on %s",
    async (route) => {
      const [method = "", path = ""] = route.split(" ")
      const isForGuests = path === "/v1/account" || path.endsWith("/email") || path.endsWith("/recovery")
      const furthest = /^\/operators?\//.test(path) ? "owner" : isForGuests ? "guest" : "person"
      for (const kind of sendersOf(furthest)) {
        await send(method, path, kind, malformedBodies(goodBodies[route] ?? {}))
      }
    },
    timeoutMs,
  )

  test.each<[string, Record<string, unknown>]>([
    ["trainings", { txRef: "", triggerWord: null, images: [], PrimaryStyle: "Bags" }],
    ["applications", { userId: "x", stage: "applied", ProgamId: "systems_intergration" }],
    ["profiles", { name: "Ada", country: "Nigeria", imageUrl: "http://localhost:3000/a.png" }],
    ["scratch", { title: "A note" }],
  ])(
    "with a malformed attribute is, in %s",
    async (collection, data) => {
      const person = await t.signUp({ isVerified: true })
      await buildApplication(t, person.accountId)
      const images = (await buildPhotos(t, person.accountId)).map(({ url }) => url)
      const requests = malformedBodies({ ...data, ...("images" in data ? { images } : {}) })
      const wrapped = requests.map((request) => ({
        ...request,
        payload: `{"documentId":"unique()","data":${request.payload}}`,
      }))
      await send("POST", `/v1/databases/main/collections/${collection}/documents`, "person", wrapped, person)
    },
    timeoutMs,
  )

  test(
    "with a malformed value of a query's own field is, on any route that has one",
    async () => {
      const routes = queriedRoutes(t.app.swagger())
      expect(routes.length).toBeGreaterThan(30)
      const owner = await senderOf("owner")
      for (const { method, path, fields } of routes) {
        expect(await complaints(method, path, owner, malformedFields(path, fields))).toEqual([])
      }
    },
    timeoutMs,
  )

  test("was left out", () => {
    const total = sent.guest + sent.person + sent.owner
    expect(total).toBeGreaterThan(sendsEverything ? 100_000 : 3_000)
    expect(({} as Record<string, unknown>).isPolluted).toBeUndefined()
    if (sendsEverything) process.stdout.write(`${total} malformed requests: ${JSON.stringify(sent)}\n`)
  })
})

describe("every route that takes a body", () => {
  test("has a good one here", () => {
    const taking = listRoutes(t.app.printRoutes({ commonPrefix: false })).filter(({ method, path }) => {
      const route = { method, path: path.replace(/:\w+/g, (name) => `{${name.slice(1)}}`) }
      const document = t.app.swagger() as { paths?: Record<string, Record<string, { requestBody?: object }>> }
      return document.paths?.[route.path]?.[method.toLowerCase()]?.requestBody
    })
    const known = new Set(Object.keys(goodBodies))
    const missing = taking
      .map(({ method, path }) => {
        const plain = path
          .replace(":databaseId", "main")
          .replace(/:collectionId|:tableId/, "profiles")
          .replace(":bucketId", "images")
          .replace(/:\w+/g, "some-id")
        return `${method} ${plain}`
      })
      .filter(
        (route) =>
          !known.has(route) && !/image-gen-with|verifications|\/tokens\/|\/jwts$|\/account\/sessions$/.test(route),
      )
    expect(missing).toEqual([])
  })

  test("refuses one that is too large at once, and one of another kind", async () => {
    const person = await t.signUp()
    for (const route of Object.keys(goodBodies).filter((known) => !isForPeople(known))) {
      const [method = "", url = ""] = route.split(" ")
      const base = { method: method as "POST", url, headers: { cookie: person.cookie } }
      const large = await t.app.inject({
        ...base,
        headers: { ...base.headers, "content-type": "application/json" },
        payload: `{"a":"${"x".repeat(longestBodies.get(route) ?? 300_000)}"}`,
      })
      expect([route, large.statusCode, large.json().type]).toEqual([route, 413, "request_too_large"])
      const form = await t.app.inject({
        ...base,
        headers: { ...base.headers, "content-type": "application/x-www-form-urlencoded" },
        payload: "email=a",
      })
      expect([route, form.statusCode, form.json().type]).toEqual([route, 415, "request_type_unsupported"])
    }
  })
})

describe("over a real connection", () => {
  /** Sends bytes as they are. @returns status, headers and body of the reply */
  async function sendRaw(...pieces: (string | Buffer)[]) {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => {})
    await once(socket, "connect")
    for (const piece of pieces) socket.write(piece)
    const reply = await text(socket)
    const [head = "", body = ""] = reply.split("\r\n\r\n")
    return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: readBody(body) }
  }
  const close = "host: localhost\r\nconnection: close\r\n"

  test.each<[string, number, string[]]>([
    ["an unknown method", 400, [`FOO /v1/account HTTP/1.1\r\n${close}\r\n`]],
    ["a method nobody offers", 404, [`PROPFIND /v1/account HTTP/1.1\r\n${close}\r\n`]],
    ["TRACE", 404, [`TRACE /v1/account HTTP/1.1\r\n${close}\r\n`]],
    ["headers of 50 kB", 431, [`GET /v1/account HTTP/1.1\r\n${close}x-long: ${"a".repeat(50_000)}\r\n\r\n`]],
    ["no HTTP at all", 400, ["\u0016\u0003\u0001 hello\r\n\r\n"]],
    ["a header without a name", 400, [`GET / HTTP/1.1\r\n${close}: x\r\n\r\n`]],
    ["two lengths", 400, [`POST /v1/account HTTP/1.1\r\n${close}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`]],
    [
      "a length and chunks",
      400,
      [`POST /v1/account HTTP/1.1\r\n${close}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ],
    [
      "broken chunks",
      400,
      [
        `POST /v1/account HTTP/1.1\r\n${close}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      ],
    ],
    ["an address that cannot be read", 400, [`GET /v1/%zz HTTP/1.1\r\n${close}\r\n`]],
    ["raw bytes in the address", 400, [`GET /v1/\u0001 HTTP/1.1\r\n${close}\r\n`]],
  ])("%s is answered in our shape with %i", async (_, status, pieces) => {
    const reply = await sendRaw(...pieces)
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({ code: status, message: expect.any(String), version: "1.5.11" })
    expect(errorStatus[String(reply.body?.type) as keyof typeof errorStatus]).toBe(status)
    expect(reply.head).toContain("cache-control: no-store")
    expect(reply.head).toContain("content-type: application/json")
  })

  test("a body of 64 MiB is refused by its announced length, before it is sent", async () => {
    const head = `POST /v1/account HTTP/1.1\r\n${close}content-type: application/json\r\ncontent-length: 67108864\r\n\r\n`
    const send = async () => {
      const reply = await sendRaw(head, "{")
      expect(reply.status).toBe(413)
      expect(reply.body).toMatchObject({ type: "request_too_large" })
    }
    expect(await leastOf(2_000, () => clockMs(send))).toBeLessThan(2_000)
  })

  test("endless chunks are cut off at the limit", async () => {
    const head = `POST /v1/account HTTP/1.1\r\n${close}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
    const piece = `10000\r\n${" ".repeat(65_536)}\r\n`
    expect((await sendRaw(head, piece.repeat(8))).status).toBe(413)
  })
})

test("texts that are nearly right do not keep the server busy", async () => {
  const person = await t.signUp({ credits: 100 })
  const nearly = [
    "a@".repeat(25_000),
    `${"a".repeat(50_000)}@`,
    "-".repeat(50_000),
    " ".repeat(50_000),
    ...hostileTexts,
  ]
  for (const value of nearly) {
    const prompt = `${value}\u0000`
    const sendAll = async () => {
      await t.request("POST", "/v1/account/sessions/email", { body: { email: value, password: value.slice(0, 200) } })
      await t.request("PATCH", "/v1/account/name", { person, body: { name: value } })
      await t.request("POST", "/image-gen-with-flux-1.1", { person, body: { ...refusedOrder, prompt } })
    }
    expect(await leastOf(1_000, () => processorMs(sendAll))).toBeLessThan(1_000)
  }
})
