// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { checkPicture, type Picture } from "#imaging/pixels/picture.ts"
import { cubic } from "./cubic.ts"

/**
 * The picture at any size by bicubic sampling with pixel areas aligned. Use it wherever an enlargement is compared,
 * overlaid or measured: libvips (and so sharp) enlarges half an output pixel off (libvips issues 504 and 4841).
 * Reducing widens the kernel, so nothing aliases. Colours are weighted by alpha, so hidden ones never show.
 * @throws PictureError when the picture's numbers do not fit together
 */
export function resample(picture: Picture, width: number, height: number): Picture {
  checkPicture(picture)
  const { channels } = picture
  const columns = tapsOf(picture.width, width)
  const rows = tapsOf(picture.height, height)
  const data = new Uint8ClampedArray(width * height * channels)
  const recent = new Map<number, Float32Array>()
  const sums = new Float64Array(width * channels)
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    const first = rows.from[y]!
    for (let tap = 0; tap < rows.count; tap++) {
      const source = Math.min(picture.height - 1, Math.max(0, first + tap))
      const weight = rows.weights[y * rows.count + tap]!
      const row = recent.get(source) ?? resampleRow(picture, source, columns, width)
      recent.set(source, row)
      for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + weight * row[i]!
    }
    for (const known of recent.keys()) if (known < first) recent.delete(known)
    writeRow(sums, data, y * width * channels, channels)
  }
  return { width, height, channels, data }
}

interface Taps {
  count: number
  from: Int32Array
  weights: Float64Array
}

function tapsOf(source: number, target: number): Taps {
  const step = source / target
  const widening = Math.max(1, step)
  const count = Math.ceil(4 * widening) + 1
  const from = new Int32Array(target)
  const weights = new Float64Array(target * count)
  for (let i = 0; i < target; i++) {
    const centre = (i + 0.5) * step - 0.5
    from[i] = Math.ceil(centre - 2 * widening)
    let sum = 0
    for (let tap = 0; tap < count; tap++) {
      const weight = cubic((from[i]! + tap - centre) / widening)
      weights[i * count + tap] = weight
      sum += weight
    }
    for (let tap = 0; tap < count; tap++) weights[i * count + tap] = weights[i * count + tap]! / sum
  }
  return { count, from, weights }
}

/** One row at the new width; colours multiplied by alpha (0 to 1) when there is one. */
function resampleRow({ data, width, channels }: Picture, y: number, columns: Taps, target: number): Float32Array {
  const row = new Float32Array(target * channels)
  for (let x = 0; x < target; x++) {
    for (let tap = 0; tap < columns.count; tap++) {
      const source = Math.min(width - 1, Math.max(0, columns.from[x]! + tap))
      const at = (y * width + source) * channels
      const weight = columns.weights[x * columns.count + tap]!
      const share = channels === 4 ? (weight * data[at + 3]!) / 255 : weight
      for (let c = 0; c < 3; c++) row[x * channels + c] = row[x * channels + c]! + share * data[at + c]!
      if (channels === 4) row[x * channels + 3] = row[x * channels + 3]! + share
    }
  }
  return row
}

function writeRow(sums: Float64Array, data: Uint8ClampedArray, offset: number, channels: number): void {
  for (let i = 0; i < sums.length; i += channels) {
    const alpha = channels === 4 ? sums[i + 3]! : 1
    for (let c = 0; c < 3; c++) data[offset + i + c] = alpha > 0 ? sums[i + c]! / alpha : 0
    if (channels === 4) data[offset + i + 3] = alpha * 255
  }
}
