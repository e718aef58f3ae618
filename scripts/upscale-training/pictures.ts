import { readdir } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import type { Picture } from "#imaging/pixels/picture.ts"
import { createPlane, type Plane } from "#imaging/upscale/plane.ts"
import { resample } from "#imaging/upscale/resample.ts"
import { lumaWeights } from "#imaging/upscale/tile.ts"

/** Every picture of a folder in the order of its names, cut to a multiple of four pixels. */
export async function readFolder(folder: string): Promise<{ name: string; picture: Picture }[]> {
  const names = (await readdir(folder)).filter((name) => /\.(png|webp|jpe?g)$/i.test(name)).sort()
  return Promise.all(names.map(async (name) => ({ name, picture: cutToFour(await decode(join(folder, name))) })))
}

async function decode(file: string | Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(file)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels: 3, data }
}

function cutToFour({ width, height, data }: Picture): Picture {
  const cut = { width: width - (width % 4), height: height - (height % 4), channels: 3 as const }
  const rows = Array.from({ length: cut.height }, (_, y) => data.subarray(y * width * 3, (y * width + cut.width) * 3))
  const joined = new Uint8Array(cut.width * cut.height * 3)
  for (const [y, row] of rows.entries()) joined.set(row, y * cut.width * 3)
  return { ...cut, data: joined }
}

/** The picture as a small source would be: reduced, then coded as JPEG of a quality (null = not). */
export async function degrade(picture: Picture, factor: number, quality: number | null): Promise<Picture> {
  const small = resample(picture, picture.width / factor, picture.height / factor)
  if (quality === null) return small
  const raw = { width: small.width, height: small.height, channels: 3 as const }
  return decode(await sharp(small.data, { raw }).jpeg({ quality }).toBuffer())
}

/** Brightness of a picture without alpha. */
export function lumaOf({ width, height, data }: Picture): Plane {
  const plane = createPlane(width, height)
  const [red, green, blue] = lumaWeights
  for (let i = 0; i < plane.data.length; i++) {
    plane.data[i] = red * (data[i * 3] ?? 0) + green * (data[i * 3 + 1] ?? 0) + blue * (data[i * 3 + 2] ?? 0)
  }
  return plane
}
