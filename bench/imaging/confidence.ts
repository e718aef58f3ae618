/**
 * Fits how a cut-out's confidence is worked out, on development photos whose exact coverage is known:
 *   node bench/imaging/confidence.ts <folder>...
 * Prints the weights for imaging/cutout/confidence.ts (least squares) and, for each threshold, how many photos would be
 * called sure and how many of those overlap by 0.97 and more. Never give it photos that judge.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { confidenceOf, disagreement } from "#imaging/cutout/confidence.ts"
import { cutAlong } from "#imaging/cutout/cut-along.ts"
import { segment } from "#imaging/cutout/segment.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { shrinkToLongSide } from "#imaging/pixels/resize.ts"

interface Case {
  iou: number
  disagreement: number
  confidence: number
}

const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error("usage: node bench/imaging/confidence.ts <folder of photos with .alpha.png>...")
  process.exit(2)
}
const cases: Case[] = []
for (const folder of folders) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".jpg"))) {
    cases.push(await judge(join(folder, file)))
  }
}
/** Larger losses count as this one: the product was missed, and by how much says nothing more. */
const largestLoss = 0.3
console.info(fitLine(cases.map(({ iou, disagreement: x }) => ({ x, y: Math.min(largestLoss, 1 - iou) }))))
console.info("from   sure   of them with 0.97 and more, as it is now")
for (let from = 0.5; from < 1; from += 0.02) {
  const sure = cases.filter(({ confidence }) => confidence >= from)
  const right = sure.filter(({ iou }) => iou >= 0.97)
  console.info(`${from.toFixed(2)}   ${String(sure.length).padStart(4)}   ${right.length}`)
}

async function judge(path: string): Promise<Case> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const truth = await sharp(path.replace(/\.jpg$/, ".alpha.png"))
    .extractChannel(0)
    .raw()
    .toBuffer()
  const picture: Picture = { width: info.width, height: info.height, channels: 3, data }
  const small = shrinkToLongSide(picture, 448)
  const found = segment(small)
  const cut = cutAlong(picture, { width: small.width, height: small.height, data: found.mask })
  let both = 0
  let either = 0
  for (const [p, known] of truth.entries()) {
    const isFound = (cut.data[p * 4 + 3] ?? 0) > 127
    if (isFound && known > 127) both++
    if (isFound || known > 127) either++
  }
  return {
    iou: both / either,
    disagreement: disagreement(found.mask, found),
    confidence: confidenceOf(found.mask, found),
  }
}

/** The line that comes nearest to the points: where it begins and how it rises. */
function fitLine(points: readonly { x: number; y: number }[]): { always: number; perDisagreement: number } {
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const perDisagreement = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2)
  return { always: y - perDisagreement * x, perDisagreement }
}
