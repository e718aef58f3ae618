/**
 * Fits how a cut-out's confidence is worked out, on photos whose exact coverage is known:
 *   node bench/imaging/confidence.ts <folder>...
 * Prints the weights for imaging/cutout/confidence.ts (least squares) and, for each pair of thresholds, how many photos would
 * be called sure and how many of those overlap by 0.95 and more.
 */
import { disagreement, overlap } from "#imaging/cutout/confidence.ts"
import { cutAlong } from "#imaging/cutout/matting/cut-along.ts"
import { segment } from "#imaging/cutout/segment.ts"
import { shrinkToLongSide } from "#imaging/pixels/resize.ts"
import { loadOutlineNetwork } from "#server/adapters/image-engine/local/models/outline-network.ts"
import { compareCoverage, type KnownPhoto, knownPhotosIn, readKnownPhoto } from "./known-photos.ts"

interface Case {
  iou: number
  disagreement: number
  /** Overlap with the answer by contrast. */
  agreement: number
}

const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error("usage: node bench/imaging/confidence.ts <folder of photos with masks>...")
  process.exit(2)
}
const network = await loadOutlineNetwork()
const cases: Case[] = []
for (const folder of folders) {
  for (const known of knownPhotosIn(folder)) cases.push(await judge(known))
}
/** Larger losses count as this one: the product was missed, and by how much says nothing more. */
const largestLoss = 0.3
console.info(fitLine(cases.map(({ iou, disagreement: x }) => ({ x, y: Math.min(largestLoss, 1 - iou) }))))
console.info("disagreement  agreement   sure   of them with 0.95 and more")
for (const most of [0.02, 0.04, 0.06, 0.08, 0.1]) {
  for (const least of [0.9, 0.92, 0.93, 0.94, 0.96]) {
    const sure = cases.filter((found) => found.disagreement <= most && found.agreement >= least)
    const right = sure.filter(({ iou }) => iou >= 0.95)
    console.info(
      `${most.toFixed(2).padStart(12)}  ${least.toFixed(2).padStart(9)}   ${String(sure.length).padStart(4)}   ${right.length}`,
    )
  }
}

async function judge(known: KnownPhoto): Promise<Case> {
  const { picture, truth } = await readKnownPhoto(known)
  const small = shrinkToLongSide(picture, 448)
  const found = segment(small, network)
  const { data } = cutAlong(picture, { width: small.width, height: small.height, data: found.mask })
  const coverage = truth.map((_, p) => data[p * 4 + 3] ?? 0)
  return {
    iou: compareCoverage(coverage, truth).iou,
    disagreement: disagreement(found.mask, found),
    agreement: overlap(found.mask, found.findOther()),
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
