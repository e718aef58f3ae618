/** A number in [0, 1) from three integers: same on every machine. */
export function hash(x: number, y: number, z: number): number {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(z | 0, 1442695041)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  return (h >>> 0) / 4294967296
}

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)
const lerp = (a: number, b: number, t: number): number => a + (b - a) * t

/** Value noise in space, 0 to 1. About 40 ns: for baking and rare use; in textures prefer the tables below. */
export function noise(x: number, y: number, z: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const z0 = Math.floor(z)
  const u = fade(x - x0)
  const v = fade(y - y0)
  const w = fade(z - z0)
  const near = lerp(
    lerp(hash(x0, y0, z0), hash(x0 + 1, y0, z0), u),
    lerp(hash(x0, y0 + 1, z0), hash(x0 + 1, y0 + 1, z0), u),
    v,
  )
  const far = lerp(
    lerp(hash(x0, y0, z0 + 1), hash(x0 + 1, y0, z0 + 1), u),
    lerp(hash(x0, y0 + 1, z0 + 1), hash(x0 + 1, y0 + 1, z0 + 1), u),
    v,
  )
  return lerp(near, far, w)
}

/** Sum of `octaves` of noise, each half as strong and twice as fine, 0 to 1. */
export function fractalNoise(x: number, y: number, z: number, octaves: number): number {
  let sum = 0
  let weights = 0
  let weight = 0.5
  let scale = 1
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise(x * scale + i * 17.1, y * scale + i * 3.7, z * scale + i * 9.2)
    weights += weight
    weight *= 0.5
    scale *= 2.03
  }
  return sum / weights
}

/** A square picture of one value that repeats without a seam. */
export interface NoiseTable {
  /** Value at (x, y), 0 to 1, smooth; repeats every `period` units. About 8 ns. */
  at(x: number, y: number): number
  readonly period: number
}

const tableSize = 1024
const tablePeriod = 16

function periodicNoise(x: number, y: number, cells: number, layer: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const u = fade(x - x0)
  const v = fade(y - y0)
  const at = (i: number, j: number): number => hash(((x0 + i) % cells) + 7, ((y0 + j) % cells) + 13, layer)
  return lerp(lerp(at(0, 0), at(1, 0), u), lerp(at(0, 1), at(1, 1), u), v)
}

function bakeTable(octaves: number, layer: number): NoiseTable {
  const values = new Float32Array(tableSize * tableSize)
  let weights = 0
  for (let o = 0; o < octaves; o++) weights += 0.5 ** (o + 1)
  for (let o = 0; o < octaves; o++) {
    const cells = tablePeriod << o
    const share = 0.5 ** (o + 1) / weights
    for (let j = 0; j < tableSize; j++) {
      for (let i = 0; i < tableSize; i++) {
        const at = j * tableSize + i
        const value = periodicNoise((i / tableSize) * cells, (j / tableSize) * cells, cells, layer * 31 + o)
        values[at] = (values[at] ?? 0) + share * value
      }
    }
  }
  const scale = tableSize / tablePeriod
  const mask = tableSize - 1
  return {
    period: tablePeriod,
    at(x, y) {
      const sx = x * scale
      const sy = y * scale
      const fx = Math.floor(sx)
      const fy = Math.floor(sy)
      const u = sx - fx
      const v = sy - fy
      const i = fx & mask
      const k = (fx + 1) & mask
      const top = (fy & mask) * tableSize
      const low = ((fy + 1) & mask) * tableSize
      const a = values[top + i] as number
      const b = values[top + k] as number
      const c = values[low + i] as number
      const d = values[low + k] as number
      return a + (b - a) * u + (c - a + (a - b - c + d) * u) * v
    },
  }
}

// By octaves × 8 + layer: asked for millions of times, so found without a key of text.
const tables: (NoiseTable | undefined)[] = []

/**
 * Fractal noise of up to 6 octaves baked once per thread (about 60 ms). One unit is one cell of the
 * coarsest octave. `layer` 0 to 7 gives independent tables; use few of them, each takes 4 MB.
 */
export function fractalTable(octaves: number, layer = 0): NoiseTable {
  const at = octaves * 8 + layer
  const known = tables[at]
  if (known) return known
  const table = bakeTable(octaves, layer)
  tables[at] = table
  return table
}

/** 0 below `from`, 1 above `to`, smooth between. `from` may be above `to`. */
export function smoothStep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
