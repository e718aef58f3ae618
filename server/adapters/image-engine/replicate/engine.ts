import sharp from "sharp"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import { attempt } from "#server/adapters/image-engine/hosted/attempt.ts"
import { type CallBook, openCallBook } from "#server/adapters/image-engine/hosted/once.ts"
import { fetchOutput, type OutputSource, usualMaxBytes } from "#server/adapters/image-engine/hosted/output.ts"
import { pausedWords } from "#server/adapters/image-engine/hosted/person-words.ts"
import { readOn } from "#server/adapters/image-engine/hosted/unfinished.ts"
import type {
  DrawnPicture,
  EngineFormat,
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  ImageEngine,
  KnownModel,
  OrderOf,
} from "#server/adapters/image-engine/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import { ProviderFailure } from "#server/platform/providers/provider-fetch.ts"
import type { ProviderPauses } from "#server/platform/providers/provider-pauses.ts"
import { abandon } from "./abandon.ts"
import { makesSeveral, modelOfMode, pictureInput } from "./inputs.ts"
import { type ReplicateUse, replicateDollars, replicateTrainingDollars } from "./models.ts"
import { look, withoutCamera } from "./photo.ts"
import { predict, type ReplicateClient, runOf, sendFile } from "./predictions.ts"
import { train } from "./training.ts"

export interface ReplicateEngineOptions {
  client: ReplicateClient
  output: OutputSource
  pauses: ProviderPauses
  metrics: Metrics
}

/** Progress that is told while nobody knows better: about half a minute per run, in milliseconds. */
const usualRunMs = 30_000

/** Largest result that is read, in pixels. */
const maxEnlargedPixels = 100_000_000
/** Most that a PNG takes for a pixel, transparency included: noise cannot be packed. */
const bytesPerPixel = 4.1
/** Orders that are worked on at once. */
const concurrency = 8
/** Results beyond the usual length are read two at a time: each may take 400 MB. All orders at once find a place in the line. */
const largeInTurn = limitConcurrency(
  2,
  10 * concurrency,
  "Many large pictures are being fetched. Please try again in a moment.",
)

interface Work {
  options: ReplicateEngineOptions
  book: CallBook
  watch: EngineWatch
  /** Hears of a failure that the order's other pictures outlive. */
  onFailure: (failure: ProviderFailure) => void
}

type Crafts = { [K in EngineOrderKind]?: (work: Work, order: OrderOf<K>) => Promise<EngineResults[K]> }

const crafts: Crafts = {
  picture: draw,
  "cut-out": cutOut,
  enlargement: enlarge,
  description: describe,
  training: trainModel,
  "model-picture": drawModel,
  shoot,
}

/** Which model an order needs; null when none does it. */
function modelFor(kind: EngineOrderKind, mode: string | undefined): ReplicateUse | null {
  if (kind === "picture") return mode === undefined ? "pro" : modelOfMode(mode)
  if (kind === "cut-out") return "cut-out"
  if (kind === "enlargement") return "enlarger"
  if (kind === "description") return "describer"
  return kind === "training" || kind === "model-picture" || kind === "shoot" ? "trainer" : null
}

/** Models hosted by Replicate. */
export function createReplicateEngine(options: ReplicateEngineOptions): ImageEngine {
  const { pauses } = options
  return {
    name: "replicate",
    capabilities: {
      maxPixels: 4_194_304,
      maxFilePixels: maxPhotoPixels,
      maxEnlargedPixels,
      concurrency,
      previews: false,
      isLocal: false,
      templates: [],
    },
    isLocal: () => false,
    async offer(kind, { mode } = {}) {
      // What was trained before is drawn all the same.
      const isNobodys = kind === "training" && options.client.config.owner === null
      const use = isNobodys ? null : modelFor(kind, mode)
      const paused = use && (await pauses.reasonOf(`replicate:${use}`))
      const refusal = use ? paused && pausedWords(paused) : "No engine is set up for this."
      return { engine: "replicate", refusal, isLocal: false, label: null }
    },
    async run<K extends EngineOrderKind>(order: OrderOf<K>, watch: EngineWatch): Promise<EngineResults[K]> {
      watch.signal.throwIfAborted()
      const use = modelFor(order.kind, "mode" in order ? order.mode : undefined)
      const craft = crafts[order.kind as K]
      if (!use || !craft) throw new AppError("general_argument_invalid", "No engine is set up for this.")
      watch.onEngine?.("replicate")
      const book = openCallBook(options.client.calls, watch)
      return attempt(pauses, `replicate:${use}`, watch, (onFailure) =>
        craft({ options, book, watch, onFailure }, order),
      )
    },
    abandon: (providerJobId) => abandon(options.client, providerJobId),
    async check() {
      const { config, fetch } = options.client
      const headers = { authorization: `Bearer ${config.token}` }
      await fetch({ call: "check", method: "GET", url: `${config.baseUrl}/predictions`, headers, totalMs: 10_000 })
      return ["replicate"]
    },
    stop: async () => {},
  }
}

