import { once } from "node:events"
import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http"
import { Agent as HttpsAgent, request as requestHttps } from "node:https"
import { setTimeout as sleep } from "node:timers/promises"
import type { FastifyBaseLogger } from "fastify"
import type { z } from "zod"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import { traceCall, writeTraceParent } from "#server/platform/observability/tracing/span.ts"

/**
 * What went wrong with a call to a provider. `unknown_outcome`: it may have been carried out, so it must not be sent
 * again; `bad_reply`: the answer cannot be used; the others are refusals whose cause is known.
 */
export type FailureKind =
  | "bad_input"
  | "moderated"
  | "auth"
  | "out_of_credit"
  | "not_found"
  | "rate_limited"
  | "unavailable"
  | "timeout"
  | "unknown_outcome"
  | "bad_reply"

/** A call that did not give what was asked. Its message is for the log: it may hold a provider's own words. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind
  readonly status: number | null

  constructor(kind: FailureKind, message: string, options: { status?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = "ProviderFailure"
    this.kind = kind
    this.status = options.status ?? null
  }
}

export interface ProviderReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What an adapter reads out of a refusal better than its status tells. */
export interface Refusal {
  kind: FailureKind
  /** Milliseconds. */
  retryAfterMs?: number
}

export interface ProviderRequest {
  /** Name of the call in metrics and logs. */
  call: string
  /** A GET is repeated when it fails. Anything else only when it certainly was not taken. */
  method: "GET" | "POST" | "PUT" | "DELETE"
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Longest wait for the first byte of the answer once the body is sent, in milliseconds. */
  firstByteMs?: number
  /** Longest time of one try, in milliseconds; one that sends a file has more, by the file's length. */
  totalMs?: number
  /** Time after which it is not tried again, in milliseconds, the pauses before included; absent: none. */
  patienceMs?: number
  /** Longest answer, in bytes. */
  maxBytes?: number
  signal?: AbortSignal
  /** Reads a refusal; null leaves it to the status. */
  classify?: (reply: ProviderReply) => Refusal | null
}

/** Calls one provider. @throws ProviderFailure, or the signal's reason */
export type ProviderFetch = (request: ProviderRequest) => Promise<ProviderReply>

export interface ProviderFetchOptions {
  provider: string
  metrics: Metrics
  log: Pick<FastifyBaseLogger, "warn">
  /** Texts that never reach the log. */
  secrets: readonly string[]
  /** Waits between tries; tests put their own in place. */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const connectMs = 5_000
const usualFirstByteMs = 15_000
const usualTotalMs = 60_000
const usualMaxBytes = 2 * 1024 * 1024
/** Slowest line on which a file is sent, in bytes a second. */
const slowestRate = 256 * 1024
const maxTries = 4
const firstPauseMs = 500
const longestPauseMs = 60_000
const maxLoggedCharacters = 300

/** Kinds after which a GET is tried again. */
const passing: readonly FailureKind[] = ["rate_limited", "unavailable", "timeout", "unknown_outcome"]

const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 32, timeout: 30_000 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 32, timeout: 30_000 }),
}

/**
 * The one client for providers named in settings: limits on time and size, no redirects, retries by method. A call that
 * may cost money is repeated only after 429 or when its bytes never left, because vendors' own clients were seen to send
 * billable calls several times after a broken connection.
 */
export function createProviderFetch(options: ProviderFetchOptions): ProviderFetch {
  const { provider, metrics, log, wait = pause } = options
  return async (request) => {
    const patientUntil = performance.now() + (request.patienceMs ?? Number.POSITIVE_INFINITY)
    for (let tried = 1; ; tried++) {
      const observe = metrics.providerSeconds.startTimer({ provider, call: request.call })
      try {
        const reply = await traceTry(provider, request, tried)
        observe({ outcome: "ok" })
        return reply
      } catch (error) {
        if (request.signal?.aborted) {
          observe({ outcome: "cancelled" })
          throw request.signal.reason
        }
        if (!(error instanceof Attempt)) throw error
        observe({ outcome: error.failure.kind })
        const message = redact(error.failure.message, options.secrets)
        const failure = new ProviderFailure(error.failure.kind, message, error.failure)
        const { host, pathname } = new URL(request.url)
        log.warn(
          {
            provider,
            call: request.call,
            to: host + pathname,
            kind: failure.kind,
            status: failure.status,
            tried,
            message,
          },
          "a provider's call failed",
        )
        const mayRepeat = request.method === "GET" ? passing.includes(failure.kind) : !error.mayHaveBeenTaken
        if (!mayRepeat || !passing.includes(failure.kind) || tried === maxTries) throw failure
        const pauseMs = error.retryAfterMs ?? Math.random() * firstPauseMs * 2 ** tried
        if (performance.now() + pauseMs > patientUntil) throw failure
        await wait(pauseMs, request.signal)
      }
    }
  }
}

/** The provider is told which trace it is part of, so that its own support can find it. */
function traceTry(provider: string, request: ProviderRequest, tried: number): Promise<ProviderReply> {
  const about = {
    "http.request.method": request.method,
    "server.address": new URL(request.url).hostname,
    "http.request.resend_count": tried - 1,
  }
  return traceCall(`${provider} ${request.call}`, about, async (span) => {
    if (span === null) return tryOnce(request)
    const headers = { ...request.headers, traceparent: writeTraceParent(span) }
    const reply = await tryOnce({ ...request, headers })
    span.set({ "http.response.status_code": reply.status })
    return reply
  })
}

/** One try that failed, and whether the provider may have taken the call. */
class Attempt extends Error {
  readonly failure: ProviderFailure
  readonly mayHaveBeenTaken: boolean
  readonly retryAfterMs: number | undefined

