import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod"
import { type ErrorType, errorStatus } from "#contract/errors.ts"
import { messages } from "#contract/messages.ts"
import { apiBase } from "#contract/project.ts"
import { DatabaseUnavailableError } from "#server/db/unavailable.ts"
import { AppError } from "#server/platform/errors.ts"
import { type LimitState, RateLimitError } from "#server/platform/limits/rate-limit.ts"
import { logRefusal } from "./refusal-log.ts"

/** Version of the hosted backend whose behaviour we keep (docs/hosted-backend.md#errors). */
const contractVersion = "1.5.11"

/** Errors of the HTTP layer that are the sender's fault, as rows of our table. */
const fastifyErrors: Record<string, { type: ErrorType; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { type: "request_too_large", message: "The request is too large." },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { type: "request_type_unsupported", message: "Please send application/json." },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { type: "general_bad_request", message: "The request's length is wrong." },
  FST_ERR_BAD_URL: { type: "general_bad_request", message: "The address cannot be read." },
  FST_ERR_MAX_PARAM_LENGTH: { type: "general_route_not_found", message: "There is no such address." },
}

/** What arrives before there is a request, by the code of the HTTP parser; everything else cannot be read. */
const parserErrors: Record<string, { type: ErrorType; message: string }> = {
  HPE_HEADER_OVERFLOW: { type: "request_headers_too_large", message: "The request's headers are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { type: "request_timeout", message: "The request did not arrive in time." },
}

/** When to try again what could not be served, in seconds. */
const retryAfterSeconds = 2

const unavailable = "We cannot be reached fully right now. Please try again in a moment."

const noRoom = "There is no room left on this server right now. Please try again later."

const fallback = { type: "general_bad_request", message: "The request cannot be read." } as const

interface ErrorBody {
  message: string
  code: number
  type: ErrorType
  version: string
  /** What is wrong, by field of the body. */
  fields?: Readonly<Record<string, string>>
  /** Seconds until it may be tried again, for pages that cannot read the header. */
  retryAfter?: number
}

/** Answers every failure in the hosted backend's shape (docs/hosted-backend.md#errors); anything unexpected is a bland 500 with the request's id in the log. */
export async function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = describeError(error, request)
  if (error instanceof RateLimitError) {
    writeLimitHeaders(reply, error.state)
    body.retryAfter = Math.max(1, error.state.resetsAt - Math.floor(Date.now() / 1000))
    reply.header("retry-after", body.retryAfter)
  }
  if (body.code === 413) await readOn(request, reply)
  if (body.code === 503) reply.header("retry-after", String(retryAfterSeconds))
  return reply
    .code(body.code)
    .header("cache-control", "no-store")
    .type("application/json")
    .serializer(JSON.stringify)
    .send(body)
}

/** How long a sender may be silent before it is answered all the same: it waits for the answer then. In milliseconds. */
const silenceMs = 1_000

/**
 * Lets the rest of a body that is too large come and go before it is answered: whoever still sends gets a reset in place of
 * the answer when the connection is closed, and so do people behind a proxy that passes an early answer on (Caddy). The time
 * of a request ends what never ends.
 */
async function readOn({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader("connection")
  if (raw.complete || raw.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, silenceMs)
    const stop = (): void => {
      clearTimeout(timer)
      resolve()
    }
    raw.on("data", () => timer.refresh())
    raw.once("end", stop).once("close", stop).resume()
  })
}

/** Tells how much of a limit is left. */
export function writeLimitHeaders(reply: FastifyReply, state: LimitState): void {
  reply
    .header("x-ratelimit-limit", state.limit)
    .header("x-ratelimit-remaining", state.remaining)
    .header("x-ratelimit-reset", state.resetsAt)
}

/** What to tell of a failure, in any form; what the person need not know goes to the log. */
export function describeError(error: FastifyError | Error, request: FastifyRequest): ErrorBody {
  const body = toBody(error, request)
  if (body.code >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, "unexpected failure")
  else if (error instanceof AppError && error.cause)
    request.log.warn({ err: error.cause, type: error.type }, error.message)
  logRefusal(body.type, request)
  return body
}

