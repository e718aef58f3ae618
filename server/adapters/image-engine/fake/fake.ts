import { setTimeout as sleep } from "node:timers/promises"
import sharp, { type Color, type Sharp } from "sharp"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import type {
  CutOutPicture,
  DrawnPicture,
  EngineFormat,
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  EnlargedPicture,
  ImageEngine,
  OrderOf,
  PictureOrder,
  ShotPicture,
  TrainedView,
} from "#server/adapters/image-engine/port.ts"
import { AppError } from "#server/platform/errors.ts"

/** How long the fake draws, in milliseconds, unless the prompt asks otherwise. */
const usualMs = 20
const maxPixels = 4_194_304
const templates = ["plain-white", "plain-blue"]

type Crafts = { [K in EngineOrderKind]: (order: OrderOf<K>, watch: EngineWatch) => Promise<EngineResults[K]> }

const crafts: Crafts = {
  ...{
    picture: draw,
    "cut-out": cutOut,
    refinement: refine,
    enlargement: enlarge,
    inspection: inspect,
    shoot,
    description: describe,
  },
  training: train,
  "model-picture": drawModel,
}

/**
 * An engine for tests: plain pictures at once, and on request every fault an engine can have. A prompt with `[slow 500]`
 * takes that many milliseconds, `[fail]` is refused, `[break]` throws something unexpected, `[garbage]` gives bytes that
 * are no picture, `[few 2]` gives that many pictures at most, and a `[unknown wig]` is a thing that it cannot draw. Cut-outs are ovals; of a photo more than twice as tall as
 * wide it is not sure, and gives all of it as the other answer. Every readable photo is fine, but nothing is
 * seen in a white one; a training in the style `Broken` is refused.
 */
export function createFakeEngine(): ImageEngine {
  return {
    name: "fake",
    capabilities: {
      maxPixels,
      maxFilePixels: maxPhotoPixels,
      maxEnlargedPixels: 100_000_000,
      concurrency: 2,
      previews: true,
      isLocal: true,
      templates: templates.map((name) => ({
        name,
        use: "Tests",
        isNeutral: true,
        takesColours: name === "plain-blue",
      })),
    },
    offer: async () => ({ engine: "fake", refusal: null, isLocal: true, label: null }),
    isLocal: () => true,
    async run<K extends EngineOrderKind>(order: OrderOf<K>, watch: EngineWatch): Promise<EngineResults[K]> {
      watch.signal.throwIfAborted()
      watch.onEngine?.("fake")
      const result = await crafts[order.kind as K](order, watch)
      watch.signal.throwIfAborted()
      watch.onProgress(1)
      return result
    },
    read: ({ kind, prompt }) => {
      const [marked, unknown = null] = /\[unknown ([^\]]+)\]/.exec(prompt) ?? []
      const isUnderstood = kind !== "picture" || unknown === null
      return {
        understood: kind === "picture" ? prompt.split(/\s+/).filter(Boolean) : ["your product"],
        substituted: [],
        ignored: [],
        isUnderstood,
        unknown: isUnderstood ? null : unknown,
        scene: {},
        isLarge: null,
        nearest: isUnderstood || !marked ? null : { thing: "pot", prompt: prompt.replace(marked, "pot") },
      }
    },
    stop: async () => {},
  }
}

async function draw(order: PictureOrder, watch: EngineWatch): Promise<DrawnPicture[]> {
  checkSize(order)
  const ask = (word: string): number | null => {
    const match = order.prompt.match(new RegExp(`\\[${word}(?: (\\d+))?\\]`))
    return match ? Number(match[1] ?? 0) : null
  }
  const [preview] = await paint({ ...order, count: 1, format: "webp" }, 64)
  if (preview) watch.onPreview(0, preview.bytes)
  watch.onProgress(0.5)
  try {
    await sleep(ask("slow") ?? usualMs, undefined, { signal: watch.signal })
  } catch {
    throw watch.signal.reason
  }
  if (ask("fail") !== null) throw new AppError("engine_failed", "The fake engine was told to fail.")
  if (ask("break") !== null) throw new Error("The fake engine was told to break.")
  if (ask("garbage") !== null) return [{ bytes: Buffer.from("this is not a picture") }]
  return paint({ ...order, count: Math.min(order.count, ask("few") ?? order.count) })
}

function refuse(message: string): AppError {
  return new AppError("general_argument_invalid", message)
}

