import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

/** What goes wrong with a request. `isTaken` carries it out first, as when only the answer is lost. */
export interface Fault {
  isTaken?: true
  status?: number
  headers?: Record<string, string>
  body?: string | object
  /** The connection breaks before the answer, or in the middle of it. */
  reset?: "before" | "halfway"
  /** Never answers. */
  hangs?: true
  /** One byte a second. */
  drips?: true
  /** The first half of the answer only, ended as if it were whole. */
  truncates?: true
  /** An answer of so many bytes. */
  bytes?: number
}

/** Which requests are meant: `METHOD /path` as text at the beginning, a pattern of it, or what a function says. */
export type Match = string | RegExp | ((request: LoggedRequest) => boolean)

export interface FaultRule {
  match: Match
  /** How often; for ever when absent. */
  times?: number
  fault: Fault
}

export interface LoggedRequest {
  method: string
  /** Path and query, as it came. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Status that was answered; null when none was. */
  status: number | null
}

export interface FakeReply {
  status: number
  headers?: Record<string, string>
  body?: object | Uint8Array | string
}

export type FakeHandler = (request: LoggedRequest, url: URL) => FakeReply | Promise<FakeReply>

/** A refusal of a fake, as strict as the provider's own. */
export class FakeRefusal extends Error {
  readonly reply: FakeReply

  constructor(reply: FakeReply) {
    super(JSON.stringify(reply.body))
    this.reply = reply
  }
}

/** A server of this machine that plays providers: each under a path of its own, with a log and scripted faults. */
export interface FakeServer {
  origin: string
  /** Plays a provider below a path such as `/replicate`. */
  mount(prefix: string, handler: FakeHandler): void
  /** Every request so far, oldest first. */
  log(): readonly LoggedRequest[]
  /** How many requests came that match. */
  count(match: Match): number
  /** Adds faults; an earlier rule goes before a later one. */
  script(rules: readonly FaultRule[]): void
  /** Forgets faults and the log. */
  reset(): void
  close(): Promise<void>
}

export async function openFakeServer(port = 0): Promise<FakeServer> {
  const handlers = new Map<string, FakeHandler>()
  const requests: LoggedRequest[] = []
  let rules: { rule: FaultRule; left: number }[] = []

  const server = createServer((incoming, response) => {
    void serve(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: LoggedRequest = {
      method: incoming.method ?? "GET",
      path: incoming.url ?? "/",
      headers: incoming.headers,
      body: await readAll(incoming),
      status: null,
    }
    requests.push(request)
    const url = new URL(request.path, origin)
    const found = rules.find(({ rule, left }) => left > 0 && matches(rule.match, request))
    if (found) found.left--
    const fault = found?.rule.fault
    if (!fault) return send(response, request, await answer(request, url))
    const reply = fault.isTaken || isLaterFault(fault) ? await answer(request, url) : { status: 500, body: {} }
    await spoil(fault, reply, request, response)
  }

  async function answer(request: LoggedRequest, url: URL): Promise<FakeReply> {
    const prefix = [...handlers.keys()].find((known) => url.pathname.startsWith(`${known}/`))
    const handler = prefix === undefined ? undefined : handlers.get(prefix)
    if (!handler || prefix === undefined) return { status: 404, body: { detail: "Nothing is here." } }
    try {
      return await handler(request, new URL(url.pathname.slice(prefix.length) + url.search, origin))
    } catch (error) {
      if (error instanceof FakeRefusal) return error.reply
      throw error
    }
  }

  return {
    origin,
    mount: (prefix, handler) => void handlers.set(prefix, handler),
    log: () => requests,
    count: (match) => requests.filter((request) => matches(match, request)).length,
    script(more) {
      rules.push(...more.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY })))
    },
    reset() {
      rules = []
      requests.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

function matches(match: Match, request: LoggedRequest): boolean {
  if (typeof match === "function") return match(request)
  const line = `${request.method} ${request.path}`
  return typeof match === "string" ? line.startsWith(match) : match.test(line)
}

/** Faults of the answer itself, so there must be one. */
function isLaterFault(fault: Fault): boolean {
  return Boolean(fault.truncates || fault.drips || fault.reset === "halfway")
}

async function spoil(fault: Fault, reply: FakeReply, request: LoggedRequest, response: ServerResponse): Promise<void> {
  if (fault.hangs) return
  if (fault.reset === "before") {
    response.socket?.resetAndDestroy()
    return
  }
  if (fault.bytes !== undefined) return sendBytes(fault.bytes, response)
  if (fault.status !== undefined) {
    return send(response, request, {
      status: fault.status,
      ...(fault.headers ? { headers: fault.headers } : {}),
      body: fault.body ?? {},
    })
  }
  const body = toBytes(reply.body)
  const type = { "content-type": typeOf(reply), ...reply.headers }
  request.status = reply.status
  if (fault.truncates) {
    response.writeHead(reply.status, type).end(body.subarray(0, body.length >> 1))
    return
  }
  response.writeHead(reply.status, { ...type, "content-length": String(body.length) })
  if (fault.drips) {
    let sent = 0
    const drip = setInterval(() => {
      if (response.destroyed || sent >= body.length) clearInterval(drip)
      else response.write(body.subarray(sent, ++sent))
    }, 1_000)
    drip.unref()
    return
  }
  response.write(body.subarray(0, body.length >> 1), () => response.socket?.resetAndDestroy())
}

function send(response: ServerResponse, request: LoggedRequest, reply: FakeReply): void {
  request.status = reply.status
  response.writeHead(reply.status, { "content-type": typeOf(reply), ...reply.headers }).end(toBytes(reply.body))
}

async function sendBytes(bytes: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" })
  const piece = Buffer.alloc(64 * 1024, 0x20)
  const pieces = Array.from({ length: Math.ceil(bytes / piece.length) }, () => piece)
  // Whoever asked may well hang up on the way.
  await pipeline(Readable.from(pieces), response).catch(() => {})
}

function typeOf(reply: FakeReply): string {
  return reply.body instanceof Uint8Array ? "application/octet-stream" : "application/json"
}

function toBytes(body: FakeReply["body"]): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body)
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body ?? {}))
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of incoming as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}
