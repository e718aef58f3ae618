import type { Rgb } from "./shapes.ts"

/** What the product stands on: colour (linear light) at a place; `wall` is the height above the floor on the wall. */
export interface Ground {
  colour(x: number, z: number, wall: number): Rgb
  ambient: number
  key: number
  /** A wall with a corner instead of a seamless sweep. */
  hasCorner: boolean
}

/** Repeatable noise, 0 to 1, smooth between whole numbers. */
export function valueNoise(x: number, y: number): number {
  const [ix, iy] = [Math.floor(x), Math.floor(y)]
  const smooth = (t: number): number => t * t * (3 - 2 * t)
  const [fx, fy] = [smooth(x - ix), smooth(y - iy)]
  const top = hash(ix, iy) * (1 - fx) + hash(ix + 1, iy) * fx
  const bottom = hash(ix, iy + 1) * (1 - fx) + hash(ix + 1, iy + 1) * fx
  return top * (1 - fy) + bottom * fy
}

function hash(x: number, y: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

function fractal(x: number, y: number): number {
  return 0.5 * valueNoise(x, y) + 0.25 * valueNoise(2.1 * x, 2.1 * y) + 0.125 * valueNoise(4.3 * x, 4.3 * y) + 0.0625
}

const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
  a[2] + t * (b[2] - a[2]),
]
const flat = (colour: Rgb, ambient: number, key: number): Ground => ({
  colour: () => colour,
  ambient,
  key,
  hasCorner: false,
})

/** Backgrounds by name; the first group is plain, the second textured. */
export const plainGrounds: Record<string, Ground> = {
  white: flat([0.9, 0.9, 0.9], 0.62, 0.62),
  paper: flat([0.78, 0.77, 0.75], 0.5, 0.6),
  grey: flat([0.35, 0.35, 0.36], 0.5, 0.8),
  teal: flat([0.16, 0.36, 0.38], 0.5, 0.8),
  rose: flat([0.6, 0.3, 0.27], 0.5, 0.7),
  sand: flat([0.55, 0.42, 0.26], 0.45, 0.7),
  dusk: flat([0.2, 0.22, 0.3], 0.15, 0.9),
  dark: flat([0.02, 0.021, 0.025], 0.5, 0.9),
}

export const texturedGrounds: Record<string, Ground> = {
  wood: {
    colour: (x, z, wall) =>
      wall > 0 ? [0.6, 0.56, 0.5] : mix([0.2, 0.09, 0.04], [0.42, 0.23, 0.1], fractal(0.8 * x + 40, 9 * z)),
    ambient: 0.4,
    key: 0.7,
    hasCorner: true,
  },
  marble: {
    colour: (x, z, wall) => {
      const vein = Math.abs(Math.sin(2 * (x + 0.6 * z + 3 * fractal(1.3 * x + 9, 1.3 * (z + wall)))))
      return mix([0.35, 0.35, 0.37], [0.8, 0.8, 0.78], Math.min(1, 3 * vein))
    },
    ambient: 0.5,
    key: 0.6,
    hasCorner: false,
  },
  linen: {
    colour: (x, z, wall) => mix([0.36, 0.3, 0.22], [0.55, 0.47, 0.36], fractal(14 * x, 14 * (z + wall))),
    ambient: 0.45,
    key: 0.7,
    hasCorner: false,
  },
  brick: {
    colour: (x, z, wall) => {
      if (wall <= 0) return mix([0.2, 0.16, 0.12], [0.3, 0.24, 0.18], fractal(3 * x, 3 * z))
      const row = Math.floor(wall / 0.3)
      const across = ((x + (row % 2) * 0.4) / 0.8) % 1
      const isMortar = wall / 0.3 - row < 0.12 || Math.abs(across) < 0.05
      return isMortar
        ? [0.5, 0.47, 0.43]
        : mix([0.32, 0.1, 0.06], [0.42, 0.16, 0.1], hash(row, Math.floor((x + (row % 2) * 0.4) / 0.8)))
    },
    ambient: 0.4,
    key: 0.7,
    hasCorner: true,
  },
  lawn: {
    colour: (x, z, wall) =>
      wall > 0 ? [0.4, 0.5, 0.6] : mix([0.03, 0.08, 0.015], [0.16, 0.3, 0.06], fractal(16 * x, 12 * z)),
    ambient: 0.6,
    key: 0.7,
    hasCorner: true,
  },
  tiles: {
    colour: (x, z, wall) => {
      const [u, v] = [(x + 50) / 0.7, (z + wall + 50) / 0.7]
      const isJoint = u % 1 < 0.05 || v % 1 < 0.05
      return isJoint ? [0.25, 0.24, 0.23] : mix([0.5, 0.52, 0.53], [0.6, 0.61, 0.6], hash(Math.floor(u), Math.floor(v)))
    },
    ambient: 0.5,
    key: 0.6,
    hasCorner: false,
  },
  terrazzo: {
    colour: (x, z, wall) => {
      const spot = valueNoise(7 * x, 7 * (z + wall))
      return spot > 0.62 ? [0.62, 0.55, 0.5] : spot < 0.22 ? [0.2, 0.22, 0.2] : [0.42, 0.4, 0.37]
    },
    ambient: 0.5,
    key: 0.6,
    hasCorner: false,
  },
}
