import { luminance, type Rgb } from "#imaging/render/language/colours.ts"
import type { RectLight, Scene, Sky } from "#imaging/render/scene/scene.ts"
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

function at(v: Vector3, i: number): number {
  return v[i] ?? 0
}

function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
