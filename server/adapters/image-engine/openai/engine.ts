import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import { attempt } from "#server/adapters/image-engine/hosted/attempt.ts"
import { type CallBook, openCallBook } from "#server/adapters/image-engine/hosted/once.ts"
import { fetchOutput, type OutputSource, readInlinePicture } from "#server/adapters/image-engine/hosted/output.ts"
import { pausedWords } from "#server/adapters/image-engine/hosted/person-words.ts"
import type {
  EngineOrder,
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  ImageEngine,
  OrderOf,
  PictureOrder,
} from "#server/adapters/image-engine/port.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import type { ProviderCalls } from "#server/platform/providers/provider-calls.ts"
import {
  ProviderFailure,
  type ProviderFetch,
  type ProviderReply,
  type Refusal,
  readJson,
} from "#server/platform/providers/provider-fetch.ts"
import type { ProviderPauses } from "#server/platform/providers/provider-pauses.ts"
import { type OpenAiSettings, openAiDollars } from "./settings.ts"
import { Images, Refused } from "./shapes.ts"

export interface OpenAiEngineOptions {
  config: OpenAiSettings
  fetch: ProviderFetch
  calls: ProviderCalls
  output: OutputSource
  pauses: ProviderPauses
  metrics: Metrics
  /** Times in milliseconds. */
  times: {
    /** Longest wait for one picture. */
    answer: number
    /** Longest time for all pictures of an order, shorter than an attempt at it may take. */
    order: number
  }
}

/** A drawing can take minutes, on an own computer above all. */
export const usualTimes: OpenAiEngineOptions["times"] = { answer: 180_000, order: 270_000 }

const part = "openai:picture"
/** Answers hold whole pictures. */
const maxBytes = 80 * 1024 * 1024
const labelledMode = "dalle3"
const refusal = "No engine is set up for this."

/** The images API of OpenAI, and of every server that speaks it. */
export function createOpenAiEngine(options: OpenAiEngineOptions): ImageEngine {
  const { config, pauses } = options
  return {
    name: "openai",
    capabilities: {
      maxPixels: 4_194_304,
      maxFilePixels: maxPhotoPixels,
      maxEnlargedPixels: 4_194_304,
      concurrency: 4,
      previews: false,
      isLocal: false,
      templates: [],
    },
    isLocal: () => false,
    async offer(kind, { mode } = {}) {
      const label = mode === labelledMode ? config.label : null
      if (kind !== "picture") return { engine: "openai", refusal, isLocal: false, label }
      const paused = await pauses.reasonOf(part)
      return { engine: "openai", refusal: paused && pausedWords(paused), isLocal: false, label }
    },
    async run<K extends EngineOrderKind>(order: OrderOf<K>, watch: EngineWatch): Promise<EngineResults[K]> {
      watch.signal.throwIfAborted()
      if (!isPictureOrder(order)) throw new AppError("general_argument_invalid", refusal)
      watch.onEngine?.("openai")
      const pictures = await attempt(pauses, part, watch, (onFailure) => draw(options, order, watch, onFailure))
      return pictures as EngineResults[K]
    },
    async check() {
      const url = `${config.baseUrl}/models`
      const request = { call: "check", method: "GET", url, headers: authorization(config), totalMs: 10_000 } as const
      await options.fetch(request).catch((error: unknown) => {
        // Own servers need not list their models: one that says so is there, and has looked at the key.
        if (!(error instanceof ProviderFailure && error.kind === "not_found")) throw error
      })
      return ["openai"]
    },
    stop: async () => {},
  }
}

function authorization({ apiKey }: OpenAiSettings): Record<string, string> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

function isPictureOrder(order: EngineOrder): order is PictureOrder {
  return order.kind === "picture"
}

