import sharp from "sharp"
import { sha256 } from "#server/platform/ids.ts"
import { createByteCache } from "#server/platform/limits/byte-cache.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"

export interface Size {
  width: number
  height: number
}

/** Elements of SVG on a field of this size. They are made of our own numbers and files, never of what somebody sent. */
export interface Drawing {
  field: Size
  elements: string
}

/** Width and outline of a letter, as letters.ts and other-letters.ts have them. */
export type EmailContent = readonly [width: number, outline: string]

/** Height of a capital, in outline units. */
const capitalHeight = 660

/** One at a time, off the main thread: however many are asked for, uploads and other calls go on. */
const limited = limitConcurrency(1, 200, "Many pictures are being drawn right now. Please try again in a moment.")

/** Pictures that were drawn last: a page of people asks for the same ones again and again. */
const drawn = createByteCache(16_000_000)

/** The size that is asked for: 0 keeps the ratio, twice 0 is the picture's own (docs/hosted-backend.md#avatars). */
export function wantedSize(own: Size, wanted: Size): Size {
  if (wanted.width === 0 && wanted.height === 0) return own
  const width = wanted.width || Math.max(1, Math.round((wanted.height * own.width) / own.height))
  const height = wanted.height || Math.max(1, Math.round((wanted.width * own.height) / own.width))
  return { width, height }
}

/** Draws a PNG, or gives the one that was drawn before. The field covers the wanted size, and what lies beyond is cut at the centre. */
export async function drawPng({ field, elements }: Drawing, wanted: Size): Promise<Buffer> {
  const { width, height } = wantedSize(field, wanted)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${field.width} ${field.height}" preserveAspectRatio="xMidYMid slice">${elements}</svg>`
  const name = sha256(svg).toString("base64")
  const before = drawn.get(name)
  if (before) return before
  const png = await limited(() =>
    sharp(Buffer.from(svg)).flatten({ background: "#fff" }).png({ compressionLevel: 9 }).toBuffer(),
  )
  drawn.set(name, png)
  return png
}

/**
 * Letters side by side around a centre. They are outlines, since a server may have no fonts.
 * @param scale from outline units to those of the field
 * @param colour as SVG names it
 */
export function letterPaths(
  letters: readonly EmailContent[],
  x: number,
  y: number,
  scale: number,
  colour: string,
): string {
  const baseline = y + (capitalHeight * scale) / 2
  let left = x - (widthOf(letters) * scale) / 2
  const paths = letters.map(([width, outline]) => {
    const start = left
    left += width * scale
    return `<path transform="translate(${start} ${baseline}) scale(${scale} ${-scale})" d="${outline}"/>`
  })
  return `<g fill="${colour}">${paths.join("")}</g>`
}

/** The largest scale at which a word stays in a box. */
export function scaleInto(letters: readonly EmailContent[], maxWidth: number, maxHeight: number): number {
  return Math.min(maxWidth / widthOf(letters), maxHeight / capitalHeight)
}

function widthOf(letters: readonly EmailContent[]): number {
  return letters.reduce((sum, [width]) => sum + width, 0)
}
