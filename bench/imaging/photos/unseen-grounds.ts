import { type Ground, valueNoise } from "./grounds.ts"
import type { Rgb } from "./shapes.ts"

const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
  a[2] + t * (b[2] - a[2]),
]
const fraction = (value: number): number => value - Math.floor(value)
const lit = (colour: Ground["colour"], ambient = 0.5, key = 0.65, hasCorner = false): Ground => ({
  colour,
  ambient,
  key,
  hasCorner,
})

/** Plain grounds written after the network was trained: for judging it, never for changing it. */
export const unseenPlainGrounds: Record<string, Ground> = {
  "cream-paper": lit(() => [0.86, 0.8, 0.68]),
  "window-white": lit((x) => mix([0.95, 0.95, 0.96], [0.6, 0.61, 0.64], Math.min(1, Math.max(0, 0.5 + 0.18 * x)))),
  "navy-colour": lit(() => [0.03, 0.05, 0.13], 0.5, 0.9),
  "pastel-paper": lit((_x, _z, wall) => (wall > 0 ? [0.72, 0.52, 0.55] : [0.62, 0.74, 0.7]), 0.55, 0.6, true),
  "shade-grey": lit((x, z) => {
    const t = 1 / (1 + Math.exp(-6 * (x + 0.4 * z - 0.6)))
    return mix([0.48, 0.47, 0.46], [0.2, 0.2, 0.21], t)
  }),
  "black-dark": lit(() => [0.012, 0.012, 0.013], 0.5, 0.8),
}

/** Textured ones, likewise. */
export const unseenTexturedGrounds: Record<string, Ground> = {
  wax: lit((x, z, wall) => {
    const [u, v] = [fraction((x + 50) / 1.1) - 0.5, fraction((z + wall + 50) / 1.1) - 0.5]
    const far = Math.hypot(u, v)
    const petals = 0.3 + 0.08 * Math.cos(8 * Math.atan2(v, u))
    if (far < 0.1) return [0.7, 0.45, 0.05]
    if (far < petals) return [0.05, 0.1, 0.3]
    return far < petals + 0.05 ? [0.8, 0.75, 0.65] : [0.55, 0.12, 0.06]
  }),
  herringbone: lit(
    (x, z, wall) => {
      if (wall > 0) return [0.66, 0.65, 0.62]
      const column = Math.floor((x + 50) / 0.5)
      const along = (z + (column % 2 === 0 ? 1 : -1) * (x + 50) + 100) / 0.28
      const tone = valueNoise(column * 5, Math.floor(along) * 3)
      if (fraction(along) < 0.05) return [0.07, 0.05, 0.03]
      return mix([0.25, 0.14, 0.07], [0.45, 0.3, 0.17], 0.7 * tone + 0.3 * valueNoise(20 * x, 20 * z))
    },
    0.45,
    0.7,
    true,
  ),
  rattan: lit((x, z, wall) => {
    const [u, v] = [(x + 50) / 0.22, (z + wall + 50) / 0.22]
    const isOver = (Math.floor(u) + Math.floor(v)) % 2 === 0
    const across = isOver ? fraction(u) : fraction(v)
    const t = Math.sin(Math.PI * across) * (0.8 + 0.2 * valueNoise(6 * u, 6 * v))
    return mix([0.12, 0.07, 0.03], [0.62, 0.45, 0.24], t)
  }),
  cobbles: lit(
    (x, z, wall) => {
      if (wall > 0) return [0.5, 0.45, 0.4]
      const [u, v] = [x / 0.45 + 0.5 * (Math.floor(z / 0.4) % 2) + 50, z / 0.4 + 50]
      const edge = Math.max(Math.abs(fraction(u) - 0.5), Math.abs(fraction(v) - 0.5))
      const t = 0.18 + 0.16 * valueNoise(Math.floor(u) * 3, Math.floor(v) * 7) + 0.06 * valueNoise(25 * x, 25 * z)
      return edge > 0.43 ? [0.06, 0.06, 0.055] : [t, t, 0.97 * t]
    },
    0.5,
    0.7,
    true,
  ),
  dapples: lit((x, z, wall) => {
    const light = valueNoise(2.2 * x + 5, 2.2 * (z + wall)) + 0.5 * valueNoise(6 * x, 6 * (z + wall) + 9)
    const t = 1 / (1 + Math.exp(-14 * (light - 0.8)))
    return mix([0.2, 0.17, 0.13], [0.66, 0.58, 0.45], t)
  }),
  carpet: lit((x, z, wall) => {
    const speckle = valueNoise(34 * x, 34 * (z + wall)) * 0.5 + valueNoise(11 * x + 3, 11 * (z + wall)) * 0.5
    const isBand = fraction((z + wall + 50) / 1.6) < 0.2
    return mix(isBand ? [0.3, 0.05, 0.05] : [0.12, 0.1, 0.2], [0.5, 0.42, 0.4], speckle * 0.8)
  }),
}
