/**
 * Measures background removal on photos whose exact coverage is known:
 *   node bench/imaging/cutout.ts <folder> [folder for the results] [--models <folder of added models>] [--only <name>,<name>]
 * The folder holds pairs as known-photos.ts says. Prints a table and the means, and exits 1 when a mean misses what it must
 * reach: the bars of real photos where the folder is one of those (`photos/` and `masks/`), else those of renders of our
 * own. Give a second folder to get each result over a checkerboard.
 */
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import sharp from "sharp"
import { removeBackground } from "#imaging/cutout/remove-background.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { addedCutoutFolder, readAdded } from "#server/adapters/image-engine/local/models/added-model.ts"
import { askModel } from "#server/adapters/image-engine/local/models/cutout-model.ts"
import { createModelProcess } from "#server/adapters/image-engine/local/models/model-process.ts"
import { loadOutlineNetwork } from "#server/adapters/image-engine/local/models/outline-network.ts"
import { atLeast, atMost, type Bar, report } from "./bars.ts"
import { alphaOf, compareCoverage, type KnownPhoto, knownPhotosIn, readKnownPhoto } from "./known-photos.ts"
import { familyProcessorSeconds, watchFamilyMemory } from "./process-family.ts"

interface Row {
  name: string
  isPlain: boolean
  iou: number
  error: number
  confidence: number
  isSure: boolean
  /** Processor time of all processes. */
  seconds: number
  /** Time by the clock. */
  clock: number
}

const options = { models: { type: "string" }, only: { type: "string" } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const [folder, results] = positionals
if (folder === undefined) {
  console.error(
    "usage: node bench/imaging/cutout.ts <folder of photos with masks> [folder for the results] [--models <folder>]",
  )
  process.exit(2)
}

const network = await loadOutlineNetwork()
const added = values.models === undefined ? null : await readAdded(values.models)
if (values.models !== undefined && added === null) throw new Error(`No model was added to ${values.models}.`)
const runtimeDir = (): string | null => (values.models === undefined ? null : addedCutoutFolder(values.models))
const models = createModelProcess({ runtimeDir, threads: 2 })
const memory = watchFamilyMemory()
const rows: Row[] = []
console.log(`${"case".padEnd(26)}    IoU    MAE  confidence    CPU s`)
const only = values.only?.split(",")
for (const known of knownPhotosIn(folder)) {
  if (only !== undefined && !only.includes(known.name)) continue
  const row = await measure(known)
  rows.push(row)
  const sure = row.isSure ? "sure  " : "unsure"
  console.log(
    `${row.name.padEnd(26)}  ${row.iou.toFixed(3)}  ${row.error.toFixed(4)}  ${row.confidence.toFixed(2)} ${sure} ${row.seconds.toFixed(2).padStart(5)}`,
  )
}
models.stop()
memory.stop()
const isReal = existsSync(join(folder, "masks"))
report(isReal ? (added ? barsWithModel(rows) : barsOfRealPhotos(rows)) : barsOfRenders(rows))

async function measure(known: KnownPhoto): Promise<Row> {
  const { picture, truth } = await readKnownPhoto(known)
  const [began, used] = [performance.now(), familyProcessorSeconds()]
  const asked = added && (await askModel(models, added.model, picture))
  const cutout = removeBackground(picture, network, asked ? { cover: asked.cover } : {})
  const [clock, seconds] = [(performance.now() - began) / 1_000, familyProcessorSeconds() - used]
  if (results !== undefined) await save(cutout.picture, join(results, `${known.name}.png`))
  // the case's name ends in its background
  const isPlain = /plain|white|paper|grey|colou?r|gradient|dark|teal|rose|sand|dusk/.test(known.name)
  const { confidence, isSure } = cutout
  const coverage = compareCoverage(alphaOf(cutout.picture), truth)
  return { name: known.name, isPlain, ...coverage, confidence, isSure, seconds, clock }
}

async function save(picture: Picture, to: string): Promise<void> {
  const { width, height, data } = picture
  mkdirSync(join(to, ".."), { recursive: true })
  const board = Buffer.alloc(width * height * 3)
  for (let p = 0; p < width * height; p++) {
    const isLight = (((p % width) >> 4) + (Math.floor(p / width) >> 4)) % 2 === 0
    board.fill(isLight ? 205 : 160, p * 3, p * 3 + 3)
  }
  await sharp(board, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(data), raw: { width, height, channels: 4 } }])
    .png()
    .toFile(to)
}

function mean(of: (row: Row) => number, some: readonly Row[]): number {
  return some.reduce((sum, row) => sum + of(row), 0) / some.length
}

function iou(some: readonly Row[]): number {
  return mean((row) => row.iou, some)
}

function shareOf(some: readonly Row[], holds: (row: Row) => boolean): number {
  return (100 * some.filter(holds).length) / some.length
}

/** What every release must reach on renders that nothing was tuned on. Times and memory are per picture. */
function barsOfRenders(all: readonly Row[]): Bar[] {
  return [
    atLeast("mean IoU", iou(all), "", 0.91, 0.93),
    atLeast("mean IoU, plain", iou(all.filter((row) => row.isPlain)), "", 0.91, 0.96),
    atLeast("mean IoU, textured", iou(all.filter((row) => !row.isPlain)), "", 0.85, 0.9),
    meanError(all, 0.018, 0.014),
    ...sureBars(all, 0.97),
    ...costs(all),
  ]
}

/** What the built-in way must reach on photos of real things, and what it aims for. */
function barsOfRealPhotos(all: readonly Row[]): Bar[] {
  return [
    atLeast("mean IoU", iou(all), "", 0.82, 0.86),
    atLeast(
      "share with 0.9 and more",
      shareOf(all, (row) => row.iou >= 0.9),
      "%",
      55,
      65,
    ),
    meanError(all, 0.08, 0.05),
    ...sureBars(all, 0.95),
    ...costs(all),
  ]
}

/** The same with the model, a share of sure ones among them. */
function barsWithModel(all: readonly Row[]): Bar[] {
  return [
    atLeast("mean IoU", iou(all), "", 0.9, 0.92),
    atLeast(
      "share with 0.9 and more",
      shareOf(all, (row) => row.iou >= 0.9),
      "%",
      80,
      85,
    ),
    meanError(all, 0.033, 0.028),
    atLeast(
      "share that is sure",
      shareOf(all, (row) => row.isSure),
      "%",
      40,
      50,
    ),
    ...sureBars(all, 0.95),
    atMost(
      "mean time by the clock",
      mean((row) => row.clock, all),
      "s",
      5,
      4,
    ),
    atMost(
      "mean processor time of all processes",
      mean((row) => row.seconds, all),
      "s",
      9,
      7,
    ),
    atMost("most memory of all processes together", memory.peakMb(), "MB", 1_000, 900),
  ]
}

function meanError(all: readonly Row[], must: number, aim: number): Bar {
  return atMost(
    "mean error of coverage",
    mean((row) => row.error, all),
    "",
    must,
    aim,
  )
}

function sureBars(all: readonly Row[], from: number): Bar[] {
  const sure = all.filter((row) => row.isSure)
  const right = sure.filter((row) => row.iou >= from)
  const share = (100 * right.length) / sure.length
  return [atLeast(`IoU of ${from} where sure (${right.length} of ${sure.length})`, share, "%", 95, 98)]
}

function costs(all: readonly Row[]): Bar[] {
  const seconds = mean((row) => row.seconds, all)
  return [
    atMost("mean processor time", seconds, "s", 3, 2),
    atMost("peak memory", process.resourceUsage().maxRSS / 1024, "MB", 600, 350),
  ]
}
