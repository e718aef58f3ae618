/**
 * How long a shoot takes on the engine's threads, how long learning a model of one's own and a picture by it, how much
 * memory that needs, and how true the product keeps its colour.
 *
 * node bench/imaging/compose.ts [PHOTO PHOTO PHOTO] [--out FOLDER] [--size 1024] [--only shoot|model|colours]
 *
 * Six shots from three photos, as they are ordered. Colour is compared on the neutral templates: every solid pixel of the
 * product in a small shot with the same pixel of its cut-out.
 */
import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import sharp from "sharp"
import { colourDifference, labOf } from "#imaging/colour/difference.ts"
import { placeCard } from "#imaging/compose/card.ts"
import { prepareProduct } from "#imaging/compose/product/product.ts"
import { buildSet } from "#imaging/compose/set/set.ts"
import { findTemplate, templates } from "#imaging/compose/set/templates.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { decodePicture } from "#server/adapters/image-engine/local/codec.ts"
import { createLocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import type { EngineWatch, ShootOrder, ShotPicture } from "#server/adapters/image-engine/port.ts"
import { atLeast, atMost, type Bar, report } from "./bars.ts"

/** Side of the shots on which colour is compared, pixels. */
const colourSide = 256

const six = ["marketplace-white", "brand-tone", "launch-podium", "kitchen-counter", "home-linen", "night-neon"]

const { values, positionals } = parseArgs({
  options: { out: { type: "string" }, size: { type: "string", default: "1024" }, only: { type: "string" } },
  allowPositionals: true,
})
const usual = ["04-bag-color", "10-book-wood", "01-sneaker-white"].map((name) =>
  join(import.meta.dirname, "renders", `${name}.webp`),
)
const photos: Uint8Array[] = await Promise.all(
  (positionals.length > 0 ? positionals : usual).map((file) => readFile(file)),
)
const engine = createLocalEngine({ budgetMs: Number.POSITIVE_INFINITY, log: (message) => console.warn(message) })
await engine.pool.ready()
const isAsked = (part: string): boolean => values.only === undefined || values.only === part
const speed = [
  ...(isAsked("shoot") ? await measureShoot(Number(values.size)) : []),
  ...(isAsked("model") ? await measureModel(Number(values.size)) : []),
]
const megabytes = process.resourceUsage().maxRSS / 1024
const colours = isAsked("colours") ? await measureColours() : []
await engine.stop()
report([
  // Bars for 1024 px on two free cores (reference: imaging, section 7).
  ...speed,
  atMost("peak memory of the process", megabytes, "MB", 1000, 700),
  ...colours,
])

/** Nobody who waits for an engine. */
function quiet(): EngineWatch {
  return {
    signal: new AbortController().signal,
    onProgress() {},
    onPreview() {},
    providerJobId: null,
    saveProviderJobId: async () => {},
  }
}

async function shoot(change: Partial<ShootOrder>, told: Partial<EngineWatch> = {}): Promise<ShotPicture[]> {
  const order = { photos, templates: six, from: 0, count: six.length, seed: 1, width: 1024, height: 1024 }
  const watch = { ...quiet(), ...told }
  return engine.run<"shoot">({ kind: "shoot", format: "png", ...order, ...change }, watch)
}

async function measureShoot(size: number): Promise<Bar[]> {
  const start = performance.now()
  const cpu = process.cpuUsage()
  const seconds: number[] = []
  const shots = await shoot({ width: size, height: size }, { onShot: () => seconds.push(since(start)) })
  const whole = since(start)
  const { user, system } = process.cpuUsage(cpu)
  console.table(
    shots.map(({ template, photo, confidence }, i) => ({ template, photo, confidence, finished: round(seconds[i]) })),
  )
  console.info(`${shots.length} shots of ${size} px took ${round((user + system) / 1e6)} s of processor time`)
  if (values.out) await mkdir(values.out, { recursive: true })
  for (const [i, { bytes, template }] of values.out ? shots.entries() : []) {
    await writeFile(join(values.out ?? "", `${i + 1}-${template}.png`), bytes)
  }
  const used = new Set(shots.map(({ photo }) => photo)).size
  return [
    atMost(`six shots of ${size} px from three photos`, whole, "s", 300, 120),
    atLeast("photos that were used", used, "", Math.min(photos.length, 3), photos.length),
  ]
}

/** A model learned from the photos, and one picture of it in a scene that words name. */
async function measureModel(size: number): Promise<Bar[]> {
  const triggerWord = "adaobi"
  const start = performance.now()
  const { model, views } = await engine.run<"training">(
    { kind: "training", photos, triggerWord, style: "Bags" },
    quiet(),
  )
  const learned = since(start)
  const known = { model, triggerWord, views: views.map(({ bytes }) => bytes) }
  const prompt = `${triggerWord} on a beach at golden hour`
  const order = { known, prompt, width: size, height: size, count: 1, seed: 1, format: "webp" } as const
  const begun = performance.now()
  const [picture] = await engine.run<"model-picture">({ kind: "model-picture", ...order }, quiet())
  if (values.out && picture) await writeFile(join(values.out, "model.webp"), picture.bytes)
  return [
    atMost("learning a model from three photos", learned, "s", 60, 20),
    atMost(`a picture of ${size} px by the model`, since(begun), "s", 60, 25),
  ]
}

async function measureColours(): Promise<Bar[]> {
  const small = { width: colourSide, height: colourSide, count: 1 }
  const differences: number[] = []
  const hashes: string[] = []
  for (const photo of photos) {
    const file = await cutOut(photo)
    for (const { name } of templates.filter(({ isNeutral }) => isNeutral)) {
      const order = { ...small, photos: [file], templates: [name] }
      const [shot] = await shoot(order)
      if (!shot) throw new Error(`no shot in ${name}`)
      differences.push(differenceIn(await decodePicture(shot.bytes), await decodePicture(file), name))
      if (hashes.length < 2) hashes.push(hashOf(shot), hashOf((await shoot(order))[0]))
    }
  }
  differences.sort((a, b) => a - b)
  return [
    atMost("product's colour, neutral sets: median ΔE00", medianOf(differences), "", 6, 3),
    atMost("… worst shot", differences.at(-1) ?? Number.NaN, "", 6, 3),
    atLeast("shot again: same bytes (1 = yes)", new Set(hashes).size === 1 ? 1 : 0, "", 1, 1),
  ]
}

/** A cut-out that a shoot takes as it is: small enough not to be made smaller. */
async function cutOut(file: Uint8Array): Promise<Uint8Array> {
  const side = Math.floor(1.6 * colourSide)
  const fitted = await sharp(file)
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer()
  return (await engine.run({ kind: "cut-out", file: fitted, format: "png" }, quiet())).bytes
}

/** Median difference between a shot and the cut-out that was laid into it. */
function differenceIn(shot: Picture, cut: Picture, name: string): number {
  const template = findTemplate(name)
  if (!template) throw new Error(`no template ${name}`)
  const request = { template, seed: 1, width: shot.width, height: shot.height }
  const product = prepareProduct(cut)
  const { picture, left, top } = placeCard(product, buildSet(product, request), request)
  const differences: number[] = []
  for (let y = 0; y < picture.height; y += 2) {
    for (let x = 0; x < picture.width; x += 2) {
      const [from, to] = [(y * picture.width + x) * 4, ((y + top) * shot.width + x + left) * 3]
      const isInside = x + left >= 0 && x + left < shot.width && y + top >= 0 && y + top < shot.height
      if (!isInside || (picture.data[from + 3] ?? 0) < 250) continue
      differences.push(colourDifference(labAt(picture, from), labAt(shot, to)))
    }
  }
  return medianOf(differences.sort((a, b) => a - b))
}

function labAt({ data }: Picture, at: number): ReturnType<typeof labOf> {
  return labOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
}

function since(start: number): number {
  return (performance.now() - start) / 1000
}

function medianOf(sorted: number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function hashOf(shot: ShotPicture | undefined): string {
  return createHash("sha256")
    .update(shot?.bytes ?? "")
    .digest("hex")
}

function round(value = 0): number {
  return Math.round(value * 10) / 10
}
