import { createHash } from "node:crypto"
import type { z } from "zod"
import type { CallBook, OrderCall } from "#server/adapters/image-engine/hosted/once.ts"
import { readOn } from "#server/adapters/image-engine/hosted/unfinished.ts"
import { OrderEnded } from "#server/platform/errors.ts"
import type { ProviderCalls } from "#server/platform/providers/provider-calls.ts"
import {
  ProviderFailure,
  type ProviderFetch,
  type ProviderReply,
  type Refusal,
  readJson,
} from "#server/platform/providers/provider-fetch.ts"
import type { ReplicateSettings } from "./settings.ts"
import { isFinal, Prediction, PredictionList, UploadedFile } from "./shapes.ts"

/** What makes and follows predictions. */
export interface ReplicateClient {
  config: ReplicateSettings
  fetch: ProviderFetch
  calls: ProviderCalls
  /** Where news about a call is taken; null when none can come. */
  newsUrl: ((key: string) => string) | null
  /** Times in milliseconds. */
  times: {
    /** Longest wait for the answer to a call that makes something. */
    answer: number
    firstLook: number
    longestPause: number
    /** How long a call is looked for whose answer never came. */
    lost: number
    lookForLost: number
  }
}

export const usualTimes: ReplicateClient["times"] = {
  answer: 70_000,
  firstLook: 300,
  longestPause: 3_000,
  lost: 45_000,
  lookForLost: 1_500,
}

/** A run that nobody waits for any more is ended by the provider. */
const cancelAfter = "15m"
/** Files up to here travel inside the input, as the provider advises. */
const maxInlineBytes = 256 * 1024
/** Longest answer about one thing, in bytes. */
const maxReplyBytes = 8 * 1024 * 1024
/** The same for a page of a hundred calls, each of which may hold its file. */
const maxListBytes = 100 * 2 * maxInlineBytes
/** Type of a packed set of photos. */
export const zipType = "application/zip"
/** Clocks may differ by so much, in milliseconds. */
const clockMs = 60_000

/** Runs of models, or trainings of new ones. */
export type Resource = "predictions" | "trainings"

/** A call to be made once in an order's life. */
export interface PredictionCall {
  /** Its place in the order. */
  place: string
  resource: Resource
  /** Asked only when the call is sent: it may upload files and make what the call needs. */
  prepare: () => Promise<PreparedCall>
}

/** A call that can be sent. */
export interface PreparedCall {
  /** Where it is created, below the API's address. */
  path: string
  /** What goes along besides the input. */
  more: Record<string, string>
  input: Record<string, unknown>
}

/** How a model is run: official ones by name, all others by version. @param model `owner/name` or `owner/name:version` */
export function runOf(model: string): Pick<PreparedCall, "path" | "more"> {
  const [name = "", version] = model.split(":")
  return version ? { path: "/predictions", more: { version } } : { path: `/models/${name}/predictions`, more: {} }
}

/**
 * Sends a call once, whatever happens, and waits for its end. The call is written down before it is sent: a later
 * attempt looks for what became of it and never sends it again.
 * @param onLook hears of every state
 * @returns a prediction that succeeded
 * @throws ProviderFailure, or the signal's reason
 */
export async function predict(
  client: ReplicateClient,
  call: PredictionCall,
  book: CallBook,
  signal: AbortSignal,
  onLook: (prediction: Prediction) => void,
): Promise<Prediction> {
  const known = await book.look(call.place)
  const { id, key } = known ? await goOn(client, call, known, signal) : await begin(client, call, book, signal)
  await client.calls.claim(key, id)
  return follow(client, `/${call.resource}/${id}`, key, signal, onLook)
}

interface SentCall {
  key: string
  id: string
}

async function goOn(
  client: ReplicateClient,
  call: PredictionCall,
  known: OrderCall,
  signal: AbortSignal,
): Promise<SentCall> {
  signal.throwIfAborted()
  return { key: known.key, id: known.externalId ?? (await findLost(client, call, known, signal)) }
}

async function begin(
  client: ReplicateClient,
  call: PredictionCall,
  book: CallBook,
  signal: AbortSignal,
): Promise<SentCall> {
  // What has to be uploaded first costs nothing, so it may happen before the call is written down.
  const prepared = await call.prepare()
  const opened = await book.open(call.place, digestsOf(prepared.input))
  if (!opened.isNew) return goOn(client, call, opened, signal)
  signal.throwIfAborted()
  const id = await create(client, prepared, opened.key, signal)
  return id === null ? goOn(client, call, opened, signal) : { key: opened.key, id }
}

