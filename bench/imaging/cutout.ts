/**
 * Measures background removal on photos whose exact coverage is known:
 *   node bench/imaging/cutout.ts <folder> [folder for the results]
 * The folder holds <case>.jpg (or .png, .webp) and <case>.alpha.png. Prints a table and the means, and exits 1 when a
 * mean misses what it must reach. Give a second folder to get each result over a checkerboard.
 */
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { removeBackground } from "#imaging/cutout/remove-background.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { atLeast, atMost, report } from "./bars.ts"

interface Row {
  name: string
  isPlain: boolean
  iou: number
  error: number
  confidence: number
  isSure: boolean
  ms: number
}

const [folder, results] = process.argv.slice(2)
if (folder === undefined) {
  console.error("usage: node bench/imaging/cutout.ts <folder of photos with .alpha.png> [folder for the results]")
  process.exit(2)
}

const rows: Row[] = []
const files = readdirSync(folder).filter((file) => /\.(jpe?g|webp|png)$/.test(file) && !file.endsWith(".alpha.png"))
console.log(`${"case".padEnd(26)}    IoU    MAE  confidence    ms`)
for (const file of files.sort()) {
  const row = await measure(folder, file)
  rows.push(row)
  const sure = row.isSure ? "sure  " : "unsure"
  console.log(
    `${row.name.padEnd(26)}  ${row.iou.toFixed(3)}  ${row.error.toFixed(4)}  ${row.confidence.toFixed(2)} ${sure} ${row.ms.toFixed(0).padStart(5)}`,
  )
}
reportRows(rows)

async function measure(from: string, file: string): Promise<Row> {
  const name = file.replace(/\.\w+$/, "")
  const { data, info } = await sharp(join(from, file))
    .rotate()
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
  const truth = await sharp(join(from, `${name}.alpha.png`))
    .extractChannel(0)
    .raw()
    .toBuffer()
  const picture: Picture = { width: info.width, height: info.height, channels: 3, data }
  const start = performance.now()
  const cutout = removeBackground(picture)
  const ms = performance.now() - start
  let both = 0
  let either = 0
  let error = 0
  for (const [p, known] of truth.entries()) {
    const found = cutout.alpha[p] ?? 0
    if (found > 127 && known > 127) both++
    if (found > 127 || known > 127) either++
    error += Math.abs(found - known) / 255
  }
  if (results !== undefined) await save(cutout.picture, join(results, `${name}.png`))
  // the case's name ends in its background
  const isPlain = /plain|white|paper|grey|colou?r|gradient|dark|teal|rose|sand|dusk/.test(name)
  const { confidence, isSure } = cutout
  return { name, isPlain, iou: both / either, error: error / truth.length, confidence, isSure, ms }
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

function reportRows(all: Row[]): void {
  const mean = (of: (row: Row) => number, rows: Row[]): number =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length
  const iou = (rows: Row[]): number => mean((row) => row.iou, rows)
  const sure = all.filter((row) => row.isSure)
  const right = sure.filter((row) => row.iou >= 0.97)
  // What every release must reach on photos that nothing was tuned on. Times and memory are per picture.
  report([
    atLeast("mean IoU", iou(all), "", 0.91, 0.93),
    atLeast("mean IoU, plain", iou(all.filter((row) => row.isPlain)), "", 0.91, 0.96),
    atLeast("mean IoU, textured", iou(all.filter((row) => !row.isPlain)), "", 0.85, 0.9),
    atMost(
      "mean MAE",
      mean((row) => row.error, all),
      "",
      0.018,
      0.014,
    ),
    atLeast(
      `IoU of 0.97 where sure (${right.length} of ${sure.length})`,
      (100 * right.length) / sure.length,
      "%",
      95,
      98,
    ),
    atMost("mean time", mean((row) => row.ms, all) / 1000, "s", 2, 1.5),
    atMost("peak memory", process.resourceUsage().maxRSS / 1024, "MB", 600, 350),
  ])
}
