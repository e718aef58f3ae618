// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { checkPicture, type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { shrinkToLongSide } from "#imaging/pixels/resize.ts"
import { viewOf } from "#imaging/pixels/view.ts"
import { grabCut, seed } from "./graph-cut/grabcut.ts"
import { drawHints, type Hints, reachOf, type Stroke } from "./hints.ts"
import { matteLongSide } from "./matting/cut-along.ts"
import { decontaminate } from "./matting/decontaminate.ts"
import { bandOf, matte } from "./matting/matte.ts"
import { type Box, layPart, partOf, weightsWithin } from "./part.ts"

/**
 * How much a person's wish counts against the colours, as a difference of log likelihoods: on what was painted over for
 * the stroke, beside it for the outline as it was.
 */
const paintedLean = 11
const formerLean = 3
const cutRounds = 2

/**
 * Mends a cut-out where a person drew: the middle of a stroke is certain, the edge near it is found again by colours and
 * contrast and made soft by the matting. Out of the strokes' reach not a byte changes.
 * @param photo what was cut out
 * @param cut the cut-out so far, of the same size, with four channels
 * @returns a cut-out of the same size
 * @throws PictureError `bad_dimensions` when the sizes differ, and what `checkPicture` throws
 */
export function refineCutout(photo: Picture, cut: Picture, strokes: readonly Stroke[]): Picture {
  checkPicture(photo)
  checkPicture(cut)
  if (photo.width !== cut.width || photo.height !== cut.height || cut.channels !== 4) {
    throw new PictureError("bad_dimensions", "The cut-out does not fit its photo.")
  }
  const band = bandOf(photo.width, photo.height)
  const result: Picture = { ...cut, data: new Uint8Array(cut.data) }
  const box = boxOf(strokes, photo, band)
  if (box === undefined) return result
  const part = partOf(photo, box)
  const former = partOf(cut, box)
  const small = shrinkToLongSide(part, matteLongSide)
  const scale = small.width / box.width
  const hints = drawHints(strokes.map(moveInto(box, scale)), small.width, small.height, band * scale)
  const hard = findMask(small, shrinkToLongSide(former, matteLongSide), hints)
  const soft = matte(small, hard, Math.max(1.5, band * scale))
  const { sure } = hints
  for (let p = 0; p < sure.length; p++) if (sure[p] !== 0) soft.alpha[p] = sure[p] === 1 ? 1 : 0
  layPart(decontaminate(part, soft), former, result, box, weightsWithin(hints.reach, soft, band * scale), soft)
  return result
}

/** The part of the picture that strokes reach, with as much around it as colour models need; undefined when outside. */
function boxOf(strokes: readonly Stroke[], { width, height }: Picture, band: number): Box | undefined {
  const found = { left: width, top: height, right: 0, bottom: 0 }
  for (const { radius, points } of strokes) {
    const room = 2 * reachOf(radius, band) + 8 * band
    for (let i = 0; i < points.length; i += 2) {
      found.left = Math.min(found.left, points[i]! - room)
      found.right = Math.max(found.right, points[i]! + room)
      found.top = Math.min(found.top, points[i + 1]! - room)
      found.bottom = Math.max(found.bottom, points[i + 1]! + room)
    }
  }
  const left = Math.max(0, Math.floor(found.left))
  const top = Math.max(0, Math.floor(found.top))
  const right = Math.min(width, Math.ceil(found.right))
  const bottom = Math.min(height, Math.ceil(found.bottom))
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : undefined
}

function moveInto({ left, top }: Box, scale: number): (stroke: Stroke) => Stroke {
  return ({ kind, radius, points }) => ({
    kind,
    radius: radius * scale,
    points: points.map((value, i) => (value - (i % 2 === 0 ? left : top)) * scale),
  })
}

/** The mask, found again within the strokes' reach and as it was elsewhere. */
function findMask(picture: Picture, former: Picture, { sure, painted, reach }: Hints): Uint8Array {
  const seeds = new Uint8Array(sure.length)
  const lean = new Float32Array(sure.length)
  for (let p = 0; p < sure.length; p++) {
    const was = former.data[p * 4 + 3]! > 127
    const isWanted = painted[p] === 0 ? was : painted[p] === 1
    if (sure[p] !== 0 || reach[p] === 0) seeds[p] = isWanted ? seed.object : seed.background
    else {
      seeds[p] = isWanted ? seed.likelyObject : seed.likelyBackground
      lean[p] = (painted[p] === 0 ? formerLean : paintedLean) * (isWanted ? 1 : -1)
    }
  }
  return grabCut(viewOf(picture), seeds, cutRounds, lean)
}