/**
 * Aborts as another signal does, but not because an order ended: who hangs up before the answer does not know what there
 * is to cancel.
 */
function untilStopped(signal: AbortSignal): AbortSignal {
  const stop = new AbortController()
  const hear = (): void => {
    if (!(signal.reason instanceof OrderEnded)) stop.abort(signal.reason)
  }
  signal.addEventListener("abort", hear, { once: true })
  return stop.signal
}

/** @returns null when it may have been taken and its id is not known */
async function create(
  client: ReplicateClient,
  { path, more, input }: PreparedCall,
  key: string,
  signal: AbortSignal,
): Promise<string | null> {
  const news = client.newsUrl ? { webhook: client.newsUrl(key), webhook_events_filter: ["completed"] } : {}
  try {
    const reply = await client.fetch({
      call: "create",
      method: "POST",
      url: client.config.baseUrl + path,
      headers: {
        ...headersOf(client),
        "content-type": "application/json",
        ...(path.endsWith("predictions") ? { "cancel-after": cancelAfter } : {}),
      },
      body: JSON.stringify({ ...more, input, ...news }),
      firstByteMs: client.times.answer,
      totalMs: client.times.answer,
      signal: untilStopped(signal),
      classify,
    })
    return readJson(reply, Prediction).id
  } catch (error) {
    // An answer that cannot be read still means that something was made.
    const isUnknown = error instanceof ProviderFailure && ["unknown_outcome", "bad_reply"].includes(error.kind)
    if (isUnknown) return null
    throw error
  }
}

/** Looks for a call whose answer never came: in what the provider told, and among its newest predictions. */
async function findLost(
  client: ReplicateClient,
  call: PredictionCall,
  sent: OrderCall,
  signal: AbortSignal,
): Promise<string> {
  const { key } = sent
  const end = performance.now() + client.times.lost
  for (;;) {
    const told = await client.calls.find(key)
    if (told) return told
    const found = await lookForCall(client, call.resource, sent, signal)
    if (found) return found
    if (performance.now() > end) throw new ProviderFailure("unknown_outcome", "A call was lost and is not found again.")
    await waitForNews(client, key, client.times.lookForLost, signal)
  }
}

/** @returns its id, null when it is not among the provider's newest */
export async function lookForCall(
  client: ReplicateClient,
  resource: Resource,
  { key, openedAt, inputDigests }: Pick<OrderCall, "key" | "openedAt" | "inputDigests">,
  signal: AbortSignal,
): Promise<string | null> {
  const { results } = await readOn(() => read(client, "list", `/${resource}`, PredictionList, signal, maxListBytes))
  const named = results.find((one) => one.webhook?.includes(key))
  if (named) return named.id
  // What names another call is that one's. Whether ours named any depends on the settings of when it was sent.
  for (const one of results.filter(({ webhook }) => !webhook)) {
    const isNew = Date.parse(one.created_at ?? "") >= openedAt.getTime() - clockMs
    if (isNew && isSameInput(inputDigests, one.input ?? {}) && (await client.calls.claim(key, one.id))) return one.id
  }
  return null
}

/** Fields as they were sent, the addresses of uploads among them: every upload has another one. */
function digestsOf(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, digest(value)]))
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url")
}

/** The provider adds its own defaults, so only what was sent is compared. */
function isSameInput(sent: Readonly<Record<string, string>>, found: Record<string, unknown>): boolean {
  const fields = Object.entries(sent)
  return fields.length > 0 && fields.every(([name, known]) => name in found && digest(found[name]) === known)
}

async function follow(
  client: ReplicateClient,
  path: string,
  key: string,
  signal: AbortSignal,
  onLook: (prediction: Prediction) => void,
): Promise<Prediction> {
  try {
    for (let pause = client.times.firstLook; ; pause = Math.min(client.times.longestPause, pause * 1.4)) {
      await waitForNews(client, key, pause, signal)
      const prediction = await readOn(() => read(client, "look", path, Prediction, signal))
      onLook(prediction)
      if (isFinal(prediction)) return succeeded(prediction)
    }
  } catch (error) {
    // Whoever ends the order for good ends the run too; a process that stops leaves it to the next one.
    // What this fails to end, whoever ended the order has ended later (`ImageEngine.abandon`).
    if (signal.aborted && signal.reason instanceof OrderEnded) await cancel(client, path).catch(() => {})
    throw error
  }
}

