import type { z } from "zod"
import type { Endpoint } from "#contract/endpoint.ts"
import { agreedCreditsHeader } from "#contract/money/agreed-credits.ts"
import { ApiError, noAnswer, readFailure } from "./api-error.ts"
import { askInSession } from "./ended-session.ts"
import { fillPath } from "./fill-path.ts"
import { askForProof } from "./proof-question.ts"
import { limitRead } from "./read-limit.ts"

/** Header that makes a repeated write count once (docs/product-rules.md#writes-once). */
const idempotencyHeader = "idempotency-key"

/** `{ name: value }` when the endpoint declares that part; optional when it may be left out altogether. */
type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? unknown extends z.input<Schema>
    ? { [N in Name]?: undefined }
    : Record<never, never> extends z.input<Schema>
      ? { [N in Name]?: z.input<Schema> }
      : { [N in Name]: z.input<Schema> }
  : { [N in Name]?: undefined }

/** What a call may carry beside the endpoint. */
interface Extras {
  /** Send the same key with the same order, and the server acts once. Writes only. */
  idempotencyKey?: string | undefined
  /** Credits that the person agreed to: what costs more by now is refused. Orders of work only. */
  agreedCredits?: number | undefined
  signal?: AbortSignal | undefined
}

type CallInput<E extends Endpoint> = Part<"params", NonNullable<E["params"]>> &
  Part<"query", NonNullable<E["query"]>> &
  Part<"body", NonNullable<E["body"]>> &
  Extras

/** What `call` takes after the endpoint. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/**
 * Makes one call of the contract and checks its answer. A write is sent once and never repeated from here, but for
 * one that the server did not begin before a fresh proof or a new session.
 * @throws ApiError for every answer of 400 and above, for an answer outside the contract, and when none came
 */
export function call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<z.output<E["reply"]>> {
  return askInSession(() => callOnce(endpoint, ...args))
}

async function callOnce<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<z.output<E["reply"]>> {
  const { params, query, body, idempotencyKey, agreedCredits, signal } = (args[0] ?? {}) as Extras & {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  const request: RequestInit = {
    method: endpoint.method,
    credentials: "same-origin",
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { [idempotencyHeader]: idempotencyKey }),
      ...(agreedCredits !== undefined && { [agreedCreditsHeader]: String(agreedCredits) }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const ask = async (end: AbortSignal | null) => {
    const response = await fetch(buildAddress(endpoint.path, params, query), { ...request, signal: end })
    const wait = response.headers.get("retry-after")
    return { status: response.status, wait, answer: await readBody(response) }
  }
  const asked =
    endpoint.method === "GET"
      ? limitRead((limit) => ask(signal ? AbortSignal.any([signal, limit]) : limit))
      : ask(signal ?? null)
  const { status, wait, answer } = await asked.catch((error: unknown) => {
    throw signal?.aborted ? error : noAnswer()
  })
  if (status >= 400) {
    const failure = readFailure(status, answer, wait)
    // Nothing was done yet: once the person proved who they are, the same is asked again.
    if (failure.type === "proof_required" && (await askForProof())) return call(endpoint, ...args)
    throw failure
  }
  const parsed = endpoint.reply.safeParse(answer)
  if (parsed.success) return parsed.data as z.output<E["reply"]>
  throw new ApiError({
    message: "The server's answer could not be read. Reload the page and try again.",
    type: "general_unknown",
    code: status,
  })
}

/** @returns the absolute address: path with its `:name` parts filled in, and the query without undefined values */
function buildAddress(path: string, params: Record<string, string> = {}, query: Record<string, unknown> = {}): string {
  const filled = fillPath(path, params)
  const address = new URL(filled, location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address.href
}

/** @returns the JSON of the answer; null when it has no body or is not JSON @throws when it breaks off */
async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204 || !response.headers.get("content-type")?.includes("application/json")) return null
  return response.json()
}
