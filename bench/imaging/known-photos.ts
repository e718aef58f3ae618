import { existsSync, readdirSync } from "node:fs"
import { join, parse } from "node:path"
import sharp from "sharp"
import type { Picture } from "#imaging/pixels/picture.ts"

/** A photo and the file that tells its true coverage. */
export interface KnownPhoto {
  name: string
  photo: string
  mask: string
}

/**
 * The photos of a folder whose coverage is known, by name: `<name>.jpg` beside `<name>.alpha.png`, or `photos/<name>.jpg` with
 * `masks/<name>.png`.
 */
export function knownPhotosIn(folder: string): KnownPhoto[] {
  const inPairs = existsSync(join(folder, "masks"))
  const photos = inPairs ? join(folder, "photos") : folder
  return readdirSync(photos)
    .filter((file) => /\.(jpe?g|webp|png)$/.test(file) && !file.endsWith(".alpha.png"))
    .sort()
    .map((file) => {
      const { name } = parse(file)
      const mask = inPairs ? join(folder, "masks", `${name}.png`) : join(folder, `${name}.alpha.png`)
      return { name, photo: join(photos, file), mask }
    })
}

/** A photo upright, and its true coverage, a byte a pixel. */
export async function readKnownPhoto({ photo, mask }: KnownPhoto): Promise<{ picture: Picture; truth: Uint8Array }> {
  const { data, info } = await sharp(photo)
    .rotate()
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
  const truth = await sharp(mask).extractChannel(0).raw().toBuffer()
  return { picture: { width: info.width, height: info.height, channels: 3, data }, truth }
}

/** Coverage alone, a byte per pixel: a cut-out's fourth channel. */
export function alphaOf({ data }: Picture): Uint8Array {
  return Uint8Array.from({ length: data.length / 4 }, (_, p) => data[p * 4 + 3] ?? 0)
}

/** How near a found coverage comes to the true one: overlap over union at half coverage, and the mean error of coverage. */
export function compareCoverage(found: Uint8Array, truth: Uint8Array): { iou: number; error: number } {
  let both = 0
  let either = 0
  let error = 0
  for (const [p, known] of truth.entries()) {
    const value = found[p] ?? 0
    if (value > 127 && known > 127) both++
    if (value > 127 || known > 127) either++
    error += Math.abs(value - known) / 255
  }
  return { iou: both / either, error: error / truth.length }
}