/** Runs one model and returns the addresses it gave, or its words. */
async function runModel(
  { options, book, watch }: Work,
  place: string,
  use: ReplicateUse,
  input: () => Promise<Record<string, unknown>>,
  tell: (fraction: number) => void,
  model = options.client.config.models[use],
): Promise<string[]> {
  const began = performance.now()
  let reached = 0
  const call = {
    place,
    resource: "predictions",
    prepare: async () => ({ ...runOf(model), input: await input() }),
  } as const
  const { output } = await predict(options.client, call, book, watch.signal, ({ logs }) => {
    const percent = Number(logs?.match(/(\d{1,3})%(?![\s\S]*\d%)/)?.[1] ?? 0) / 100
    const guess = 1 - Math.exp(-(performance.now() - began) / usualRunMs)
    reached = Math.min(0.95, Math.max(reached, percent, guess))
    tell(reached)
  })
  const results = (Array.isArray(output) ? output : [output]).filter((one): one is string => typeof one === "string")
  if (results.length === 0) throw new ProviderFailure("bad_reply", "The run gave nothing.")
  const dollars = replicateDollars[use] * results.length
  options.metrics.providerDollars.inc({ provider: "replicate", model: use }, dollars)
  return results
}

async function draw(work: Work, order: OrderOf<"picture">): Promise<DrawnPicture[]> {
  const use = modelOfMode(order.mode) ?? "pro"
  const calls = makesSeveral(use) ? [order.count] : Array.from({ length: order.count }, () => 1)
  const pictures: DrawnPicture[] = []
  for (const [index, count] of calls.entries()) {
    const input = pictureInput(use, order, (order.seed + index) % 2_147_483_647, count)
    const isWhole = await keepMade(work, pictures, async () => {
      const addresses = await runModel(
        work,
        `picture-${index}`,
        use,
        async () => input,
        (fraction) => work.watch.onProgress((index + fraction) / calls.length),
      )
      await fetchResults(work, addresses.slice(0, count), (bytes) => pictures.push({ bytes }))
    })
    if (!isWhole) break
  }
  return pictures
}

/**
 * What was made before a failure stands; the rest is given back.
 * @returns false when the work failed after something had been made
 */
async function keepMade(
  { watch, onFailure }: Work,
  made: readonly unknown[],
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (made.length === 0 || watch.signal.aborted || !(error instanceof ProviderFailure)) throw error
    onFailure(error)
    return false
  }
}

async function fetchResults(
  work: Work,
  addresses: readonly string[],
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  for (const address of addresses) take(await fetchResult(work, address))
}

function fetchResult({ options, watch }: Work, address: string, neededBytes?: number): Promise<Uint8Array> {
  return readOn(() => fetchOutput(options.output, address, watch.signal, neededBytes))
}

async function runOnPicture(work: Work, use: ReplicateUse, file: Uint8Array, more: object): Promise<string> {
  const { watch, options } = work
  const photo = await look(file)
  const tell = (fraction: number): void => watch.onProgress(fraction)
  const input = async () => {
    const bytes = await withoutCamera(file, photo)
    return { image: await sendFile(options.client, bytes, `image/${photo.format}`, watch.signal), ...more }
  }
  const [result = ""] = await runModel(work, use, use, input, tell)
  return result
}

/** Results come in the format of the model; ours is what was ordered. */
async function inFormat(bytes: Uint8Array, format: EngineFormat) {
  try {
    const image = sharp(bytes, { limitInputPixels: maxEnlargedPixels })
    const found = await image.metadata()
    const isRight = found.format === format
    return {
      bytes: isRight ? bytes : await image.toFormat(format).toBuffer(),
      width: found.width,
      height: found.height,
    }
  } catch (cause) {
    throw new ProviderFailure("bad_reply", "The result cannot be read.", { cause })
  }
}

