// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { decodeBase64 } from "#imaging/base64.ts"
import { classCount, filterReach, turnCount } from "./classes.ts"

/** Side of a filter in pixels. */
export const filterSide = 2 * filterReach + 1
/** Weights of one filter. */
export const filterTaps = filterSide * filterSide
/**
 * Filters stored per class: for the upper left and upper right of the four pixels that replace one. The lower two are
 * the same filters turned by half a circle, because a class does not tell a patch from its half turn.
 */
export const storedQuarters = 2
/** Numbers of a whole set, class by class, quarter by quarter, tap by tap. */
export const weightCount = classCount * storedQuarters * filterTaps

/** Filters ready for use: [class × turn][tap][quarter of the four new pixels]. Each filter sums to one. */
export type FilterSet = Float32Array

/**
 * Lays stored weights out for every turn. Weights apply to the patch minus its centre, so what is missing to a sum of
 * one goes to the centre: flat areas keep their grey exactly.
 */
export function unfoldFilters(weights: ArrayLike<number>): FilterSet {
  const set = new Float32Array(classCount * turnCount * filterTaps * 4)
  for (let group = 0; group < classCount; group++) {
    for (let turn = 0; turn < turnCount; turn++) {
      const base = (group * turnCount + turn) * filterTaps * 4
      for (let quarter = 0; quarter < 4; quarter++) unfoldFilter(weights, set, { group, turn, base, quarter })
    }
  }
  return set
}

interface Place {
  group: number
  turn: number
  base: number
  quarter: number
}

function unfoldFilter(weights: ArrayLike<number>, set: FilterSet, { group, turn, base, quarter }: Place): void {
  const isTurnedRound = quarter >= storedQuarters
  const from = (group * storedQuarters + (isTurnedRound ? 3 - quarter : quarter)) * filterTaps
  const to = turnQuarter(quarter, turn)
  let sum = 0
  for (let tap = 0; tap < filterTaps; tap++) {
    const weight = weights[from + (isTurnedRound ? filterTaps - 1 - tap : tap)]!
    set[base + turnTap(tap, turn) * 4 + to] = weight
    sum += weight
  }
  const centre = base + ((filterTaps - 1) / 2) * 4 + to
  set[centre] = set[centre]! + 1 - sum
}

/** Where a tap of the turned patch lies in the picture. */
export function turnTap(tap: number, turn: number): number {
  const [x, y] = turnOffset((tap % filterSide) - filterReach, Math.floor(tap / filterSide) - filterReach, turn)
  return (y + filterReach) * filterSide + x + filterReach
}

/** Where one of the four new pixels (1 = right, 2 = lower) of the turned patch lies in the picture. */
export function turnQuarter(quarter: number, turn: number): number {
  const [x, y] = turnOffset(quarter & 1 ? 1 : -1, quarter & 2 ? 1 : -1, turn)
  return (x > 0 ? 1 : 0) + (y > 0 ? 2 : 0)
}

function turnOffset(x: number, y: number, turn: number): [number, number] {
  const [u, v] = turn & 2 ? [y, x] : [x, y]
  return [turn & 1 ? -u : u, v]
}

/** Weights as bytes: one float32 scale per filter, then one signed byte per weight. Loses at most 0.01 dB. */
export function packWeights(weights: ArrayLike<number>): Uint8Array {
  const filters = classCount * storedQuarters
  const bytes = new Uint8Array(filters * 4 + weightCount)
  const view = new DataView(bytes.buffer)
  for (let filter = 0; filter < filters; filter++) {
    let largest = 0
    for (let tap = 0; tap < filterTaps; tap++)
      largest = Math.max(largest, Math.abs(weights[filter * filterTaps + tap]!))
    view.setFloat32(filter * 4, largest / 127, true)
    const scale = view.getFloat32(filter * 4, true)
    for (let at = filter * filterTaps; at < (filter + 1) * filterTaps; at++) {
      view.setInt8(filters * 4 + at, scale > 0 ? Math.round(weights[at]! / scale) : 0)
    }
  }
  return bytes
}

/** The opposite of `packWeights`, from base64 text. */
export function unpackWeights(text: string): Float32Array {
  const filters = classCount * storedQuarters
  const bytes = decodeBase64(text)
  const view = new DataView(bytes.buffer)
  return Float32Array.from({ length: weightCount }, (_, at) => {
    return view.getInt8(filters * 4 + at) * view.getFloat32(Math.floor(at / filterTaps) * 4, true)
  })
}
