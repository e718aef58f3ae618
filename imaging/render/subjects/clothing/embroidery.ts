import type { Rgb } from "#imaging/render/language/colours.ts"
import type { Material } from "#imaging/render/scene/scene.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"

/** How much thread lies at a place of a garment's front, 0 to 1. */
export type Stitches = (x: number, y: number) => number

const fold = (x: number): number => x - Math.floor(x) - 0.5
const line = (away: number, half: number): number => smoothStep(half, half * 0.55, Math.abs(away))

/** A border of rings and leaves between two corded edges: `along` it and `across` from its one edge, world units. */
export function border(along: number, across: number, width: number): number {
  const v = across / width
  if (v < -0.02 || v > 1.08) return 0
  const edges = Math.max(line(v - 0.06, 0.06), line(v - 0.94, 0.06))
  const u = fold(along / (width * 0.9)) * 0.9
  const w = v - 0.5
  const r = Math.hypot(u, w)
  const ring = line(r - 0.25, 0.05)
  const star = smoothStep(0.02, -0.02, r - 0.13 - 0.045 * Math.cos(Math.atan2(w, u) * 6))
  const leaf = line(Math.hypot(Math.abs(u) - 0.45, Math.abs(w) - 0.2) - 0.12, 0.045)
  return Math.max(edges, ring, star, leaf)
}

/** A border around a slit that runs from `low` up to the neck, rounded below. */
export const slitBorder =
  (low: number, inner: number, width: number): Stitches =>
  (x, y) => {
    const below = Math.max(0, low - y)
    const away = Math.hypot(x, below)
    const along = below > 0 ? -Math.atan2(x, below) * 0.06 * Math.sign(x || 1) : y - low
    return border(along, away - inner, width)
  }

/** A border around the neckline, at this distance from a point at its middle. */
export const neckBorder =
  (middle: number, inner: number, width: number): Stitches =>
  (x, y) => {
    const away = Math.hypot(x, y - middle)
    return border(Math.atan2(x, middle - y) * (inner + width), away - inner, width)
  }

/** The most of several. */
export const stitches =
  (...all: readonly Stitches[]): Stitches =>
  (x, y) =>
    all.reduce((most, one) => Math.max(most, one(x, y)), 0)

/** Cloth with raised shiny thread on its front. */
export function embroidered(cloth: Material, at: Stitches, thread: Rgb): Material {
  const under = cloth.texture
  const step = 0.0025
  return {
    ...cloth,
    texture: (s, x, y, z, nx, ny, nz) => {
      under?.(s, x, y, z, nx, ny, nz)
      if (nz < 0.15) return
      const amount = at(x, y)
      if (amount <= 0.01) return
      const twist = 0.86 + 0.14 * Math.sin((x + y) * 900)
      for (let i = 0; i < 3; i += 1)
        s.color[i] = (s.color[i] ?? 0) + ((thread[i] ?? 0) * twist - (s.color[i] ?? 0)) * amount
      s.roughness += (0.42 - s.roughness) * amount
      s.specular += (0.07 - s.specular) * amount
      s.bump[0] -= (at(x + step, y) - at(x - step, y)) * 0.35
      s.bump[1] -= (at(x, y + step) - at(x, y - step)) * 0.35
    },
  }
}
