import type { Picture } from "#imaging/pixels/picture.ts"

const [width, height] = [480, 400]

/** A photo whose exact coverage is known, and its parts. */
export interface BagPhoto {
  photo: Picture
  /** Coverage of body and strap, 0 to 1. */
  truth: Float32Array
  /** Coverage of the strap alone. */
  strap: Float32Array
  /** Where its shadow lies, 0 to 1. */
  shadow: Float32Array
}

/** Whole numbers that look random and are the same on every machine. */
function scatter(n: number): number {
  const mixed = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d)
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 8) / 2 ** 24
}

/** Smooth noise, 0 to 1. */
function cloud(x: number, y: number, step: number): number {
  const [cx, cy] = [Math.floor(x / step), Math.floor(y / step)]
  const [fx, fy] = [x / step - cx, y / step - cy]
  const at = (i: number, j: number): number => scatter((cy + j) * 7919 + (cx + i) * 131 + step)
  return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
}

const edge = (inside: number): number => Math.min(1, Math.max(0, inside / 2 + 0.5))

/**
 * A leather bag with a thin strap on a stone table under soft light: grain on both, a shadow to the right, edges two
 * pixels soft, uneven light and the noise of a sensor.
 */
export function drawBagPhoto(): BagPhoto {
  const size = width * height
  const data = new Uint8Array(size * 3)
  const planes = [new Float32Array(size), new Float32Array(size), new Float32Array(size)] as const
  const [truth, strap, shadow] = planes
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const body = edge(roundedBox(x - 235, y - 255, 95, 75, 22))
      const ring = Math.hypot((x - 235) / 1.05, (y - 185) / 1.5)
      strap[p] = y < 190 ? edge(5 - Math.abs(ring - 75)) : 0
      truth[p] = Math.max(body, strap[p] ?? 0)
      shadow[p] = edge(roundedBox(x - 275, y - 285, 95, 50, 30) / 12) * (1 - (truth[p] ?? 0))
      const light = 1.06 - 0.22 * (x / width) - 0.1 * (y / height)
      const stone = 168 + 26 * (cloud(x, y, 37) - 0.5) + 16 * (cloud(x, y, 9) - 0.5)
      const leather = 1 + 0.22 * (cloud(x + 500, y, 5) - 0.5)
      const ground = [stone, stone * 0.97, stone * 0.92]
      const skin = [138 * leather, 74 * leather, 42 * leather]
      for (let c = 0; c < 3; c++) {
        const behind = (ground[c] ?? 0) * (1 - 0.42 * (shadow[p] ?? 0))
        const value = light * ((skin[c] ?? 0) * (truth[p] ?? 0) + behind * (1 - (truth[p] ?? 0)))
        const noise = 7 * (scatter(p * 3 + c) + scatter(p * 5 + c + 99) - 1)
        data[p * 3 + c] = Math.round(Math.min(255, Math.max(0, value + noise)))
      }
    }
  }
  return { photo: { width, height, channels: 3, data }, truth, strap, shadow }
}

function roundedBox(x: number, y: number, halfWidth: number, halfHeight: number, corner: number): number {
  const [dx, dy] = [Math.abs(x) - halfWidth + corner, Math.abs(y) - halfHeight + corner]
  return corner - Math.hypot(Math.max(0, dx), Math.max(0, dy)) - Math.min(0, Math.max(dx, dy))
}

/** The photo with a coverage as its fourth channel. */
export function withCoverage({ data, width: w, height: h }: Picture, coverage: ArrayLike<number>): Picture {
  const out = new Uint8Array(w * h * 4)
  for (let p = 0; p < w * h; p++) {
    for (let c = 0; c < 3; c++) out[p * 4 + c] = data[p * 3 + c] ?? 0
    out[p * 4 + 3] = Math.round(255 * (coverage[p] ?? 0))
  }
  return { width: w, height: h, channels: 4, data: out }
}
