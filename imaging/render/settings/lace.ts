import { mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { Material } from "#imaging/render/scene/scene.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import type { Layout } from "./finishes.ts"

/** How high the work stands at a place of one repeat, both shares 0 to 1: 0 is a hole, below 0.3 the net, above it embroidery. */
type Work = (x: number, y: number) => number

const wrap = (x: number): number => x - Math.round(x)
const turn = 2 * Math.PI

/** A flower with a cord around its petals, an eyelet in each and one in its middle; -1 outside. */
function flower(x: number, y: number, radius: number, petals: number): number {
  const [r, angle] = [Math.hypot(x, y) / radius, Math.atan2(y, x)]
  const edge = 0.66 + 0.34 * Math.abs(Math.cos((angle * petals) / 2)) ** 0.8
  if (r > edge + 0.035) return -1
  if (r > edge - 0.055) return 1
  if (r < 0.12) return 0
  if (r < 0.22) return 1
  const toPetal = ((angle / turn) * petals - Math.round((angle / turn) * petals)) * (turn / petals)
  const eyelet = Math.hypot(r * Math.cos(toPetal) - 0.63, r * Math.sin(toPetal) * 1.25)
  if (eyelet < 0.085) return 0
  if (eyelet < 0.155) return 0.95
  return 0.52 + 0.14 * Math.cos(r * 42)
}

/** A leaf from a place along a direction, with a vein; -1 outside. */
function leaf(x: number, y: number, angle: number, length: number): number {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const along = (x * c + y * s) / length
  const across = Math.abs(y * c - x * s) / length
  if (along < 0 || along > 1) return -1
  const half = 0.26 * Math.sin(along * Math.PI) ** 0.8
  if (across > half) return -1
  return across > half - 0.07 || across < 0.03 ? 0.9 : 0.5
}

const hexagons = 32
const rowsOfHexagons = 36

/** Distance from the threads of a net of hexagons, in eyes. */
function net(x: number, y: number): number {
  const [u, v] = [x * hexagons, y * rowsOfHexagons]
  let [first, second] = [9, 9]
  for (let j = Math.floor(v) - 1; j <= Math.floor(v) + 2; j += 1) {
    const shift = (j & 1) * 0.5
    const i = Math.round(u - shift)
    for (const k of [i - 1, i, i + 1]) {
      const d = Math.hypot(u - shift - k, (v - j) * 0.866)
      if (d < first) [first, second] = [d, first]
      else if (d < second) second = d
    }
  }
  return (second - first) / 2
}

const flowers = [
  [0.25, 0.25, 0.215, 6],
  [0.75, 0.75, 0.215, 6],
  [0.75, 0.25, 0.125, 5],
  [0.25, 0.75, 0.125, 5],
] as const

/** Corded flowers joined by tendrils with leaves, on a net. */
const cordLace: Work = (x, y) => {
  for (const [fx, fy, radius, petals] of flowers) {
    const height = flower(wrap(x - fx), wrap(y - fy), radius, petals)
    if (height >= 0) return height
  }
  for (const [fx, fy] of flowers.slice(0, 2)) {
    for (const angle of [0.35, 1.25, 3.5, 4.4]) {
      const [ox, oy] = [Math.cos(angle) * 0.2, Math.sin(angle) * 0.2]
      const height = leaf(wrap(x - fx - ox), wrap(y - fy - oy), angle, 0.19)
      if (height >= 0) return height
    }
  }
  const up = Math.abs(wrap(y - x - 0.06 * Math.sin(x * turn * 2)))
  const down = Math.abs(wrap(y + x + 0.06 * Math.sin(x * turn * 2)))
  if (Math.min(up, down) < 0.017) return 1
  const dot = Math.hypot(wrap(x * 4 + 0.5) / 4, wrap(y * 4) / 4)
  if (dot < 0.022) return 0.8
  return net(x, y) < 0.13 ? 0.2 : 0
}

const side = 512
let tile: Float32Array | undefined

/** Height of the work at a place of the cloth, one repeat to the unit. The tile is made on first use: some 80 ms once per thread. */
function heightAt(u: number, v: number): number {
  tile ??= Float32Array.from({ length: side * side }, (_, i) =>
    cordLace(((i % side) + 0.5) / side, (Math.floor(i / side) + 0.5) / side),
  )
  const i = Math.floor((u - Math.floor(u)) * side)
  const j = Math.floor((v - Math.floor(v)) * side)
  return tile[Math.min(side - 1, j) * side + Math.min(side - 1, i)] ?? 0
}

/** What a lace is made of and where it ends. */
export interface LaceOptions {
  layout: Layout
  /** Colour of the cords; the cloth's own when absent. */
  cord: Rgb | null
  /** Second place of the layout at which the scalloped edge ends; none when absent. */
  hem?: number
  /** How many repeats go into a unit of the layout. */
  repeats: number
  /** Cloth that lies right behind it: its holes show that and are not open, except beyond the hem. */
  lining?: Rgb
}

const scallop = 0.25

/** Height of the work with its edge: below 0 beyond it. */
function workAt(u: number, v: number, hem: number | undefined): number {
  if (hem === undefined) return heightAt(u, v)
  const above = v - hem
  if (above > 0.34) return heightAt(u, v)
  const bow = Math.abs(Math.sin((u / scallop) * Math.PI))
  const edge = above - 0.085 * (1 - bow)
  if (edge < 0) return -1
  if (edge < 0.022) return 1
  const [du, dv] = [wrap(u / scallop - 0.5) * scallop, above - 0.1]
  const eyelet = Math.hypot(du, dv)
  if (eyelet < 0.03) return 0
  if (eyelet < 0.048) return 1
  const row = Math.hypot(wrap(u * 16) / 16, above - 0.215)
  if (row < 0.014) return 0
  if (edge < 0.055) return 0.6
  if (above < 0.185) return 0.5 + 0.12 * Math.cos(Math.hypot(du, dv) * 190)
  if (above < 0.25) return above < 0.2 || above > 0.235 ? 1 : 0.6
  return heightAt(u, v)
}

const step = 1 / side

/** Corded lace of a cloth: real holes, cords that stand out, and a scalloped edge. */
export function lace(cloth: Material, { layout, cord, hem, repeats, lining }: LaceOptions): Material {
  const place: [number, number] = [0, 0]
  const under = cloth.texture
  const edge = hem === undefined ? undefined : hem * repeats
  const work = (x: number, y: number, z: number): number => {
    layout(x, y, z, place)
    place[0] *= repeats
    place[1] *= repeats
    return workAt(place[0], place[1], edge)
  }
  return {
    ...cloth,
    openings: (x, y, z) => (lining ? work(x, y, z) < 0 : work(x, y, z) <= 0),
    texture: (s, x, y, z, nx, ny, nz) => {
      under?.(s, x, y, z, nx, ny, nz)
      const height = work(x, y, z)
      const [u, v] = place
      const thread = smoothStep(0.25, 1, height)
      const base: Rgb = [s.color[0], s.color[1], s.color[2]]
      const worked = mix(base, cord ?? mix(base, [1, 1, 1], 0.16), thread * (cord ? 1 : 0.8))
      const shown = height <= 0 && lining ? lining : worked
      for (let i = 0; i < 3; i += 1) s.color[i] = shown[i] ?? 0
      s.roughness += (0.5 - s.roughness) * thread * 0.7
      const du = workAt(u + step * 3, v, edge) - workAt(u - step * 3, v, edge)
      const dv = workAt(u, v + step * 3, edge) - workAt(u, v - step * 3, edge)
      s.bump[0] -= du * 0.32
      s.bump[1] -= dv * 0.32
    },
  }
}
