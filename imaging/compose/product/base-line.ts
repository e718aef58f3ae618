// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import { type Silhouette, spansOf } from "./silhouette.ts"

/** How the product met the floor in its photo. */
export interface BaseLine {
  /** First and last column of each stretch that touches the floor: one for a box, two or more for legs. */
  feet: [number, number][]
  /** Row of the middle of what it stands on; the front of a base seen from above lies lower in the picture. */
  anchor: number
  /** Rows between the middle of the base and its front: the higher the camera stood, the more. */
  sag: number
  /** Half the width of the base, pixels. */
  halfWidth: number
}

/** Columns count as base when they end within this share of the product's height above its lowest point. */
const baseBand = 0.22
/** A base ends where the outline climbs more steeply than this: from there on it is the product's side. */
const steepest = 1
/** An oval has risen by about this share of its half height where it gets that steep. */
const riseAtEnd = 0.85

/** Gaps up to this many reaches (fiftieths of the width) are dents of the outline. */
const raggedness = 4

/** Reads the base from the lower outline. */
export function readBaseLine(shape: Silhouette): BaseLine {
  const band = shape.bottom - baseBand * (shape.bottom - shape.top + 1)
  const reach = Math.max(1, Math.round((shape.right - shape.left) / 50))
  const feet: [number, number][] = []
  for (let x = shape.left; x <= shape.right; x++) {
    if (!isBase(shape, x, band, reach)) continue
    const foot = feet.at(-1)
    // A ragged edge breaks the base into pieces; real gaps between feet are wider.
    if (foot && x - foot[1] <= raggedness * reach) foot[1] = x
    else feet.push([x, x])
  }
  // Stretches of a few columns are bumps of the outline, unless there is nothing else.
  const sure = feet.filter(([first, last]) => last - first >= reach)
  const kept = sure.length > 0 ? sure : feet
  const left = kept[0]?.[0] ?? shape.left
  const right = kept.at(-1)?.[1] ?? shape.right
  const ends = (shape.lowest[left]! + shape.lowest[right]!) / 2
  const halfWidth = Math.max(1, (right - left) / 2)
  const sag = Math.min(halfWidth * 0.7, Math.max(0, shape.bottom - ends) / riseAtEnd)
  return { feet: kept, anchor: shape.bottom - sag, sag, halfWidth }
}

function isBase({ lowest, left, right }: Silhouette, x: number, band: number, reach: number): boolean {
  if (lowest[x]! < band) return false
  const before = lowest[Math.max(left, x - reach)]!
  const after = lowest[Math.min(right, x + reach)]!
  // At a free end one neighbour is missing or far above; the other side decides.
  const slopes = [before, after].filter((y) => y >= band).map((y) => Math.abs(y - lowest[x]!) / reach)
  return (
    slopes.length > 0 && Math.min(...slopes) <= steepest && (slopes.length < 2 || Math.max(...slopes) <= steepest * 2)
  )
}

/** Larger slopes are the product's own shape, not a camera held askew. */
const largestTilt = (10 * Math.PI) / 180
/** Smaller slopes nobody sees. */
const smallestTilt = (0.7 * Math.PI) / 180
/** Slope that may remain in the base when the lean of the middle line is taken out. */
const agreement = (1 * Math.PI) / 180
/** A middle line that wanders more than this share of the width is not one. */
const straightness = 0.015

/**
 * Slope of the line the product stood on, radians, positive when its right end is lower in the picture; 0 when not
 * certain. Two witnesses must agree: the line through both ends of the base, and the middle line of the outline. A box
 * seen from a corner has a sloping base but an upright middle; a shoe has a level base but a crooked middle.
 */
export function estimateTilt(picture: Picture, shape: Silhouette): number {
  const lean = leanOf(picture, shape)
  if (lean === null || Math.abs(lean) < smallestTilt || Math.abs(lean) > largestTilt) return 0
  return Math.abs(slopeOfBase(levelled(shape, lean))) < agreement ? lean : 0
}

/** Slope of the straight part of the base's outline; an even curve of it does not count. */
function slopeOfBase(shape: Silhouette): number {
  const { feet, halfWidth } = readBaseLine(shape)
  const [left, right] = [feet[0]?.[0] ?? shape.left, feet.at(-1)?.[1] ?? shape.right]
  const middle = (left + right) / 2
  let [together, spread] = [0, 0]
  for (let x = Math.ceil(middle - halfWidth * 0.8); x <= middle + halfWidth * 0.8; x++) {
    const mirrored = Math.round(2 * middle - x)
    if (shape.lowest[x]! < 0 || shape.lowest[mirrored]! < 0) continue
    together += (x - middle) * shape.lowest[x]!
    spread += (x - middle) ** 2
  }
  return spread > 0 ? Math.atan(together / spread) : 0
}

/** The silhouette with its lower outline as if the slope of the floor were taken out. */
function levelled(shape: Silhouette, slope: number): Silhouette {
  const lowest = shape.lowest.map((y, x) => (y < 0 ? y : Math.round(y - Math.tan(slope) * (x - shape.balance))))
  return { ...shape, lowest, bottom: lowest.reduce((most, y) => Math.max(most, y), 0) }
}

type Point = [number, number]

/** Angle by which the middle between left and right outline leans, measured like a slope of the base; null when crooked. */
function leanOf(picture: Picture, shape: Silhouette): number | null {
  const height = shape.bottom - shape.top + 1
  const middles: Point[] = []
  for (let y = Math.round(shape.top + height * 0.15); y <= shape.top + height * 0.8; y++) {
    const spans = spansOf(picture, y)
    if (spans.length > 0) middles.push([y, (spans[0]![0] + spans.at(-1)![1]) / 2])
  }
  const [meanY, meanX] = [0, 1].map((axis) => middles.reduce((sum, p) => sum + p[axis]!, 0) / middles.length) as Point
  const spread = middles.reduce((sum, [y]) => sum + (y - meanY) ** 2, 0)
  if (spread === 0) return null
  const rate = middles.reduce((sum, [y, x]) => sum + (y - meanY) * (x - meanX), 0) / spread
  const squares = middles.reduce((sum, [y, x]) => sum + (x - meanX - rate * (y - meanY)) ** 2, 0)
  const wander = Math.sqrt(squares / middles.length)
  return wander > straightness * (shape.right - shape.left + 1) ? null : -Math.atan(rate)
}
