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

/** One octave of value noise over the whole table, added at `share`: `cells` whole cells each way, without a seam. */
function addOctave(values: Float32Array, cells: number, layer: number, share: number): void {
  const cellSize = tableSize / cells
  const weights = Float64Array.from({ length: cellSize }, (_, i) => fade(i / cellSize))
  // A row of corners, smooth from corner to corner: all rows of a cell lie between two of these.
  const cornerRow = (row: number): Float64Array => {
    const corners = Array.from({ length: cells }, (_, i) => hash(i + 7, (row % cells) + 13, layer))
    const line = new Float64Array(tableSize)
    for (let i = 0; i < tableSize; i++) {
      const cell = Math.floor(i / cellSize)
      const left = corners[cell] as number
      const right = corners[(cell + 1) % cells] as number
      line[i] = lerp(left, right, weights[i % cellSize] as number)
    }
    return line
  }
  let above = cornerRow(0)
  for (let cell = 0; cell < cells; cell++) {
    const below = cornerRow(cell + 1)
    for (let j = 0; j < cellSize; j++) {
      const weight = weights[j] as number
      const start = (cell * cellSize + j) * tableSize
      for (let i = 0; i < tableSize; i++) {
        const value = lerp(above[i] as number, below[i] as number, weight)
        values[start + i] = (values[start + i] as number) + share * value
      }
    }
    above = below
  }
}

function bakeTable(octaves: number, layer: number): NoiseTable {
  const values = new Float32Array(tableSize * tableSize)
  let weights = 0
  for (let o = 0; o < octaves; o++) weights += 0.5 ** (o + 1)
  for (let o = 0; o < octaves; o++) {
    addOctave(values, tablePeriod << o, layer * 31 + o, 0.5 ** (o + 1) / weights)
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
 * Fractal noise of up to 6 octaves baked once per thread (about 20 ms). One unit is one cell of the
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