function checkSize({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels) throw refuse("The fake engine draws at most 4 megapixels.")
}

type Wanted = Pick<PictureOrder, "width" | "height" | "seed" | "count" | "format">

async function paint(
  { width, height, seed, count, format }: Wanted,
  side = Math.max(width, height),
): Promise<DrawnPicture[]> {
  const scale = side / Math.max(width, height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const background = { r: (seed + index * 60) % 256, g: (seed >> 8) % 256, b: 160 }
      return { bytes: await create(size, background).toFormat(format).toBuffer() }
    }),
  )
}

const create = (size: { width: number; height: number }, background: Color): Sharp =>
  sharp({ create: { ...size, channels: 3, background } })

/** @throws AppError `general_argument_invalid` */
async function read(file: Uint8Array): Promise<{ width: number; height: number; image: Sharp }> {
  try {
    const { data, info } = await sharp(file).autoOrient().png().toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, image: sharp(data) }
  } catch (cause) {
    throw new AppError("general_argument_invalid", "This file is not a picture we can read.", { cause })
  }
}

async function cutOut({ file, format }: { file: Uint8Array; format: EngineFormat }): Promise<CutOutPicture> {
  const { width, height, image } = await read(file)
  const isCut = !(await sharp(file).stats()).isOpaque
  const oval = `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="45%" ry="45%"/></svg>`
  const cut = isCut
    ? image
    : image
        .clone()
        .ensureAlpha()
        .composite([{ input: Buffer.from(oval), blend: "dest-in" }])
  const bytes = await cut.toFormat(format).toBuffer()
  if (isCut || height <= 2 * width) return { bytes, confidence: 1, isSure: true, by: "local" }
  return { bytes, confidence: 0.5, isSure: false, other: await image.toFormat(format).toBuffer(), by: "local" }
}

/** A tap as a stroke. */
function discOf(tap: OrderOf<"refinement">["taps"][number]): OrderOf<"refinement">["strokes"][number][] {
  if (tap.kind === "box" || tap.kind === "openings") return []
  return [{ kind: tap.kind === "belongs" ? "keep" : "erase", radius: 6, points: [tap.x, tap.y] }]
}

/** Discs and bars in the place of finding edges. */
async function refine({
  photo,
  cutOut: cut,
  taps,
  strokes,
  edge,
  format,
}: OrderOf<"refinement">): Promise<{ bytes: Uint8Array }> {
  const [{ width, height, image }, former] = await Promise.all([read(photo), read(cut)])
  let picture = former.image
  for (const tap of taps) {
    if (tap.kind !== "box") continue
    const { left, top, right, bottom } = tap
    const inside = `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`
    const mask = Buffer.from(`<svg width="${width}" height="${height}">${inside}</svg>`)
    picture = sharp(
      await picture
        .composite([{ input: mask, blend: "dest-in" }])
        .png()
        .toBuffer(),
    )
  }
  for (const { kind, radius, points } of [...taps.flatMap(discOf), ...strokes]) {
    const look = `fill="none" stroke="#000" stroke-linecap="round" stroke-width="${2 * radius}"`
    const line = points.length === 2 ? [...points, ...points] : points
    const svg = `<svg width="${width}" height="${height}"><polyline ${look} points="${line.join(" ")}"/></svg>`
    const mask = Buffer.from(svg)
    const layer =
      kind === "erase"
        ? ({ input: mask, blend: "dest-out" } as const)
        : {
            input: await image
              .clone()
              .ensureAlpha()
              .composite([{ input: mask, blend: "dest-in" }])
              .png()
              .toBuffer(),
          }
    picture = sharp(await picture.composite([layer]).png().toBuffer())
  }
  if (edge) picture = await changeEdge(picture, image, edge)
  return { bytes: await picture.toFormat(format).toBuffer() }
}

