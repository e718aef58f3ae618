// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { luminance, type Rgb } from "#imaging/render/language/colours.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type LightOf, meterLight } from "./light-meter.ts"

/** Gains at the left edge, the middle and the right edge of a product. */
export type Front = readonly [left: Rgb, middle: Rgb, right: Rgb]

/** Light over the front of a product, as gains of its photo. */
export interface ProductLight {
  top: Front
  foot: Front
}

/** Where the product stands and how tall it is, world units. */
export interface Standing {
  floor: number
  tall: number
}

/** Share of the set's light and shade that shows on a product in a bright set: photos bring shading of their own. */
const modelling = 0.55
/** Light that a product loses in the darkest set. */
const deepest = 0.6

/**
 * How to light the product so that it belongs to the set: as the front of a body of its height would be.
 * @param strength 0 keeps the photo's own light, 1 gives the set's
 * @param darkness 0 for bright sets, toward 1 for dark ones, where light falls off deeper and things are dimmer
 */
export function lightProduct(
  light: LightOf,
  { floor, tall }: Standing,
  strength: number,
  darkness: number,
): ProductLight {
  const top = readFront(light, floor + tall * 0.85, 0.4)
  const foot = readFront(light, floor + tall * 0.15, 0.1)
  const mean = [...top, ...foot].reduce((sum, reading) => sum + luminance(reading), 0) / 6
  const level = 1 - strength * darkness * deepest
  const power = strength * (modelling + (1 - modelling) * darkness)
  const gains = (reading: Rgb): Rgb => {
    const own = luminance(reading)
    const bright = Math.min(1.3 + 0.2 * darkness, Math.max(0.66 - 0.34 * darkness, (own / mean) ** power))
    const tint = (c: 0 | 1 | 2): number => level * bright * (1 + (reading[c] / own - 1) * power)
    return [tint(0), tint(1), tint(2)]
  }
  const gainsOf = ([left, middle, right]: Front): Front => [gains(left), gains(middle), gains(right)]
  return { top: gainsOf(top), foot: gainsOf(foot) }
}

/** Directions in which either side of a product faces, degrees away from the lens. */
const sides = [35, 65] as const

/** Light on the three parts of a front. Flat things have no dark stripe: the middle gets no less than both sides. */
function readFront(light: LightOf, height: number, up: number): Front {
  const read = (degrees: number): Rgb => meterLight(light, [0, height, 0.2], facing(degrees, up))
  const left = middleOf(read(-sides[0]), read(-sides[1]))
  const right = middleOf(read(sides[0]), read(sides[1]))
  const ahead = read(0)
  const middle = (c: 0 | 1 | 2): number => Math.max(ahead[c], Math.min(left[c], right[c]))
  return [left, [middle(0), middle(1), middle(2)], right]
}

function middleOf(a: Rgb, b: Rgb): Rgb {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]
}

/** Unit vector `degrees` to the side of the lens, with an upward part. */
function facing(degrees: number, up: number): Vector3 {
  const flat = Math.sqrt(1 - up * up)
  const angle = (degrees * Math.PI) / 180
  return [Math.sin(angle) * flat, up, Math.cos(angle) * flat]
}

/** The gain at a place: `across` 0 to 1 from left to right, `above` 0 to 1 from the foot to the top. Written to `gain`. */
export function gainAt(
  { top, foot }: ProductLight,
  across: number,
  above: number,
  gain: [number, number, number],
): void {
  const column = Math.min(1, Math.max(0, across)) * 2
  const left = column < 1 ? 0 : 1
  const share = column - left
  for (let c = 0; c < 3; c++) {
    const high = top[left]![c]! * (1 - share) + top[left + 1]![c]! * share
    const low = foot[left]![c]! * (1 - share) + foot[left + 1]![c]! * share
    gain[c] = low + (high - low) * above
  }
}
