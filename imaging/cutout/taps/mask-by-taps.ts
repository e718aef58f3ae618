// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { openHoles } from "#imaging/cutout/contrast/holes.ts"
import { analyse } from "#imaging/cutout/contrast/scene.ts"
import { grabCut, seed } from "#imaging/cutout/graph-cut/grabcut.ts"
import { fillOpenings } from "#imaging/cutout/openings.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import type { View } from "#imaging/pixels/view.ts"
import { colourDistance } from "./colour-distance.ts"
import type { Tap } from "./tap.ts"

/** Half the width of a fingertip's place that is certain, as a share of the long side. */
const tapRadius = 0.012
/**
 * How much what is near the tap in colour leans to its side, and all else to how it was, as differences of log likelihoods;
 * nearer than `guess` of it colour models begin with it.
 */
const lean = { near: 8, former: 1, guess: 0.5 }
/**
 * Colour distances at which the lean has fallen to a third, tried from the nearest on. A region is taken where the next distance
 * finds the same one (`same`: how much larger it may be): it then ends at edges of its own. Where it goes on growing it has run
 * over an edge, and the smallest is taken: another tap takes more, but what was taken too much has to be undone. What is hardly
 * more than the fingertip (`nothing` times as large) is no region yet; where that is all, `last` is tried.
 */
const reach = { nearness: [10, 20, 30], last: 40, same: 1.25, end: 1.2, nothing: 1.5 }
/**
 * Most that a tap brings back, and that `last` takes away, as a share of the product: beyond that only what is nearest is, but for
 * a thing of its own (`isThing`), such as a second tin. Of 40 real photos what belonged was never more than 0.11 of it, and what ran
 * over an edge 0.34 and more.
 */
const most = { share: 0.25, nearest: { nearness: 5, former: 3 } }
/** Rounds of colour models for a tap, and for a box, which says less. */
const rounds = { tap: 2, box: 3 }
/** How much a box leans to what was found before inside it. */
const boxLean = 2

/** A mask that a person points at. */
export interface TappedMask {
  /**
   * The mask after these taps, 1 is product. What was followed before in the same order is not worked out again.
   * @param taps in pixels of the view; those outside change nothing
   */
  after(taps: readonly Tap[]): Uint8Array
}

/**
 * A mask to be changed by what a person points at, one after the other: a tap adds or takes away the one region around it,
 * a box leaves nothing outside. What a tap says stays true after the later ones, unless they lie on it.
 */
export function openMask(view: View, first: Uint8Array): TappedMask {
  const followed: { tap: Tap; mask: Uint8Array }[] = []
  return {
    after(taps) {
      const known = followed.findIndex(({ tap }, number) => !isSame(tap, taps[number]))
      if (known >= 0) followed.length = known
      for (const [number, tap] of taps.entries()) {
        if (number < followed.length) continue
        const mask = followed[number - 1]?.mask ?? first
        const sure = placesOf(taps.slice(0, number + 1), view)
        followed.push({ tap, mask: follow(view, mask, tap, sure) })
      }
      return followed[taps.length - 1]?.mask ?? first
    },
  }
}

function follow(view: View, mask: Uint8Array, tap: Tap, sure: Uint8Array): Uint8Array {
  if (tap.kind === "box") return boxed(view, mask, tap, sure)
  if (tap.kind === "openings") return tap.are === "filled" ? fillOpenings(mask, view) : openHoles(mask, analyse(view))
  return tapped(view, mask, tap, sure)
}

function isSame(one: Tap, other: Tap | undefined): boolean {
  if (one.kind === "box") {
    const { left, top, right, bottom } = one
    return (
      other?.kind === "box" &&
      [other.left, other.top, other.right, other.bottom].join() === [left, top, right, bottom].join()
    )
  }
  if (one.kind === "openings") return other?.kind === "openings" && other.are === one.are
  return other?.kind === one.kind && other.x === one.x && other.y === one.y
}

/** What taps say for certain of each pixel: 1 is product, 2 is not, 0 is open. */
function placesOf(taps: readonly Tap[], { width, height }: View): Uint8Array {
  const sure = new Uint8Array(width * height)
  const radius = Math.max(1.5, tapRadius * Math.max(width, height))
  for (const tap of taps) {
    // A box that is drawn later says anew what lies outside.
    if (tap.kind === "box") {
      for (let p = 0; p < sure.length; p++) if (sure[p] === 1 && !isInside(tap, p, width)) sure[p] = 0
      continue
    }
    if (tap.kind === "openings") continue
    const { x, y } = tap
    for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(height, y + radius); row++) {
      for (let column = Math.max(0, Math.floor(x - radius)); column < Math.min(width, x + radius); column++) {
        if (Math.hypot(column + 0.5 - x, row + 0.5 - y) > radius) continue
        sure[row * width + column] = tap.kind === "belongs" ? 1 : 2
      }
    }
  }
  return sure
}

