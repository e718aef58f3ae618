// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "./picture.ts"

/**
 * The picture at another, not larger, size: each new pixel is the mean of the area it covers (exact coverage weights),
 * so nothing aliases. Averages the stored sRGB values: the product's analysis steps are calibrated on that.
 * Transparent pixels count less: colours are weighted by alpha.
 */
export function shrink(picture: Picture, width: number, height: number): Picture {
  const { channels } = picture
  const columns = coverage(picture.width, width)
  const rows = coverage(picture.height, height)
  const data = new Uint8Array(width * height * channels)
  const sums = new Float64Array(width * 4)
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    const first = rows.from[y]!
    for (let sy = first; sy <= rows.to[y]!; sy++) {
      addRow(picture, sy, rows.shares[rows.at[y]! + sy - first]!, columns, sums)
    }
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels
      const weight = sums[x * 4 + 3]!
      for (let c = 0; c < 3; c++) data[at + c] = weight > 0 ? Math.round(sums[x * 4 + c]! / weight) : 0
      if (channels === 4) data[at + 3] = Math.round((255 * weight) / (rows.step * columns.step))
    }
  }
  return { width, height, channels, data }
}

/** The picture with its long side at most `longSide`; the same picture when it is small enough. */
export function shrinkToLongSide(picture: Picture, longSide: number): Picture {
  const scale = longSide / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const width = Math.max(1, Math.round(picture.width * scale))
  return shrink(picture, width, Math.max(1, Math.round(picture.height * scale)))
}

/** One plane of numbers at another size, larger or smaller, by centred bilinear sampling (edges repeat). */
export function resamplePlane(
  plane: Float32Array | Uint8Array,
  from: { width: number; height: number },
  to: { width: number; height: number },
): Float32Array {
  const out = new Float32Array(to.width * to.height)
  const across = taps(from.width, to.width)
  const down = taps(from.height, to.height)
  for (let y = 0; y < to.height; y++) {
    const top = down.index[y]! * from.width
    const bottom = Math.min(from.height - 1, down.index[y]! + 1) * from.width
    const fy = down.share[y]!
    for (let x = 0; x < to.width; x++) {
      const left = across.index[x]!
      const right = Math.min(from.width - 1, left + 1)
      const fx = across.share[x]!
      const upper = plane[top + left]! * (1 - fx) + plane[top + right]! * fx
      const lower = plane[bottom + left]! * (1 - fx) + plane[bottom + right]! * fx
      out[y * to.width + x] = upper * (1 - fy) + lower * fy
    }
  }
  return out
}

interface Coverage {
  step: number
  from: Int32Array
  to: Int32Array
  /** How much of each covered pixel, one target after the other: `shares[at[i]]` is that of `from[i]`. */
  shares: Float64Array
  at: Int32Array
}

function coverage(source: number, target: number): Coverage {
  const step = source / target
  const from = new Int32Array(target)
  const to = new Int32Array(target)
  for (let i = 0; i < target; i++) {
    from[i] = Math.floor(i * step)
    to[i] = Math.min(source - 1, Math.ceil((i + 1) * step) - 1)
  }
  const at = new Int32Array(target)
  for (let i = 1; i < target; i++) at[i] = at[i - 1]! + to[i - 1]! - from[i - 1]! + 1
  const shares = new Float64Array(source + 2 * target)
  for (let i = 0; i < target; i++) {
    for (let s = from[i]!; s <= to[i]!; s++) {
      shares[at[i]! + s - from[i]!] = Math.min(s + 1, (i + 1) * step) - Math.max(s, i * step)
    }
  }
  return { step, from, to, shares, at }
}

function addRow(picture: Picture, sy: number, rowWeight: number, columns: Coverage, sums: Float64Array): void {
  const { data, channels, width } = picture
  const { from, to, shares, at: sharesAt } = columns
  for (let x = 0; x < from.length; x++) {
    const [first, last] = [from[x]!, to[x]!]
    let at = (sy * width + first) * channels
    let share = sharesAt[x]!
    let [red, green, blue, total] = [sums[x * 4]!, sums[x * 4 + 1]!, sums[x * 4 + 2]!, sums[x * 4 + 3]!]
    for (let sx = first; sx <= last; sx++, at += channels, share++) {
      const area = rowWeight * shares[share]!
      const weight = channels === 4 ? (area * data[at + 3]!) / 255 : area
      red += data[at]! * weight
      green += data[at + 1]! * weight
      blue += data[at + 2]! * weight
      total += weight
    }
    sums[x * 4] = red
    sums[x * 4 + 1] = green
    sums[x * 4 + 2] = blue
    sums[x * 4 + 3] = total
  }
}

function taps(source: number, target: number): { index: Int32Array; share: Float32Array } {
  const index = new Int32Array(target)
  const share = new Float32Array(target)
  for (let i = 0; i < target; i++) {
    const at = Math.min(source - 1, Math.max(0, ((i + 0.5) * source) / target - 0.5))
    index[i] = Math.min(source - 1, Math.floor(at))
    share[i] = at - index[i]!
  }
  return { index, share }
}
