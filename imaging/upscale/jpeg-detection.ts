// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"

/** JPEG codes pictures in squares of this many pixels. */
const block = 8

/** Steps above this many grey levels are edges of the motif and say nothing about coding. */
const largestStep = 12

/** Rows or columns looked at in large pictures: enough to be sure, and a fixed cost. */
const mostLines = 512

/** Excess of large pictures is small but sure; that of drawings with few edges is large but chance. Standard errors. */
const leastCertainty = 4

/**
 * Share by which small steps between neighbouring pixels are larger where coding squares meet than elsewhere, taken
 * over the best of the eight possible grids per direction and the weaker direction. About 0 without JPEG.
 */
export function blockiness(picture: Picture): number {
  const { width, height, channels } = picture
  if (width < 6 * block || height < 6 * block) return 0
  const across = gridExcess(picture, { count: height, step: width * channels }, { count: width, step: channels })
  const down = gridExcess(picture, { count: width, step: channels }, { count: height, step: width * channels })
  return Math.min(across, down)
}

/** Measured on 24 renders of 320 px: clean ones reach 0.01, JPEG of quality 90 starts at 0.03, quality 80 at 0.09. */
export function looksLikeJpeg(picture: Picture): boolean {
  return blockiness(picture) > 0.025
}

interface Axis {
  count: number
  step: number
}

function gridExcess({ data }: Picture, lines: Axis, along: Axis): number {
  const sums = new Float64Array(block)
  const squares = new Float64Array(block)
  const counts = new Float64Array(block)
  const stride = Math.max(1, Math.floor(lines.count / mostLines))
  for (let line = 0; line < lines.count; line += stride) {
    for (let i = 2; i < along.count - 1; i++) {
      const at = line * lines.step + i * along.step + 1
      // Third difference across the border between pixel i-1 and i: smooth shading cancels out.
      const size = Math.abs(
        3 * (data[at]! - data[at - along.step]!) - data[at + along.step]! + data[at - 2 * along.step]!,
      )
      if (size > 3 * largestStep) continue
      sums[i % block] = sums[i % block]! + size
      squares[i % block] = squares[i % block]! + size * size
      counts[i % block] = counts[i % block]! + 1
    }
  }
  const means = Array.from(sums, (sum, phase) => sum / Math.max(1, counts[phase]!))
  const grid = means.indexOf(Math.max(...means))
  const others = means.filter((_, phase) => phase !== grid)
  const excess = means[grid]! - Math.max(...others)
  const error = Math.sqrt(
    (squares[grid]! / Math.max(1, counts[grid]!) - means[grid]! ** 2) / Math.max(1, counts[grid]!),
  )
  if (excess <= leastCertainty * error) return 0
  const typical = others.reduce((total, mean) => total + mean, 0) / others.length
  return excess / (typical + 0.25)
}