/** The photo, seen where a square around the pixel meets the cut-out; as much is cut off where the edge goes inwards. */
async function changeEdge(
  picture: Sharp,
  photo: Sharp,
  { shift, feather }: NonNullable<OrderOf<"refinement">["edge"]>,
): Promise<Sharp> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const away = Math.round(Math.abs(shift))
  const pick = shift > 0 ? Math.max : Math.min
  const coverAt = (p: number): number => {
    const seen: number[] = []
    for (let dy = -away; dy <= away; dy++) {
      for (let dx = -away; dx <= away; dx++) seen.push(data[(p + dy * width + dx) * 4 + 3] ?? 0)
    }
    return pick(...seen)
  }
  const raw = Buffer.from(Array.from({ length: width * height }, (_, p) => coverAt(p)))
  const mask = sharp(raw, { raw: { width, height, channels: 1 } })
  const cover = await (feather > 0 ? mask.blur(Math.max(0.3, feather / 2)) : mask).extractChannel(0).raw().toBuffer()
  const pixels = await photo.clone().ensureAlpha().raw().toBuffer()
  for (const [p, value] of cover.entries()) pixels[p * 4 + 3] = value
  const changed = sharp(pixels, { raw: { width, height, channels: 4 } })
  return sharp(await changed.png().toBuffer())
}

async function enlarge({ file, factor, format }: OrderOf<"enlargement">): Promise<EnlargedPicture> {
  const { width: w, height: h, image } = await read(file)
  const [width, height] = [w * factor, h * factor]
  const bytes = await image.resize(width, height, { kernel: "nearest" }).toFormat(format).toBuffer()
  return { bytes, width, height, by: "local" }
}

function inspect({ files }: OrderOf<"inspection">): Promise<EngineResults["inspection"]> {
  const unreadable = { code: "unreadable", severity: "stop", words: "We could not read this photo." } as const
  const empty = {
    code: "no_product",
    severity: "warn",
    words: "There is only white.",
    retake: "Take it again.",
  } as const
  const judge = (file: Uint8Array) =>
    read(file).then(
      async ({ image }) => {
        const { channels } = await image.stats()
        return { isUsable: true, findings: channels.every(({ min }) => min === 255) ? [empty] : [] }
      },
      () => ({ isUsable: false, findings: [{ ...unreadable, retake: "Save it as JPEG or PNG and add it again." }] }),
    )
  return Promise.all(files.map(judge))
}

async function describe({ file }: OrderOf<"description">): Promise<EngineResults["description"]> {
  const { width, height } = await read(file)
  return { text: `a plain picture of ${width} by ${height} pixels, soft light` }
}

async function shoot(order: OrderOf<"shoot">, watch: EngineWatch): Promise<ShotPicture[]> {
  checkSize(order)
  if (order.words === undefined && order.templates.length === 0) throw refuse("A shoot needs at least one template.")
  const unknown = order.templates.find((name) => !templates.includes(name))
  if (unknown !== undefined) throw refuse(`There is no template "${unknown}".`)
  if (order.colours && order.templates.includes("plain-white")) throw refuse("This template has colours of its own.")
  for (const file of order.photos) await read(file)
  const shots: ShotPicture[] = []
  for (let i = 0; i < order.count; i++) {
    const number = order.from + i
    const [picture] = order.colours
      ? [{ bytes: await create(order, order.colours.wall).toFormat(order.format).toBuffer() }]
      : await paint({ ...order, seed: order.seed + number * 7, count: 1 })
    const template = order.words ?? order.templates[number % order.templates.length] ?? ""
    const shot = {
      bytes: picture?.bytes ?? new Uint8Array(),
      template,
      photo: number % order.photos.length,
      confidence: 1,
    }
    shots.push(shot)
    const [preview] = await paint({ ...order, seed: order.seed, count: 1, format: "webp" }, 32)
    if (preview) watch.onPreview(i, preview.bytes)
    watch.onShot?.(i, shot)
    watch.onProgress((i + 1) / order.count)
  }
  return shots
}

async function train({ photos, style }: OrderOf<"training">, watch: EngineWatch): Promise<EngineResults["training"]> {
  if (style === "Broken") throw new AppError("engine_failed", "The fake engine was told to fail.")
  const views: TrainedView[] = []
  for (const [photo, file] of photos.entries()) {
    views.push({ photo, bytes: (await cutOut({ file, format: "webp" })).bytes })
    watch.onProgress((photo + 1) / photos.length)
  }
  return { model: "fake:1", views, colours: ["#a0522d"], by: "local" }
}

async function drawModel(order: OrderOf<"model-picture">, watch: EngineWatch): Promise<DrawnPicture[]> {
  if (order.known.views.length === 0) throw refuse("This model has no views.")
  for (const view of order.known.views) await read(view)
  const { prompt, width, height, count, seed, format } = order
  const usual = { kind: "picture", mode: "", style: "plain", sentPrompt: prompt, raw: false } as const
  return draw({ ...usual, prompt, width, height, count, seed, format }, watch)
}