function isInside({ left, top, right, bottom }: Extract<Tap, { kind: "box" }>, p: number, width: number): boolean {
  const [x, y] = [(p % width) + 0.5, Math.floor(p / width) + 0.5]
  return x >= left && x < right && y >= top && y < bottom
}

/** The mask with the one region around a tap on the tap's side: the smallest that ends at edges of its own. */
function tapped(view: View, mask: Uint8Array, tap: Extract<Tap, { x: number }>, sure: Uint8Array): Uint8Array {
  const { width, height } = view
  const [x, y] = [Math.floor(tap.x), Math.floor(tap.y)]
  if (x < 0 || y < 0 || x >= width || y >= height) return mask
  const at = y * width + x
  const wanted: 0 | 1 = tap.kind === "belongs" ? 1 : 0
  if (mask[at] === wanted) return mask
  const tried = { view, mask, sure, at, wanted, distance: colourDistance(view, at, (p) => mask[p] !== wanted) } as const
  const limit = most.share * sizeOf(mask)
  const fingertip = Math.PI * (tapRadius * Math.max(width, height)) ** 2
  const regions: Uint8Array[] = []
  let found: Uint8Array | undefined
  for (const nearness of reach.nearness) {
    const region = regionAround(tried, nearness, lean.former)
    const before = regions.at(-1)
    regions.push(region)
    if (!before || sizeOf(before) <= reach.nothing * fingertip || sizeOf(region) > reach.same * sizeOf(before)) continue
    found = before
    break
  }
  const isNothing = regions.every((region) => sizeOf(region) <= reach.nothing * fingertip)
  if (isNothing) found = regionAround(tried, reach.last, lean.former)
  if (found && sizeOf(found) > limit && (isNothing || wanted === 1) && !isThing(tried, found)) {
    found = regionAround(tried, most.nearest.nearness, most.nearest.former)
  }
  const region = found ?? regions[0]!
  return mask.map((value, p) => (region[p] === 1 ? wanted : value))
}

/**
 * Whether a large region ends where it ends at every distance: a second product hardly grows (by 16 % at most, drawn ones), what ran
 * over an edge does (by 22 % and more, both such taps of 40 real photos).
 */
function isThing(tried: Tried, region: Uint8Array): boolean {
  return sizeOf(regionAround(tried, reach.last, lean.former)) <= reach.end * sizeOf(region)
}

function sizeOf(mask: Uint8Array): number {
  return mask.reduce((sum, value) => sum + value, 0)
}

/** A mask and what is pointed at in it. */
interface Tried {
  view: View
  mask: Uint8Array
  /** Places that were said: 1 belongs, 2 does not. */
  sure: Uint8Array
  at: number
  wanted: 0 | 1
  /** Of each pixel from the tap, by colour. */
  distance: Float64Array
}

/** What changes sides with the tap when what is so near in colour leans to it; 1 changes. */
function regionAround({ view, mask, sure, at, wanted, distance }: Tried, nearness: number, former: number): Uint8Array {
  const { width, height } = view
  const seeds = new Uint8Array(mask.length)
  const leans = new Float32Array(mask.length)
  for (let p = 0; p < mask.length; p++) {
    if (sure[p] !== 0) seeds[p] = sure[p] === 1 ? seed.object : seed.background
    else if (mask[p] === wanted) seeds[p] = wanted === 1 ? seed.object : seed.background
    else {
      const near = Math.exp(-((distance[p]! / nearness) ** 2))
      const isObject = near > lean.guess === (wanted === 1)
      seeds[p] = isObject ? seed.likelyObject : seed.likelyBackground
      leans[p] = (lean.near * near - former) * (wanted === 1 ? 1 : -1)
    }
  }
  const cut = grabCut(view, seeds, rounds.tap, leans)
  // Only what hangs together with the tap is meant by it.
  const changed = cut.map((value, p) => (value === wanted && mask[p] !== wanted ? 1 : 0))
  changed[at] = 1
  const { labels } = findRegions(changed, width, height, 4)
  return changed.map((value, p) => (value === 1 && labels[p] === labels[at] ? 1 : 0))
}

/** The product inside a box, by colours and edges; what was found before inside it has a say. */
function boxed(view: View, mask: Uint8Array, box: Extract<Tap, { kind: "box" }>, sure: Uint8Array): Uint8Array {
  const seeds = new Uint8Array(mask.length)
  const leans = new Float32Array(mask.length)
  for (let p = 0; p < mask.length; p++) {
    if (sure[p] !== 0) seeds[p] = sure[p] === 1 ? seed.object : seed.background
    else if (!isInside(box, p, view.width)) seeds[p] = seed.background
    else {
      seeds[p] = seed.likelyObject
      leans[p] = mask[p] === 1 ? boxLean : -boxLean
    }
  }
  return grabCut(view, seeds, rounds.box, leans)
}
