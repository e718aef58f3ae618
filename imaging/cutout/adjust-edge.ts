// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { boxMean } from "#imaging/pixels/box-mean.ts"
import { checkPicture, type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { type Around, aroundIn, edgeBand } from "./edge-band.ts"

/** How a cut-out's edge is changed all around. */
export interface EdgeChange {
  /** How far it is moved, in pixels: outwards above 0, inwards below. */
  shift: number
  /** How far it is softened to either side, in pixels. */
  feather: number
  /** Whether pixels of the edge take the colours of the product beside them. */
  isClean: boolean
}

/** Most work on one edge, as pixels near it times steps of one pixel, and most pixels; photos stay far below. */
const mostWork = 600_000_000
const mostPixels = 8_000_000

/**
 * Moves and softens a cut-out's edge. Outwards, what the photo shows there comes back; where the edge only gets softer,
 * the product's own colours are led outwards, so that the old background does not shine through. Away from the edge
 * not a byte changes. The same in a browser's preview of reduced size, with lengths reduced alike.
 * @param photo what was cut out
 * @param cut the cut-out so far, of the same size, with four channels
 * @throws PictureError `bad_dimensions` when the sizes differ, `too_large` when there is edge nearly everywhere, and
 * what `checkPicture` throws
 */
export function adjustEdge(photo: Picture, cut: Picture, { shift, feather, isClean }: EdgeChange): Picture {
  checkPicture(photo)
  checkPicture(cut)
  const { width, height } = cut
  if (photo.width !== width || photo.height !== height || cut.channels !== 4) {
    throw new PictureError("bad_dimensions", "The cut-out does not fit its photo.")
  }
  const result: Picture = { ...cut, data: new Uint8ClampedArray(cut.data) }
  if (shift === 0 && feather === 0 && !isClean) return result
  const before = new Uint8Array(width * height)
  for (let p = 0; p < before.length; p++) before[p] = cut.data[p * 4 + 3]!
  const reach = Math.ceil(Math.abs(shift)) + Math.ceil(feather) + 2
  const band = edgeBand(before, cut, reach, Math.min(mostPixels, mostWork / (1 + Math.abs(shift))))
  if (band === null) {
    throw new PictureError("too_large", "There is too much edge in this cut-out to change it at once.")
  }
  const around = aroundIn(width, height)
  const moved = shift === 0 ? before : moveEdge(before, band, around, shift)
  showPhoto(result, photo, band, before, moved)
  const soft = feather === 0 ? moved : softenEdge(moved, band, width, height, feather)
  if (feather > 0 || isClean) leadColours(result, band, around, { before: moved, after: soft, isClean })
  for (const p of band) result.data[p * 4 + 3] = soft[p]!
  return result
}

/** Grey dilation or erosion by a disc, as steps of a cross and a square in turn; a part of a step is mixed in. */
function moveEdge(alpha: Uint8Array, band: Int32Array, around: Around, shift: number): Uint8Array {
  const away = Math.abs(shift)
  const isOutwards = shift > 0
  const { steps } = around
  let [from, to] = [new Uint8Array(alpha), new Uint8Array(alpha)]
  for (let step = 0; step < away; step++) {
    const part = Math.min(1, away - step)
    const count = step % 2 === 0 ? 4 : 8
    for (let i = 0; i < band.length; i++) {
      const p = band[i]!
      const own = from[p]!
      const isOnBorder = around.isOnBorder(p)
      let reached = own
      for (let n = 0; n < count; n++) {
        if (isOnBorder && !around.isThere(p, n)) continue
        const value = from[p + steps[n]!]!
        if (isOutwards ? value > reached : value < reached) reached = value
      }
      to[p] = part === 1 ? reached : Math.round(own + (reached - own) * part)
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Where more is seen than before, the photo's own colours come in by how much more. */
function showPhoto({ data }: Picture, photo: Picture, band: Int32Array, before: Uint8Array, after: Uint8Array): void {
  for (const p of band) {
    if (after[p]! <= before[p]!) continue
    const share = 1 - before[p]! / after[p]!
    for (let c = 0; c < 3; c++) {
      const former = data[p * 4 + c]!
      data[p * 4 + c] = Math.round(former + (photo.data[p * photo.channels + c]! - former) * share)
    }
  }
}

/** Two box means of half the way each; a part of a pixel is mixed in. */
function softenEdge(alpha: Uint8Array, band: Int32Array, width: number, height: number, feather: number): Uint8Array {
  const out = new Uint8Array(alpha)
  const { left, top, across, down } = boundsOf(band, width, height, Math.ceil(feather) + 2)
  const inner = new Float32Array(across * down)
  for (let y = 0; y < down; y++) {
    const row = (y + top) * width + left
    for (let x = 0; x < across; x++) inner[y * across + x] = alpha[row + x]!
  }
  const blurred = (radius: number): Float32Array =>
    radius === 0 ? inner : boxMean(boxMean(inner, across, down, radius), across, down, radius)
  const radius = Math.floor(feather / 2)
  const less = blurred(radius)
  const more = blurred(radius + 1)
  const part = feather / 2 - radius
  for (const p of band) {
    const at = (Math.floor(p / width) - top) * across + (p % width) - left
    out[p] = Math.round(less[at]! + (more[at]! - less[at]!) * part)
  }
  return out
}

function boundsOf(band: Int32Array, width: number, height: number, margin: number) {
  const found = { left: width, top: height, right: 0, bottom: 0 }
  for (const p of band) {
    const [x, y] = [p % width, Math.floor(p / width)]
    found.left = Math.min(found.left, x)
    found.right = Math.max(found.right, x + 1)
    found.top = Math.min(found.top, y)
    found.bottom = Math.max(found.bottom, y + 1)
  }
  const [left, top] = [Math.max(0, found.left - margin), Math.max(0, found.top - margin)]
  const across = Math.min(width, found.right + margin) - left
  return { left, top, across, down: Math.min(height, found.bottom + margin) - top }
}

/** Leads the colours of what is wholly seen outwards, pixel after pixel, over what the softer edge shows anew. */
function leadColours(
  { data }: Picture,
  band: Int32Array,
  around: Around,
  { before, after, isClean }: { before: Uint8Array; after: Uint8Array; isClean: boolean },
): void {
  const colours = new Uint8ClampedArray(data)
  const state = new Uint8Array(before.length)
  for (let p = 0; p < state.length; p++) if (before[p]! >= wholly) state[p] = known
  for (const p of band) if (state[p] !== known) state[p] = wanted
  let reached = besides(band, known, state, around)
  while (reached.length > 0) {
    for (const p of reached) takeColour(colours, state, p, around)
    for (const p of reached) state[p] = known
    reached = besides(reached, wanted, state, around)
  }
  for (const p of band) {
    if (state[p] !== known || before[p]! >= wholly) continue
    const share = isClean ? 1 : Math.max(0, 1 - before[p]! / Math.max(1, after[p]!))
    for (let c = 0; c < 3; c++) {
      const own = data[p * 4 + c]!
      data[p * 4 + c] = Math.round(own + (colours[p * 4 + c]! - own) * share)
    }
  }
}

/** From this coverage on a pixel shows nothing but the product. */
const wholly = 250

/** What is known of a pixel's colour: it is the product's, it shall get it, it gets it now. */
const known = 1
const wanted = 2
const next = 3

/** The pixels that get their colour next: wanted ones beside known ones, seen from either of them. */
function besides(
  pixels: Int32Array | readonly number[],
  searched: typeof known | typeof wanted,
  state: Uint8Array,
  around: Around,
): number[] {
  const found: number[] = []
  for (const p of pixels) {
    if (searched === known && state[p] !== wanted) continue
    const isOnBorder = around.isOnBorder(p)
    for (let n = 0; n < 8; n++) {
      const q = p + around.steps[n]!
      if ((isOnBorder && !around.isThere(p, n)) || state[q] !== searched) continue
      const one = searched === known ? p : q
      state[one] = next
      found.push(one)
      if (searched === known) break
    }
  }
  return found
}

/** Gives a pixel the mean colour of the neighbours that have one. */
function takeColour(colours: Uint8ClampedArray, state: Uint8Array, p: number, around: Around): void {
  const isOnBorder = around.isOnBorder(p)
  let [red, green, blue, count] = [0, 0, 0, 0]
  for (let n = 0; n < 8; n++) {
    const q = p + around.steps[n]!
    if ((isOnBorder && !around.isThere(p, n)) || state[q] !== known) continue
    red += colours[q * 4]!
    green += colours[q * 4 + 1]!
    blue += colours[q * 4 + 2]!
    count++
  }
  colours[p * 4] = red / count
  colours[p * 4 + 1] = green / count
  colours[p * 4 + 2] = blue / count
}
