// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Sum of the table of quantisation for brightness that ITU-T T.81 gives as an example (annex K): quality 50. */
const exampleSum = 3688
const entries = 64

const [marker, startOfImage, startOfScan, quantisation] = [0xff, 0xd8, 0xda, 0xdb] as const

/**
 * With what quality, 1 to 100 as libjpeg counts it, a JPEG file's brightness was stored, by how coarse its table of
 * quantisation is. Undefined for what is no JPEG file, or one whose header has no such table.
 */
export function jpegQuality(file: Uint8Array): number | undefined {
  if (file[0] !== marker || file[1] !== startOfImage) return undefined
  let at = 2
  while (at + 4 <= file.length && file[at] === marker && file[at + 1] !== startOfScan) {
    const end = at + 2 + file[at + 2]! * 256 + file[at + 3]!
    if (file[at + 1] === quantisation) {
      const sum = brightnessTable(file.subarray(at + 4, end))
      if (sum !== undefined) return qualityOf(sum)
    }
    at = end
  }
  return undefined
}

/** Sum of the first table of a segment, which may hold several; undefined when none is the first, which brightness has. */
function brightnessTable(segment: Uint8Array): number | undefined {
  let at = 0
  while (at < segment.length) {
    const bytes = segment[at]! >> 4 === 0 ? 1 : 2
    const table = segment.subarray(at + 1, at + 1 + entries * bytes)
    if ((segment[at]! & 15) === 0 && table.length === entries * bytes) {
      return table.reduce((sum, value, i) => sum + (bytes === 2 && i % 2 === 0 ? value * 256 : value), 0)
    }
    at += 1 + entries * bytes
  }
  return undefined
}

/** The opposite of how libjpeg scales the example to a quality. */
function qualityOf(sum: number): number {
  const percent = (100 * sum) / exampleSum
  return Math.min(100, Math.max(1, Math.round(percent <= 100 ? (200 - percent) / 2 : 5000 / percent)))
}
