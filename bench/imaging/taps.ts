/**
 * Measures how far taps mend a cut-out, on photos whose exact coverage is known:
 *   node bench/imaging/taps.ts <folder>
 * The folder holds photos as known-photos.ts says. A person is played who taps the middle of the largest region that is
 * wrong, up to three times, and not where it is smaller than a fingertip's; and who draws a box instead. Prints the overlap before
 * and after each tap, at full size and at the 320 px at which regions are looked for, and exits 1 when it misses what it must reach.
 */
import { removeBackground } from "#imaging/cutout/remove-background.ts"
import { openForTaps } from "#imaging/cutout/taps/mend-by-taps.ts"
import type { Tap } from "#imaging/cutout/taps/tap.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import { shrinkToLongSide } from "#imaging/pixels/resize.ts"
import { loadOutlineNetwork } from "#server/adapters/image-engine/local/models/outline-network.ts"
import { atLeast, atMost, report } from "./bars.ts"
import { alphaOf, compareCoverage, knownPhotosIn, readKnownPhoto } from "./known-photos.ts"

const mostTaps = 3
/** Wrong regions smaller than this share of the picture are not tapped. */
const leastRegion = 0.002
/** Size of a phone's preview, and of its soft edges: web/features/studio/photos/refine/tap-worker.ts. */
const previewEdge = 640
/** Size of regions: imaging/cutout/taps/mend-by-taps.ts. */
const regionEdge = 320
/** How much wider a box is drawn than the thing, as a share of the photo. */
const boxRoom = 0.02
/** Less of an overlap is noise of the edge. */
const worse = 0.003

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error("usage: node bench/imaging/taps.ts <folder of photos with masks>")
  process.exit(2)
}

const network = await loadOutlineNetwork()
/** Overlaps of each photo: as it is cut out, then after each tap. */
const rows: { isSure: boolean; overlaps: number[]; small: number[]; boxed: number }[] = []
const times: number[] = []
for (const known of knownPhotosIn(folder)) {
  const { picture, truth } = await readKnownPhoto(known)
  const cutout = removeBackground(picture, network)
  const open = openForTaps(picture, cutout.picture, previewEdge)
  const taps: Tap[] = []
  const overlaps = [compareCoverage(alphaOf(cutout.picture), truth).iou]
  const small = [overlapInSmall(cutout.picture, truth)]
  let cut = cutout.picture
  for (let number = 0; number < mostTaps; number++) {
    const tap = nextTap(cut, truth)
    if (tap) {
      taps.push(tap)
      const began = performance.now()
      cut = open.after(taps)
      times.push(performance.now() - began)
    }
    overlaps.push(compareCoverage(alphaOf(cut), truth).iou)
    small.push(overlapInSmall(cut, truth))
  }
  const boxed = compareCoverage(alphaOf(open.after([boxAround(truth, picture)])), truth).iou
  rows.push({ isSure: cutout.isSure, overlaps, small, boxed })
  const kinds = taps.map(({ kind }) => kind).join(", ")
  console.log(`${known.name.padEnd(26)} ${overlaps.map((value) => value.toFixed(3)).join("  ")}  ${kinds}`)
}

for (const [name, some] of [
  ["all", rows],
  ["not sure", rows.filter(({ isSure }) => !isSure)],
  ["below 0.9", rows.filter(({ overlaps }) => (overlaps[0] ?? 0) < 0.9)],
] as const) {
  const boxes = some.map(({ boxed }) => [boxed])
  console.log(`${name}, a box instead: mean IoU ${meanAfter(0, boxes).toFixed(3)}, ${shareOf(0, boxes)} % at 0.9`)
  for (let taps = 0; taps <= mostTaps; taps++) {
    const [full, small] = [some.map(({ overlaps }) => overlaps), some.map((row) => row.small)]
    console.log(
      `${name}, after ${taps} taps: mean IoU ${meanAfter(taps, full).toFixed(3)}, ${shareOf(taps, full)} % at 0.9; at ${regionEdge} px ${meanAfter(taps, small).toFixed(3)}, ${shareOf(taps, small)} %`,
    )
  }
}
times.sort((a, b) => a - b)
const all = rows.map(({ overlaps }) => overlaps)
/** How many photos one of the taps made worse. */
const spoiled = (taps: number): number =>
  all.filter((overlaps) => (overlaps[taps] ?? 0) < (overlaps[taps - 1] ?? 0) - worse).length
