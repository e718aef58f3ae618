/**
 * How much sharper than bicubic the enlargement is, on pictures that nothing was trained on, and how fast:
 *
 *   node bench/imaging/upscale.ts             renders of our own
 *   node bench/imaging/upscale.ts FOLDER      photos of real things, in FOLDER/photos
 *
 * Each picture is cut to a multiple of four pixels, made small by centred bicubic sampling with the kernel widened, stored as
 * JPEG or not, and enlarged again. Brightness is compared.
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import type { Picture } from "#imaging/pixels/picture.ts"
import { resample } from "#imaging/upscale/resample.ts"
import { type UpscaleFactor, upscale } from "#imaging/upscale/upscale.ts"
import { jpegQuality } from "#server/adapters/image-engine/local/jpeg-quality.ts"
import { loadDoubler } from "#server/adapters/image-engine/local/models/stored-doubler.ts"
import { atLeast, atMost, type Bar, report } from "./bars.ts"

/** Pixels at the border that are not compared: there both ways guess. */
const border = 8

/** Gains to reach by case, in dB: what every release must, and what is aimed for. */
const realGains: Readonly<Record<string, readonly [number, number]>> = {
  "×2 clean": [2.2, 2.6],
  "×2 JPEG 80": [0.9, 1.5],
  "×4 clean": [1.4, 1.9],
  "×4 JPEG 80": [0.6, 1.3],
}

const root = process.argv[2]
const isReal = root !== undefined && existsSync(join(root, "photos"))
const folder = isReal ? join(root, "photos") : (root ?? join(import.meta.dirname, "renders"))
const network = loadDoubler()
const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp)$/.test(name)).sort()
const truths = await Promise.all(
  names.map(async (name) => ({ name, truth: cutToFour(await decode(join(folder, name))) })),
)
const rows: Row[] = []
for (const factor of [2, 4] as const) {
  for (const quality of [null, 80]) rows.push(await compare(factor, quality))
}
console.table(rows)
report(isReal ? barsOfRealPhotos() : [...barsOfRenders(), ...measureSpeed()])

interface Row {
  case: string
  bicubic: number
  ours: number
  gain: number
  worst: number
  of: string
}

function barsOfRenders(): Bar[] {
  return [
    atLeast("mean gain over centred bicubic", mean(rows.map((row) => row.gain)), "dB", 0.8, 1.2),
    atLeast("worst picture", Math.min(...rows.map((row) => row.worst)), "dB", -0.1, 0),
  ]
}

function barsOfRealPhotos(): Bar[] {
  return rows.flatMap((row) => {
    const [must = 0, aim = 0] = realGains[row.case] ?? []
    const what = `enlarging, real photos, ${row.case}`
    return [atLeast(what, row.gain, "dB", must, aim), atLeast(`… worst: ${row.of}`, row.worst, "dB", -0.1, 0)]
  })
}

async function compare(factor: UpscaleFactor, quality: number | null): Promise<Row> {
  const cases = []
  for (const { name, truth } of truths) {
    const { small, stored } = await degrade(truth, factor, quality)
    const width = small.width * factor
    const bicubic = peakSignal(resample(small, width, small.height * factor), truth)
    cases.push({ name, bicubic, ours: peakSignal(upscale(small, factor, { quality: stored, network }), truth) })
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
  const best = (quality: number): number => {
    const seconds = [1, 2, 3].map(() => {
      const before = process.cpuUsage()
      hashes.add(
        createHash("sha256")
          .update(upscale(small, 4, { quality, network }).data)
          .digest("hex"),
      )
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1e6
    })
    // The first run still compiles, which no warm server does.
    return Math.min(...seconds)
  }
  return [
    atMost("512 → 2048 px, clean, processor time, best of three", best(100), "s", 4, 1.5),
    atMost("… stored as JPEG", best(80), "s", 4, 2),
    atMost("peak memory of this run", process.resourceUsage().maxRSS / 1024, "MB", 400, 250),
    atLeast("three times the same bytes each (1 = yes)", hashes.size === 2 ? 1 : 0, "", 1, 1),
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

function cutToFour({ width, height, data }: Picture): Picture {
  const [wide, high] = [width - (width % 4), height - (height % 4)]
  const out = new Uint8Array(wide * high * 3)
  for (let y = 0; y < high; y++) out.set(data.subarray(y * width * 3, (y * width + wide) * 3), y * wide * 3)
  return { width: wide, height: high, channels: 3, data: out }
}

/** A small source of a picture, and what is known of it where it is a file. */
async function degrade(
  picture: Picture,
  factor: number,
  quality: number | null,
): Promise<{ small: Picture; stored: number | undefined }> {
  const small = resample(picture, picture.width / factor, picture.height / factor)
  if (quality === null) return { small, stored: undefined }
  const raw = { width: small.width, height: small.height, channels: 3 as const }
  const file = await sharp(small.data, { raw }).jpeg({ quality }).toBuffer()
  return { small: await decode(file), stored: jpegQuality(file) }
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
