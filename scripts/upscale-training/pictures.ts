import { readdir } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import type { Picture } from "#imaging/pixels/picture.ts"
import { createPlane, type Plane } from "#imaging/upscale/plane.ts"
import { resample } from "#imaging/upscale/resample.ts"
import { lumaWeights } from "#imaging/upscale/tile.ts"

/** Pictures above this many pixels on the short side are made smaller, which hides what storing them left. */
const largestSide = 640
const shrinkBy = 0.62
/** Of what is left this many pixels are taken, from the upper left: more of one picture teaches little. */
const mostSide = 480

/** Every picture of a folder in the order of its names, its sides a multiple of four pixels. */
export async function readFolder(folder: string): Promise<{ name: string; picture: Picture }[]> {
  const names = (await readdir(folder)).filter((name) => /\.(png|webp|jpe?g)$/i.test(name)).sort()
  return Promise.all(names.map(async (name) => ({ name, picture: await decode(join(folder, name)) })))
}

async function decode(file: string): Promise<Picture> {
  const { width, height } = await sharp(file).metadata()
  const scale = Math.min(width, height) > largestSide ? shrinkBy : 1
  const side = (pixels: number): number => {
    const most = scale < 1 ? Math.min(mostSide, Math.floor(pixels * scale)) : pixels
    return most - (most % 4)
  }
  const { data, info } = await sharp(file)
    .toColourspace("srgb")
    .removeAlpha()
    .resize(Math.ceil(width * scale), Math.ceil(height * scale))
    .extract({ left: 0, top: 0, width: side(width), height: side(height) })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels: 3, data }
}

/** The picture as a small source would be. */
export function reduce(picture: Picture, factor: number): Picture {
  return resample(picture, picture.width / factor, picture.height / factor)
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