report([
  atLeast("mean IoU after one tap, above before", meanAfter(1, all) - meanAfter(0, all), "", 0.01, 0.03),
  atLeast("mean IoU after three taps", meanAfter(3, all), "", 0.92, 0.95),
  atMost("photos that the first tap made worse", spoiled(1), "", 2, 0),
  atMost("photos that a later tap made worse", spoiled(2) + spoiled(3), "", 5, 2),
  atMost("middle time of a tap", times[Math.floor(times.length / 2)] ?? Number.NaN, "ms", 300, 150),
])

function meanAfter(taps: number, some: readonly number[][]): number {
  return some.reduce((sum, overlaps) => sum + (overlaps[taps] ?? 0), 0) / some.length
}

function shareOf(taps: number, some: readonly number[][]): string {
  return ((100 * some.filter((overlaps) => (overlaps[taps] ?? 0) >= 0.9).length) / some.length).toFixed(0)
}

/** A box somewhat wider than the thing. */
function boxAround(truth: Uint8Array, { width, height }: Picture): Tap {
  const room = boxRoom * Math.max(width, height)
  const found = { left: width, top: height, right: 0, bottom: 0 }
  for (const [p, value] of truth.entries()) {
    if (value < 128) continue
    found.left = Math.min(found.left, (p % width) - room)
    found.right = Math.max(found.right, (p % width) + 1 + room)
    found.top = Math.min(found.top, Math.floor(p / width) - room)
    found.bottom = Math.max(found.bottom, Math.floor(p / width) + 1 + room)
  }
  return { kind: "box", ...found }
}

function overlapInSmall(cut: Picture, truth: Uint8Array): number {
  const known: Picture = { ...cut, data: cut.data.map((_, i) => (i % 4 === 3 ? (truth[(i - 3) / 4] ?? 0) : 0)) }
  return compareCoverage(alphaOf(shrinkToLongSide(cut, regionEdge)), alphaOf(shrinkToLongSide(known, regionEdge))).iou
}

/** Where a person would tap next: the place of the largest wrong region that is farthest from its edge. */
function nextTap(cut: Picture, truth: Uint8Array): Tap | undefined {
  const { width, height } = cut
  const seen = alphaOf(cut)
  let found: { area: number; tap: Tap } | undefined
  for (const kind of ["belongs", "foreign"] as const) {
    const wrong = seen.map((value, p) => {
      const isSeen = value > 127
      const isMeant = (truth[p] ?? 0) > 127
      return isSeen !== isMeant && isMeant === (kind === "belongs") ? 1 : 0
    })
    const { count, labels, areas } = findRegions(wrong, width, height, 4)
    const depth = distanceTo(wrong, 0, width, height)
    for (let label = 1; label <= count; label++) {
      const area = areas[label] ?? 0
      if (area < leastRegion * width * height || area <= (found?.area ?? 0)) continue
      let [middle, deepest] = [0, 0]
      for (let p = 0; p < wrong.length; p++) {
        const [x, y] = [p % width, Math.floor(p / width)]
        const inside = Math.min(depth[p] ?? 0, x + 1, y + 1, width - x, height - y)
        if (labels[p] === label && inside > deepest) [middle, deepest] = [p, inside]
      }
      found = { area, tap: { kind, x: (middle % width) + 0.5, y: Math.floor(middle / width) + 0.5 } }
    }
  }
  return found?.tap
}