function succeeded(prediction: Prediction): Prediction {
  if (prediction.status === "succeeded") return prediction
  const text = typeof prediction.error === "string" ? prediction.error : ""
  if (isModerated(text)) throw new ProviderFailure("moderated", text)
  if (prediction.status === "failed" && !/E10\d\d|out of memory|timed? ?out/i.test(text)) {
    throw new ProviderFailure("bad_input", `The run failed: ${text.slice(0, 300)}`)
  }
  throw new ProviderFailure("unavailable", `The run ended as ${prediction.status}: ${text.slice(0, 300)}`)
}

function isModerated(text: string): boolean {
  return /nsfw|sensitive|flagged|moderat|safety|E005/i.test(text)
}

/** Ends a run or a training. @throws ProviderFailure while it may go on */
export async function cancel(client: ReplicateClient, path: string): Promise<void> {
  const url = `${client.config.baseUrl}${path}/cancel`
  try {
    await client.fetch({ call: "cancel", method: "POST", url, headers: headersOf(client), totalMs: 20_000 })
  } catch (error) {
    // It may have ended meanwhile, or be forgotten there, which is as good.
    const isOver = error instanceof ProviderFailure && ["bad_input", "not_found"].includes(error.kind)
    if (!isOver) throw error
  }
}

/** Waits a while, less when the provider has told something. */
function waitForNews(client: ReplicateClient, key: string, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener("abort", end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = client.calls.onNews(key, end)
    signal.addEventListener("abort", end, { once: true })
    if (signal.aborted) end()
  })
}

/** Asks for something that costs nothing. */
export async function read<Schema extends z.ZodType>(
  client: ReplicateClient,
  call: string,
  path: string,
  schema: Schema,
  signal: AbortSignal,
  maxBytes = maxReplyBytes,
): Promise<z.output<Schema>> {
  const reply = await client.fetch({
    call,
    method: "GET",
    url: client.config.baseUrl + path,
    headers: headersOf(client),
    firstByteMs: 10_000,
    totalMs: 20_000,
    maxBytes,
    signal,
    classify,
  })
  return readJson(reply, schema)
}

/** Makes a file reachable for a model: inside the input when it is small, else as an upload. */
export async function sendFile(
  client: ReplicateClient,
  file: Uint8Array,
  type: string,
  signal: AbortSignal,
): Promise<string> {
  if (file.length <= maxInlineBytes && type !== zipType)
    return `data:${type};base64,${Buffer.from(file).toString("base64")}`
  const form = new FormData()
  form.append("content", new Blob([Uint8Array.from(file)], { type }), `input.${type.split("/")[1] ?? "png"}`)
  const packed = new Response(form)
  const reply = await client.fetch({
    call: "upload",
    method: "POST",
    url: `${client.config.baseUrl}/files`,
    headers: { ...headersOf(client), "content-type": packed.headers.get("content-type") ?? "" },
    body: new Uint8Array(await packed.arrayBuffer()),
    signal,
    classify,
  })
  return readJson(reply, UploadedFile).urls.get
}

/** Makes something that is free. @throws ProviderFailure, also where it exists already */
export async function make(client: ReplicateClient, path: string, body: object, signal: AbortSignal): Promise<void> {
  await client.fetch({
    call: "make",
    method: "POST",
    url: client.config.baseUrl + path,
    headers: { ...headersOf(client), "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
    classify,
  })
}

function headersOf({ config }: ReplicateClient): Record<string, string> {
  return { authorization: `Bearer ${config.token}` }
}

function classify({ status, body }: ProviderReply): Refusal | null {
  const text = body.toString("utf8", 0, 2_000)
  if ((status === 422 || status === 400) && isModerated(text)) return { kind: "moderated" }
  if (status !== 429) return null
  const seconds = Number(text.match(/~?(\d+)\s?s\b/)?.[1])
  return { kind: "rate_limited", ...(Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {}) }
}