async function cutOut(work: Work, order: OrderOf<"cut-out">): Promise<EngineResults["cut-out"]> {
  const address = await runOnPicture(work, "cut-out", order.file, {})
  const { bytes } = await inFormat(await fetchResult(work, address), order.format)
  return { bytes, confidence: 1, isSure: true, by: "model" }
}

async function enlarge(work: Work, order: OrderOf<"enlargement">): Promise<EngineResults["enlargement"]> {
  const address = await runOnPicture(work, "enlarger", order.file, { scale: order.factor, face_enhance: false })
  const { width, height } = await look(order.file)
  const neededBytes = Math.min(maxEnlargedPixels, width * height * order.factor ** 2) * bytesPerPixel
  const read = async () => inFormat(await fetchResult(work, address, neededBytes), order.format)
  const enlarged = await (neededBytes > usualMaxBytes ? largeInTurn(read) : read())
  return { ...enlarged, by: "model" }
}

async function describe(work: Work, order: OrderOf<"description">): Promise<EngineResults["description"]> {
  const text = await runOnPicture(work, "describer", order.file, {})
  return { text: text.trim().slice(0, 2_000) }
}

async function trainModel(work: Work, order: OrderOf<"training">): Promise<EngineResults["training"]> {
  const { client } = work.options
  const { owner } = client.config
  if (owner === null) throw new AppError("general_argument_invalid", "No engine is set up for this.")
  const trained = await train(client, owner, order, work.book, work.watch)
  work.options.metrics.providerDollars.inc({ provider: "replicate", model: "training" }, replicateTrainingDollars)
  return trained
}

/** Draws with a trained model. The trigger word stands for the product wherever the prompt does not name it. */
async function runTrained(
  work: Work,
  place: string,
  known: KnownModel,
  wanted: { prompt: string; width: number; height: number; format: EngineFormat; seed: number; count: number },
  tell: (fraction: number) => void,
): Promise<Uint8Array[]> {
  const { prompt, seed, count } = wanted
  if (!/^[\w.-]+\/[\w.-]+:[0-9a-f]{40,64}$/.test(known.model)) {
    throw new AppError("general_argument_invalid", "This model was not trained here.")
  }
  const sentPrompt = prompt.includes(known.triggerWord) ? prompt : `${known.triggerWord} ${prompt}`
  const input = async () => pictureInput("trainer", { ...wanted, sentPrompt }, seed, count)
  const addresses = await runModel(work, place, "trainer", input, tell, known.model)
  const pictures: Uint8Array[] = []
  await keepMade(work, pictures, () => fetchResults(work, addresses.slice(0, count), (bytes) => pictures.push(bytes)))
  return pictures
}

async function drawModel(work: Work, order: OrderOf<"model-picture">): Promise<DrawnPicture[]> {
  const tell = (fraction: number): void => work.watch.onProgress(fraction)
  const pictures = await runTrained(work, "model-picture", order.known, order, tell)
  return pictures.map((bytes) => ({ bytes }))
}

async function shoot(work: Work, order: OrderOf<"shoot">): Promise<EngineResults["shoot"]> {
  const { known, prompts, templates } = order
  if (!known) throw new AppError("general_argument_invalid", "A shoot by this engine needs a trained model.")
  if (templates.length === 0) throw new AppError("general_argument_invalid", "A shoot needs at least one template.")
  const shots: EngineResults["shoot"] = []
  for (let index = 0; index < order.count; index++) {
    const number = order.from + index
    const at = number % templates.length
    const template = templates[at] ?? ""
    const prompt = prompts?.[at] ?? `on a set called ${template}, product photo, studio light`
    const wanted = { ...order, prompt, seed: (order.seed + number) % 2_147_483_647, count: 1 }
    const tell = (fraction: number): void => work.watch.onProgress((index + fraction) / order.count)
    const [bytes] = await runTrained(work, `shot-${number}`, known, wanted, tell)
    if (!bytes) throw new ProviderFailure("bad_reply", "The run gave nothing.")
    const shot = { bytes, template, photo: 0, confidence: 1 }
    shots.push(shot)
    work.watch.onShot?.(index, shot)
  }
  return shots
}
