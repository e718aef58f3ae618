import { type Ground, valueNoise } from "./grounds.ts"
import type { Rgb } from "./shapes.ts"

const even = (colour: Rgb, ambient: number, key: number): Ground => ({
  colour: () => colour,
  ambient,
  key,
  hasCorner: false,
})

/** Plain grounds of other kinds: brighter than white clips, darker, and sweeps that change from one side to the other. */
export const freshPlainGrounds: Record<string, Ground> = {
  "light-white": even([0.98, 0.98, 0.98], 0.8, 0.7),
  "warm-paper": even([0.75, 0.66, 0.52], 0.55, 0.6),
  "mint-colour": even([0.45, 0.66, 0.52], 0.5, 0.7),
  "sweep-gradient": {
    colour: (x, z, wall) => {
      const t = Math.min(1, Math.max(0, 0.35 + 0.12 * x + 0.1 * (wall - z)))
      return [0.2 + 0.4 * t, 0.18 + 0.25 * t, 0.35 + 0.2 * t]
    },
    ambient: 0.5,
    key: 0.7,
    hasCorner: false,
  },
  "spot-dark": {
    colour: (x, z, wall) => {
      const t = 0.03 + 0.12 * Math.exp(-0.3 * (x * x + (wall + z + 2) ** 2))
      return [t, t, 1.1 * t]
    },
    ambient: 0.5,
    key: 0.8,
    hasCorner: false,
  },
  "two-tone-grey": { ...even([0.42, 0.41, 0.4], 0.5, 0.7), hasCorner: true },
}

/** Textured grounds of other kinds. */
export const freshTexturedGrounds: Record<string, Ground> = {
  concrete: {
    colour: (x, z, wall) => {
      const t = 0.3 + 0.14 * valueNoise(2 * x, 2 * (z + wall)) + 0.08 * valueNoise(19 * x, 19 * (z + wall))
      return [t, t, 0.97 * t]
    },
    ambient: 0.5,
    key: 0.6,
    hasCorner: false,
  },
  plaid: {
    colour: (x, z, wall) => {
      const [u, v] = [((x + 50) % 0.9) / 0.9, ((z + wall + 50) % 0.9) / 0.9]
      const bars = (u < 0.35 ? 0.5 : 0) + (v < 0.35 ? 0.5 : 0)
      return [0.55 - 0.35 * bars, 0.5 - 0.38 * bars, 0.45 - 0.22 * bars]
    },
    ambient: 0.5,
    key: 0.6,
    hasCorner: false,
  },
  planks: {
    colour: (x, z, wall) => {
      if (wall > 0) return [0.5, 0.55, 0.55]
      const gap = (x + 50) % 0.6 < 0.025
      const tone = 0.3 + 0.2 * valueNoise(Math.floor((x + 50) / 0.6) * 7, 3) + 0.12 * valueNoise(16 * x, 0.9 * z)
      return gap ? [0.06, 0.05, 0.04] : [tone, 0.78 * tone, 0.55 * tone]
    },
    ambient: 0.45,
    key: 0.7,
    hasCorner: true,
  },
  gravel: {
    colour: (x, z, wall) => {
      const t = 0.16 + 0.42 * valueNoise(9 * x, 9 * (z + wall)) * valueNoise(23 * x + 5, 23 * (z + wall))
      return [1.05 * t, t, 0.92 * t]
    },
    ambient: 0.5,
    key: 0.7,
    hasCorner: false,
  },
  knit: {
    colour: (x, z, wall) => {
      const t = 0.75 + 0.25 * Math.sin(30 * x) * Math.sin(22 * (z + wall) + 4 * Math.abs(((15 * x) / Math.PI) % 1))
      return [0.5 * t, 0.34 * t, 0.36 * t]
    },
    ambient: 0.5,
    key: 0.6,
    hasCorner: false,
  },
  shelf: {
    colour: (x, z, wall) => {
      if (wall > 0) {
        const stripe = Math.floor((x + 50) / 0.35) % 3
        return stripe === 0 ? [0.3, 0.4, 0.45] : stripe === 1 ? [0.62, 0.58, 0.5] : [0.45, 0.3, 0.25]
      }
      return [0.62, 0.6, 0.57 + 0.03 * valueNoise(3 * x, 3 * z)]
    },
    ambient: 0.5,
    key: 0.6,
    hasCorner: true,
  },
}