  constructor(failure: ProviderFailure, mayHaveBeenTaken: boolean, retryAfterMs?: number) {
    super(failure.message)
    this.name = failure.kind
    this.failure = failure
    this.mayHaveBeenTaken = mayHaveBeenTaken
    this.retryAfterMs = retryAfterMs
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => {
    throw signal?.reason
  })
}

async function tryOnce(request: ProviderRequest): Promise<ProviderReply> {
  const isRead = request.method === "GET"
  const limits = new AbortController()
  const late = (): void => limits.abort(new Error("timeout"))
  const sendingMs = (Buffer.byteLength(request.body ?? "") / slowestRate) * 1_000
  const total = setTimeout(late, (request.totalMs ?? usualTotalMs) + sendingMs)
  const signal = request.signal ? AbortSignal.any([request.signal, limits.signal]) : limits.signal
  const state = { isConnected: false }
  try {
    const reply = await readReply(await send(request, signal, late, state), request.maxBytes ?? usualMaxBytes)
    if (reply.status >= 200 && reply.status < 300) return reply
    throw refused(request, reply)
  } catch (error) {
    if (error instanceof Attempt) throw error
    if (error instanceof TooLong) {
      throw new Attempt(new ProviderFailure(isRead ? "bad_reply" : "unknown_outcome", error.message), true)
    }
    const mayHaveBeenTaken = state.isConnected && !isRead
    const kind = mayHaveBeenTaken ? "unknown_outcome" : limits.signal.aborted ? "timeout" : "unavailable"
    throw new Attempt(new ProviderFailure(kind, describe(error), { cause: error }), mayHaveBeenTaken)
  } finally {
    clearTimeout(total)
  }
}

async function send(
  request: ProviderRequest,
  signal: AbortSignal,
  late: () => void,
  state: { isConnected: boolean },
): Promise<IncomingMessage> {
  const url = new URL(request.url)
  const isSecure = url.protocol === "https:"
  const isRead = request.method === "GET"
  const outgoing = (isSecure ? requestHttps : requestHttp)(url, {
    method: request.method,
    // A kept connection may be closed by the other side just then, which nobody could tell from a lost answer.
    agent: isRead ? agents[isSecure ? "https" : "http"] : false,
    signal,
    maxHeaderSize: 32_768,
    headers: {
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "aworan",
      ...(request.body === undefined ? {} : { "content-length": String(Buffer.byteLength(request.body)) }),
      ...request.headers,
    },
  })
  let timer = setTimeout(late, connectMs)
  const sent = (): void => {
    timer = setTimeout(late, request.firstByteMs ?? usualFirstByteMs)
  }
  outgoing.once("socket", (socket) => {
    const connected = (): void => {
      state.isConnected = true
      clearTimeout(timer)
      // A file takes its time on the way; until it is sent nothing is answered.
      if (outgoing.writableFinished) sent()
      else outgoing.once("finish", sent)
    }
    if (socket.connecting) socket.once(isSecure ? "secureConnect" : "connect", connected)
    else connected()
  })
  try {
    outgoing.end(request.body)
    const [reply] = (await once(outgoing, "response")) as [IncomingMessage]
    return reply
  } finally {
    clearTimeout(timer)
    outgoing.off("finish", sent)
    outgoing.on("error", () => {})
  }
}

class TooLong extends Error {}

async function readReply(reply: IncomingMessage, maxBytes: number): Promise<ProviderReply> {
  if (Number(reply.headers["content-length"] ?? 0) > maxBytes) {
    reply.destroy()
    throw new TooLong("The answer is too long.")
  }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of reply as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > maxBytes) {
      reply.destroy()
      throw new TooLong("The answer is too long.")
    }
    pieces.push(piece)
  }
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(pieces) }
}

function refused(request: ProviderRequest, reply: ProviderReply): Attempt {
  const read = request.classify?.(reply) ?? null
  const kind = read?.kind ?? kindOf(reply.status, request.method)
  const message = reply.body.toString("utf8", 0, maxLoggedCharacters)
  const retryAfterMs = readRetryAfter(reply.headers["retry-after"]) ?? read?.retryAfterMs
  const failure = new ProviderFailure(kind, message, { status: reply.status })
  const bounded = retryAfterMs === undefined ? undefined : Math.min(longestPauseMs, retryAfterMs)
  // A 5xx may come from a proxy after the provider took the call.
  return new Attempt(failure, reply.status !== 429 && kind === "unknown_outcome", bounded)
}

function kindOf(status: number, method: ProviderRequest["method"]): FailureKind {
  if (status === 401 || status === 403) return "auth"
  if (status === 402) return "out_of_credit"
  if (status === 404 || status === 410) return "not_found"
  if (status === 429 || status === 420) return "rate_limited"
  if (status >= 500) return method === "GET" ? "unavailable" : "unknown_outcome"
  return status >= 400 ? "bad_input" : "bad_reply"
}

function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Takes secrets out of a text that goes to the log. */
function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length > 3)
  const plain = known.reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text)
  return plain.replace(/\b(?:Bearer\s+\S+|(?:r8|sk|whsec|TL)[_-]\w{6,})/g, "[secret]")
}

/** Reads JSON of a known shape. @throws ProviderFailure `bad_reply` */
export function readJson<Schema extends z.ZodType>(reply: ProviderReply, schema: Schema): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(reply.body.toString("utf8"))
  } catch (cause) {
    throw new ProviderFailure("bad_reply", "The answer is no JSON.", { status: reply.status, cause })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ProviderFailure("bad_reply", `The answer has another shape: ${result.error.message.slice(0, 300)}`, {
    status: reply.status,
  })
}