/** Answers bytes that are no request, in the contract's shape too, and ends the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const known = parserErrors[error.code ?? ""] ?? fallback
  const body = JSON.stringify(build(known.type, known.message))
  const status = errorStatus[known.type]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: close",
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
}

/** Said by the disk or by the database that lies on it. */
function isDiskFull(error: Error): boolean {
  const { code } = error as { code?: unknown }
  return code === "ENOSPC" || code === "EDQUOT" || code === "53100"
}

/** PostgreSQL stopped the statement, which waited or worked for too long, or was one of a ring that waited for each other. */
function isTooBusy(error: Error): boolean {
  return /^(?:57014|55P03|40P01)$/.test(String((error as { code?: unknown }).code))
}

/** @throws AppError `insufficient_storage` */
export function refuseForRoom(): never {
  throw new AppError("insufficient_storage", noRoom)
}

function toBody(error: FastifyError | Error, request: FastifyRequest): ErrorBody {
  if (error instanceof AppError) {
    return { ...build(error.type, error.message), ...(error.fields ? { fields: error.fields } : {}) }
  }
  if (isDiskFull(error)) return build("insufficient_storage", noRoom)
  if (error instanceof DatabaseUnavailableError || isTooBusy(error)) return build("service_unavailable", unavailable)
  if (hasZodFastifySchemaValidationErrors(error)) return validationBody(error, request)
  const code = "code" in error ? error.code : undefined
  const known = code ? fastifyErrors[code] : undefined
  if (known) return build(known.type, known.message)
  // Said by libraries of the web server: of a range that a file does not have, of conditions that do not hold.
  const status = "statusCode" in error ? Number(error.statusCode) : 500
  if (status === 416) return build("storage_invalid_range", "The range lies outside the file.")
  if (status >= 400 && status < 500) return build(fallback.type, fallback.message)
  return build("general_unknown", `Something went wrong on our side. Please try again. (${request.id})`)
}

function validationBody(
  error: FastifyError & {
    validation: readonly { instancePath: string; message?: string }[]
    validationContext?: string
  },
  request: FastifyRequest,
): ErrorBody {
  const source: unknown = error.validationContext === "body" ? request.body : request.query
  // The hosted backend names the parameter; our own calls name the field in it too, as `values.seats`.
  const isHosted = request.url.startsWith(`${apiBase}/`)
  const fields: Record<string, string> = {}
  for (const { instancePath, message: text = "Invalid input" } of error.validation) {
    const path = instancePath.split("/").slice(1)
    const name = isHosted ? (path[0] ?? "") : path.join(".")
    fields[name] ??= isHosted ? text : sayPlainly(text, isAbsentAt(source, path))
  }
  const [name = "", reason = "Invalid input"] = Object.entries(fields)[0] ?? []
  const isMissing = name !== "" && isAbsentAt(source, [name])
  const hosted = isMissing ? `Param "${name}" is not optional.` : `Invalid \`${name}\` param: ${reason}`
  return { ...build("general_argument_invalid", isHosted ? hosted : (fields[name] ?? messages.invalidInput)), fields }
}

/** Whether nothing was sent at a path. */
function isAbsentAt(source: unknown, path: readonly string[]): boolean {
  let found = source
  for (const key of path) {
    if (typeof found !== "object" || found === null) return true
    found = Object.getOwnPropertyDescriptor(found, key)?.value
  }
  return found === undefined || found === null
}

/** The fixed words for a rule that has no text of its own, which the library would fill with its own terms. */
function sayPlainly(text: string, isAbsent: boolean): string {
  if (!text.startsWith(messages.invalidInput)) return text
  return isAbsent ? messages.required : messages.invalidInput
}

function build(type: ErrorType, message: string): ErrorBody {
  return { message, code: errorStatus[type], type, version: contractVersion }
}
