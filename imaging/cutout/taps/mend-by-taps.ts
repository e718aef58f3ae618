// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { matteLongSide } from "#imaging/cutout/matting/cut-along.ts"
import { decontaminate } from "#imaging/cutout/matting/decontaminate.ts"
import { bandOf, matte } from "#imaging/cutout/matting/matte.ts"
import { type Box, layPart, partOf, weightsWithin } from "#imaging/cutout/part.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"
import { checkPicture, type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { shrinkToLongSide } from "#imaging/pixels/resize.ts"
import { viewOf } from "#imaging/pixels/view.ts"
import { openMask } from "./mask-by-taps.ts"
import type { Tap } from "./tap.ts"

/** Size at which the region around a tap is found: the same in a preview and at full size, so that both find the same one. */
const regionLongSide = 320

/** A cut-out made ready for taps. */
export interface TappedCutout {
  /**
   * The cut-out after these taps. Taps that were followed before in the same order are not worked out again, so that one more
   * costs as much as the first, and one less nothing but its edges.
   */
  after(taps: readonly Tap[]): Picture
}

/**
 * Makes a cut-out ready to be mended by what a person points at. Away from the regions that change not a byte does.
 * @param photo what was cut out
 * @param cut the cut-out so far, of the same size, with four channels
 * @param edgeLongSide soft edges are worked out no larger than this, in pixels; a preview needs less
 * @throws PictureError `bad_dimensions` when the sizes differ, and what `checkPicture` throws
 */
export function openForTaps(photo: Picture, cut: Picture, edgeLongSide: number = matteLongSide): TappedCutout {
  checkPicture(photo)
  checkPicture(cut)
  if (photo.width !== cut.width || photo.height !== cut.height || cut.channels !== 4) {
    throw new PictureError("bad_dimensions", "The cut-out does not fit its photo.")
  }
  const small = shrinkToLongSide(photo, regionLongSide)
  const scale = small.width / photo.width
  const before = opaqueIn(shrinkToLongSide(cut, regionLongSide))
  const masks = openMask(viewOf(small), before)
  return {
    after(taps) {
      const after = masks.after(taps.map(scaledBy(scale)))
      return layRegions({ photo, cut, edgeLongSide }, { ...small, before, after })
    },
  }
}

interface Size {
  width: number
  height: number
}

interface Regions extends Size {
  before: Uint8Array
  after: Uint8Array
}

/** The cut-out with soft edges where its mask changes. */
function layRegions(
  { photo, cut, edgeLongSide }: { photo: Picture; cut: Picture; edgeLongSide: number },
  { width: smallWidth, height: smallHeight, before, after }: Regions,
): Picture {
  const result: Picture = { ...cut, data: new Uint8ClampedArray(cut.data) }
  const small = { width: smallWidth, height: smallHeight }
  const scale = smallWidth / photo.width
  const changed = before.map((value, p) => (value === after[p] ? 0 : 1))
  const band = bandOf(photo.width, photo.height)
  const box = boxAround(changed, small, photo, 12 * band)
  if (box === undefined) return result
  const part = partOf(photo, box)
  const former = partOf(cut, box)
  const middle = shrinkToLongSide(part, edgeLongSide)
  const { width, height } = middle
  const ownBand = Math.max(1.5, (band * width) / box.width)
  const inBox = { left: box.left * scale, top: box.top * scale, width: box.width * scale, height: box.height * scale }
  const isNew = maskOfPart(changed, small, inBox, middle)
  const toNew = maskOfPart(after, small, inBox, middle)
  const was = opaqueIn(shrinkToLongSide(former, edgeLongSide))
  const soft = matte(
    middle,
    was.map((value, p) => (isNew[p] === 1 ? toNew[p]! : value)),
    ownBand,
  )
  // As far as the coarse outline may lie beside the true one, and its soft band.
  const reach = 2 * ownBand + width / box.width / scale
  const near = Uint8Array.from(distanceTo(isNew, 1, width, height), (away) => (away <= reach ? 1 : 0))
  layPart(decontaminate(part, soft), former, result, box, weightsWithin(near, soft, ownBand), soft)
  return result
}

function opaqueIn({ data }: Picture): Uint8Array {
  return Uint8Array.from({ length: data.length / 4 }, (_, p) => (data[p * 4 + 3]! > 127 ? 1 : 0))
}

function scaledBy(scale: number): (tap: Tap) => Tap {
  return (tap) => {
    if (tap.kind === "openings") return tap
    if (tap.kind !== "box") return { kind: tap.kind, x: tap.x * scale, y: tap.y * scale }
    const { left, top, right, bottom } = tap
    return { kind: "box", left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale }
  }
}

/** The part of the picture that changes, with room around it; undefined when nothing does. */
function boxAround(changed: Uint8Array, { width }: Size, picture: Size, room: number): Box | undefined {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (let p = 0; p < changed.length; p++) {
    if (changed[p] === 0) continue
    const [x, y] = [p % width, Math.floor(p / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  if (right < 0) return undefined
  const scale = width / picture.width
  const [from, above] = [left, top].map((value) => Math.max(0, Math.floor(value / scale - room))) as [number, number]
  const to = Math.min(picture.width, Math.ceil(right / scale + room))
  return {
    left: from,
    top: above,
    width: to - from,
    height: Math.min(picture.height, Math.ceil(bottom / scale + room)) - above,
  }
}

/** A part of a mask at another size, its outline smooth. @param part in pixels of the mask, fractions of them too */
function maskOfPart(mask: Uint8Array, from: Size, part: Box, to: Size): Uint8Array {
  const out = new Uint8Array(to.width * to.height)
  for (let y = 0, p = 0; y < to.height; y++) {
    const down = Math.min(from.height - 1, Math.max(0, part.top + ((y + 0.5) / to.height) * part.height - 0.5))
    const row = Math.floor(down)
    const below = Math.min(from.height - 1, row + 1)
    for (let x = 0; x < to.width; x++, p++) {
      const across = Math.min(from.width - 1, Math.max(0, part.left + ((x + 0.5) / to.width) * part.width - 0.5))
      const column = Math.floor(across)
      const right = Math.min(from.width - 1, column + 1)
      const share = across - column
      const upper = mask[row * from.width + column]! * (1 - share) + mask[row * from.width + right]! * share
      const lower = mask[below * from.width + column]! * (1 - share) + mask[below * from.width + right]! * share
      out[p] = upper + (lower - upper) * (down - row) > 0.5 ? 1 : 0
    }
  }
  return out
}
