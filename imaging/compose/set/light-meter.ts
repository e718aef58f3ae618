// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { luminance, type Rgb } from "#imaging/render/language/colours.ts"
import type { RectLight, Scene, Sky } from "#imaging/render/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"

/** Light of a set as far as a meter without shadows can tell. */
export type LightOf = Pick<Scene, "lights" | "environment">

/**
 * Radiance that a white chalk surface at `point` facing `normal` would send back: irradiance over π, nothing in the way.
 */
export function meterLight({ lights, environment }: LightOf, point: Vector3, normal: Vector3): Rgb {
  const sum: [number, number, number] = [0, 0, 0]
  for (const light of lights) addLight(sum, light, point, normal)
  addSky(sum, environment, normal)
  return sum
}

/** Points of a rectangle light that are asked, in units of its half edges. */
const corners = [-0.5, 0.5]

function addLight(sum: [number, number, number], light: RectLight, point: Vector3, normal: Vector3): void {
  const { halfU: u, halfV: v, center, radiance } = light
  const facing: Vector3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  for (const a of corners) {
    for (const b of corners) {
      const to = [0, 1, 2].map((i) => at(center, i) + a * at(u, i) + b * at(v, i) - at(point, i)) as unknown as Vector3
      const squared = dot(to, to)
      const away = Math.sqrt(squared)
      const cosine = dot(to, normal) / away
      // `facing` has the length of a quarter of the area; four points share the whole.
      const area = -dot(to, facing) / away
      if (cosine <= 0 || area <= 0) continue
      const share = (cosine * area) / (squared * Math.PI)
      for (let i = 0; i < 3; i++) sum[i] = (sum[i] ?? 0) + at(radiance, i) * share
    }
  }
}

const skyDirections = 96

function addSky(sum: [number, number, number], sky: Sky, normal: Vector3): void {
  const out: [number, number, number] = [0, 0, 0]
  const total: [number, number, number] = [0, 0, 0]
  let weight = 0
  for (let i = 0; i < skyDirections; i++) {
    // Spiral of equal areas over the sphere.
    const y = 1 - (2 * (i + 0.5)) / skyDirections
    const turn = i * 2.399963
    const flat = Math.sqrt(1 - y * y)
    const direction: Vector3 = [Math.cos(turn) * flat, y, Math.sin(turn) * flat]
    const cosine = dot(direction, normal)
    if (cosine <= 0) continue
    sky(...direction, out)
    weight += cosine
    for (let c = 0; c < 3; c++) total[c] = (total[c] ?? 0) + (out[c] ?? 0) * cosine
  }
  for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (total[c] ?? 0) / weight
}

/** Gain that shows a set's colours as they are, measured between floor and front of the product. */
export function exposureFor(light: LightOf, point: Vector3): number {
  const up = luminance(meterLight(light, point, [0, 1, 0]))
  const front = luminance(meterLight(light, point, [0, 0, 1]))
  return Math.min(6, Math.max(0.2, 1 / (0.5 * up + 0.5 * front)))
}

/** Light over the front of a product: gains for columns of equal distance from left to right, above and at its foot. */
export interface ProductLight {
  top: Rgb[]
  foot: Rgb[]
}

/** Where the product stands and how tall it is, world units. */
export interface Standing {
  floor: number
  tall: number
}

/** Directions in which a rounded front faces, degrees from the lens to either side. */
const facings = [-65, -35, 0, 35, 65]

/**
 * How to light the product so that it belongs to the set: as a rounded body of its height would be, without its colour.
 * @param strength 0 keeps the photo's own light, 1 gives the set's
 * @param darkness 0 for bright sets, toward 1 for dark ones, where light falls off deeper and things are dimmer
 */
export function lightProduct(
  light: LightOf,
  { floor, tall }: Standing,
  strength: number,
  darkness: number,
): ProductLight {
  const readings = [
    facings.map((angle) => meterLight(light, [0, floor + tall * 0.85, 0.2], facing(angle, 0.4))),
    facings.map((angle) => meterLight(light, [0, floor + tall * 0.15, 0.2], facing(angle, 0.1))),
  ] as const
  const all = readings.flat()
  const mean = all.reduce((sum, reading) => sum + luminance(reading), 0) / all.length
  const level = 1 - strength * darkness * deepest
  const gains = (reading: Rgb): Rgb => {
    const own = luminance(reading)
    const power = strength * (modelling + (1 - modelling) * darkness)
    const bright = Math.min(1.3 + 0.2 * darkness, Math.max(0.66 - 0.34 * darkness, (own / mean) ** power))
    const tint = (i: 0 | 1 | 2): number => level * bright * (1 + (reading[i] / own - 1) * power)
    return [tint(0), tint(1), tint(2)]
  }
  return { top: readings[0].map(gains), foot: readings[1].map(gains) }
}

/** Share of the set's light and shade that shows on a product in a bright set: photos bring shading of their own. */
const modelling = 0.55
/** Light that a product loses in the darkest set. */
const deepest = 0.6

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
  const column = Math.min(0.9999, Math.max(0, across)) * (top.length - 1)
  const left = Math.floor(column)
  const share = column - left
  for (let c = 0; c < 3; c++) {
    const high = at(top[left]!, c) * (1 - share) + at(top[left + 1]!, c) * share
    const low = at(foot[left]!, c) * (1 - share) + at(foot[left + 1]!, c) * share
    gain[c] = low + (high - low) * above
  }
}

function at(v: Vector3, i: number): number {
  return v[i] ?? 0
}

function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