async function draw(
  options: OpenAiEngineOptions,
  order: PictureOrder,
  watch: EngineWatch,
  onFailure: (failure: ProviderFailure) => void,
): Promise<EngineResults["picture"]> {
  const book = openCallBook(options.calls, watch)
  const timeIsOver = AbortSignal.timeout(options.times.order)
  const signal = AbortSignal.any([watch.signal, timeIsOver])
  const pictures: EngineResults["picture"] = []
  for (let index = 0; index < order.count; index++) {
    try {
      pictures.push({ bytes: await drawOne(options, order, book, index, signal) })
    } catch (error) {
      // What was made before stands, since nobody could ask for it again; the rest is given back.
      const isFailure = error instanceof ProviderFailure
      if (pictures.length === 0 || watch.signal.aborted || !(isFailure || timeIsOver.aborted)) throw error
      if (isFailure) onFailure(error)
      break
    }
    watch.onProgress((index + 1) / (order.count + 1))
  }
  return pictures
}

async function drawOne(
  { config, fetch, output, metrics, times }: OpenAiEngineOptions,
  order: PictureOrder,
  book: CallBook,
  index: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  // This API keeps nothing, so a call whose answer was lost cannot be found again, and is not paid for twice.
  const { isNew } = await book.open(`picture-${index}`)
  if (!isNew) throw new ProviderFailure("unknown_outcome", "The answer of an earlier attempt was lost.")
  signal.throwIfAborted()
  const reply = await fetch({
    call: "create",
    method: "POST",
    url: `${config.baseUrl}/images/generations`,
    headers: { "content-type": "application/json", ...authorization(config) },
    body: JSON.stringify(bodyOf(config, order)),
    firstByteMs: times.answer,
    totalMs: times.answer,
    maxBytes,
    signal,
    classify,
  })
  const { data } = readJson(reply, Images)
  const dollars = openAiDollars(config.model)
  if (dollars > 0) metrics.providerDollars.inc({ provider: "openai", model: config.model }, dollars)
  const [first] = data
  if (first?.b64_json) return readInlinePicture(first.b64_json)
  if (first?.url) return fetchOutput(output, first.url, signal)
  throw new ProviderFailure("bad_reply", "The answer has no picture.")
}

/** One picture; no field goes along that the model is known not to take. */
function bodyOf(config: OpenAiSettings, order: PictureOrder): Record<string, string | number> {
  const isVendorModel = config.model.startsWith("gpt-image")
  return {
    model: config.model,
    prompt: plainPrompt(order.mode === labelledMode ? order.prompt : order.sentPrompt),
    n: 1,
    size: order.mode === labelledMode ? "1024x1024" : sizeOf(config.model, order),
    ...(config.responseFormat ? { response_format: config.responseFormat } : {}),
    ...(isVendorModel ? { output_format: order.format } : {}),
  }
}

/** Own servers read commands out of the words: settings in tags, models, and a negative prompt after a bar. */
function plainPrompt(prompt: string): string {
  return prompt
    .replace(/<\/?(?:sd_cpp_extra_args|lora|lyco|hypernet)[^>]*>?/gi, " ")
    .replaceAll("|", ", ")
    .trim()
}

function sizeOf(model: string, { width, height }: { width: number; height: number }): string {
  const fixed = model.startsWith("dall-e")
    ? { square: "1024x1024", wide: "1792x1024", tall: "1024x1792" }
    : { square: "1024x1024", wide: "1536x1024", tall: "1024x1536" }
  if (model.startsWith("dall-e") || /^gpt-image-1(\b|$)/.test(model)) {
    if (width > height * 1.1) return fixed.wide
    return height > width * 1.1 ? fixed.tall : fixed.square
  }
  const round = (side: number): number => Math.max(256, Math.round(side / 16) * 16)
  return `${round(width)}x${round(height)}`
}

function classify(reply: ProviderReply): Refusal | null {
  const code = codeOf(reply)
  if (["moderation_blocked", "content_policy_violation", "image_generation_user_error"].includes(code)) {
    return { kind: "moderated" }
  }
  if (code === "insufficient_quota" || code === "billing_hard_limit_reached") return { kind: "out_of_credit" }
  if (code === "model_not_found") return { kind: "auth" }
  return null
}

function codeOf(reply: ProviderReply): string {
  try {
    const { error } = readJson(reply, Refused)
    return error.code ?? error.type ?? ""
  } catch {
    return ""
  }
}
