/**
 * Measures how far taps mend a cut-out, on photos whose exact coverage is known:
 *   node bench/imaging/taps.ts <folder>
 * The folder holds photos as known-photos.ts says. A person is played who taps the middle of the largest region that is
 * wrong, up to three times, and not where it is smaller than a fingertip's. Prints the overlap before and after each tap, and
 * exits 1 when it misses what it must reach.
 */
import { removeBackground } from "#imaging/cutout/remove-background.ts"
import { openForTaps } from "#imaging/cutout/taps/mend-by-taps.ts"
import type { Tap } from "#imaging/cutout/taps/tap.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import { loadOutlineNetwork } from "#server/adapters/image-engine/local/models/outline-network.ts"
import { atLeast, atMost, report } from "./bars.ts"
import { compareCoverage, knownPhotosIn, readKnownPhoto } from "./known-photos.ts"

const mostTaps = 3
/** Wrong regions smaller than this share of the picture are not tapped. */
const leastRegion = 0.002
/** Size of a phone's preview, and of its soft edges: web/features/studio/photos/refine/tap-worker.ts. */
const previewEdge = 640

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error("usage: node bench/imaging/taps.ts <folder of photos with masks>")
  process.exit(2)
}

const network = await loadOutlineNetwork()
/** Overlaps of each photo: as it is cut out, then after each tap. */
const rows: { isSure: boolean; overlaps: number[] }[] = []
const times: number[] = []
for (const known of knownPhotosIn(folder)) {
  const { picture, truth } = await readKnownPhoto(known)
  const cutout = removeBackground(picture, network)
  const open = openForTaps(picture, cutout.picture, previewEdge)
  const taps: Tap[] = []
  const overlaps = [compareCoverage(cutout.alpha, truth).iou]
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
  }
  rows.push({ isSure: cutout.isSure, overlaps })
  const kinds = taps.map(({ kind }) => kind).join(", ")
  console.log(`${known.name.padEnd(26)} ${overlaps.map((value) => value.toFixed(3)).join("  ")}  ${kinds}`)
}

for (const [name, some] of [
  ["all", rows],
  ["not sure", rows.filter(({ isSure }) => !isSure)],
] as const) {
  for (let taps = 0; taps <= mostTaps; taps++) {
    const share = (100 * some.filter(({ overlaps }) => (overlaps[taps] ?? 0) >= 0.9).length) / some.length
    console.log(
      `${name}, after ${taps} taps: mean IoU ${meanAfter(taps, some).toFixed(3)}, ${share.toFixed(0)} % at 0.9`,
    )
  }
}
times.sort((a, b) => a - b)
report([
  atLeast("mean IoU after one tap, above before", meanAfter(1, rows) - meanAfter(0, rows), "", 0.01, 0.03),
  atLeast("mean IoU after three taps", meanAfter(3, rows), "", 0.92, 0.95),
  atMost("middle time of a tap", times[Math.floor(times.length / 2)] ?? Number.NaN, "ms", 300, 150),
])

function meanAfter(taps: number, some: readonly { overlaps: number[] }[]): number {
  return some.reduce((sum, { overlaps }) => sum + (overlaps[taps] ?? 0), 0) / some.length
}

function alphaOf({ data }: Picture): Uint8Array {
  return Uint8Array.from({ length: data.length / 4 }, (_, p) => data[p * 4 + 3] ?? 0)
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
