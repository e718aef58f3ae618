/**
 * How much sharper than bicubic the enlargement is, on pictures the filters were not trained on, and how fast.
 *
 * node bench/imaging/upscale.ts [FOLDER]
 */
import { createHash } from "node:crypto"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import type { Picture } from "#imaging/pixels/picture.ts"
import { resample } from "#imaging/upscale/resample.ts"
import { type UpscaleFactor, upscale } from "#imaging/upscale/upscale.ts"
import { atLeast, atMost, type Bar, report } from "./bars.ts"

/** Pixels at the border that are not compared: there both ways guess. */
const border = 8

const folder = process.argv[2] ?? join(import.meta.dirname, "renders")
const truths = await Promise.all(
  (await readdir(folder)).sort().map(async (name) => ({ name, truth: await decode(join(folder, name)) })),
)
const rows: { case: string; bicubic: number; ours: number; gain: number; worst: number; of: string }[] = []
for (const factor of [2, 4] as const) {
  for (const quality of [null, 80]) rows.push(await compare(factor, quality))
}
console.table(rows)
const gains = rows.map((row) => row.gain)
const worst = Math.min(...rows.map((row) => row.worst))
report([
  atLeast("mean gain over centred bicubic", mean(gains), "dB", 0.8, 1.2),
  atLeast("worst picture", worst, "dB", -0.1, 0),
  ...measureSpeed(),
])

async function compare(factor: UpscaleFactor, quality: number | null): Promise<(typeof rows)[number]> {
  const cases = []
  for (const { name, truth } of truths) {
    const small = await degrade(truth, factor, quality)
    const width = small.width * factor
    const bicubic = peakSignal(resample(small, width, small.height * factor), truth)
    cases.push({ name, bicubic, ours: peakSignal(upscale(small, factor), truth) })
  }
  const least = cases.reduce((low, one) => (one.ours - one.bicubic < low.ours - low.bicubic ? one : low))
  const bicubic = mean(cases.map((one) => one.bicubic))
  const ours = mean(cases.map((one) => one.ours))
  return {
    case: `×${factor} ${quality === null ? "clean" : `JPEG ${quality}`}`,
    bicubic: round(bicubic),
    ours: round(ours),
    gain: round(ours - bicubic),
    worst: round(least.ours - least.bicubic),
    of: least.name,
  }
}

function measureSpeed(): Bar[] {
  const first = truths[0]?.truth
  if (!first) throw new Error(`There are no pictures in ${folder}.`)
  const small = resample(first, 512, 512)
  const hashes = new Set<string>()
  const seconds = [1, 2, 3].map(() => {
    const start = performance.now()
    hashes.add(createHash("sha256").update(upscale(small, 4).data).digest("hex"))
    return (performance.now() - start) / 1000
  })
  return [
    // The first run still compiles, which no warm server does.
    atMost("512 → 2048 px, best of three", Math.min(...seconds), "s", 4, 1.5),
    atMost("peak memory of this run", process.resourceUsage().maxRSS / 1024, "MB", 400, 250),
    atLeast("three times the same bytes (1 = yes)", hashes.size === 1 ? 1 : 0, "", 1, 1),
  ]
}

async function decode(file: string | Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(file)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels: 3, data }
}

async function degrade(picture: Picture, factor: number, quality: number | null): Promise<Picture> {
  const small = resample(picture, picture.width / factor, picture.height / factor)
  if (quality === null) return small
  const raw = { width: small.width, height: small.height, channels: 3 as const }
  return decode(await sharp(small.data, { raw }).jpeg({ quality }).toBuffer())
}

/** Peak signal to noise ratio of brightness, in decibels. */
function peakSignal(picture: Picture, truth: Picture): number {
  let sum = 0
  let count = 0
  for (let y = border; y < truth.height - border; y++) {
    for (let x = border; x < truth.width - border; x++) {
      const at = (y * truth.width + x) * 3
      sum += (lumaAt(picture, at) - lumaAt(truth, at)) ** 2
      count++
    }
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

function lumaAt({ data }: Picture, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
}

function mean(values: number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
