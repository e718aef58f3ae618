import { crc32 } from "node:zlib"
import sharp, { type Sharp } from "sharp"
import { describe, expect, test } from "vitest"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import { checkPicture } from "#imaging/pixels/picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { decodePhoto, decodePicture } from "./codec.ts"
import { encodePicture } from "./encode.ts"

/** Left half red, right half blue. */
function halves(width: number, height: number, extra: number[] = []): Sharp {
  const channels = extra.length === 0 ? 3 : 4
  const data = new Uint8Array(width * height * channels)
  for (let i = 0; i < width * height; i++) {
    data.set([...(i % width < width / 2 ? [250, 10, 10] : [10, 10, 250]), ...extra], i * channels)
  }
  return sharp(data, { raw: { width, height, channels } })
}

async function fault(file: Uint8Array): Promise<AppError> {
  const error = await decodePicture(file).catch((reason: unknown) => reason)
  if (!(error instanceof AppError)) throw new Error(`expected a refusal, got ${String(error)}`)
  return error
}

/** A PNG whose header claims a size that its data does not have. */
async function claimSize(width: number, height: number): Promise<Uint8Array> {
  const png = Buffer.from(await halves(8, 8).png().toBuffer())
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe("decodePicture", () => {
  test("gives 8-bit sRGB without alpha for a JPEG", async () => {
    const picture = await decodePicture(await halves(64, 32).jpeg().toBuffer())
    expect([picture.width, picture.height, picture.channels]).toEqual([64, 32, 3])
    expect(picture.data[0]).toBeGreaterThan(230)
    expect(picture.data[2]).toBeLessThan(40)
  })

  test("turns the picture upright", async () => {
    const sideways = await halves(64, 32).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const picture = await decodePicture(sideways)
    expect([picture.width, picture.height]).toEqual([32, 64])
    expect(picture.data[0]).toBeGreaterThan(230)
    expect(picture.data.at(-1)).toBeGreaterThan(230)
  })

  test("keeps alpha", async () => {
    const picture = await decodePicture(await halves(6, 6, [77]).png().toBuffer())
    expect([picture.channels, picture.data[3]]).toEqual([4, 77])
  })

  test("converts CMYK", async () => {
    const picture = await decodePicture(await halves(32, 32).toColourspace("cmyk").jpeg().toBuffer())
    expect([picture.channels, picture.data.length]).toEqual([3, 32 * 32 * 3])
    expect(picture.data[0]).toBeGreaterThan((picture.data[2] ?? 255) + 100)
  })

  test("brings 16 bits down to 8", async () => {
    const deep = await halves(16, 16).toColourspace("rgb16").png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe("ushort")
    const picture = await decodePicture(deep)
    expect(Array.from(picture.data.slice(0, 3))).toEqual([250, 10, 10])
  })

  test("gives grey three channels", async () => {
    const picture = await decodePicture(await halves(16, 16).greyscale().png().toBuffer())
    expect(picture.channels).toBe(3)
    expect(picture.data[0]).toBe(picture.data[1])
  })

  test("takes the first page of an animation", async () => {
    const pages = Buffer.concat([await halves(10, 10).raw().toBuffer(), Buffer.alloc(300)])
    const animated = sharp(pages, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
    const picture = await decodePicture(await animated.gif().toBuffer())
    expect([picture.width, picture.height]).toEqual([10, 10])
    expect(picture.data[0]).toBeGreaterThan(200)
  })

  test("reads a single pixel", async () => {
    const picture = await decodePicture(await halves(1, 1).png().toBuffer())
    expect([picture.width, picture.height]).toEqual([1, 1])
  })

  test("refuses what is not a picture", async () => {
    const error = await fault(Buffer.from("hello, I am a text"))
    expect([error.type, error.message]).toEqual(["general_argument_invalid", "This file is not a picture we can read."])
    expect((await fault(new Uint8Array(0))).type).toBe("general_argument_invalid")
  })

  test("refuses SVG", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    expect((await fault(Buffer.from(svg))).message).toMatch(/JPEG, PNG/)
  })

  test.each(["jpeg", "png", "webp"] as const)("refuses a %s that was cut short", async (format) => {
    const file = await halves(300, 300).toFormat(format, { quality: 95 }).toBuffer()
    expect((await fault(file.subarray(0, Math.floor(file.length * 0.6)))).type).toBe("general_argument_invalid")
  })

  test("refuses a header that claims more than we hold, before decoding", async () => {
    expect((await fault(await claimSize(20_000, 20_000))).message).toMatch(/50 megapixels/)
  })

  test("opens all that is taken of people, and not one row more", async () => {
    const opened = (height: number) =>
      sharp({ create: { width: 10_000, height, channels: 3, background: "#fff" } })
        .png({ compressionLevel: 1 })
        .toBuffer()
        .then((file) => decodePhoto(file, { longSide: 100 }))
    expect(maxPhotoPixels).toBe(10_000 * 5_000)
    expect((await opened(5_000)).picture).toMatchObject({ width: 100, height: 50 })
    await expect(opened(5_001)).rejects.toThrow("This picture has more than 50 megapixels.")
  })

  test("opens nothing that the work after it refuses for its size", () => {
    const [width, height] = [10_000, 5_000]
    const picture = { width, height, channels: 3, data: new Uint8Array(width * height * 3) } as const
    expect(width * height).toBe(maxPhotoPixels)
    expect(() => checkPicture(picture)).not.toThrow()
  })
})

describe("encodePicture", () => {
  test("gives the pixels back from a PNG and names its maker", async () => {
    const picture = await decodePicture(await halves(20, 10, [128]).png().toBuffer())
    const file = await encodePicture(picture, "png", "altered")
    expect((await decodePicture(file)).data).toEqual(picture.data)
    expect((await sharp(file).metadata()).exif?.toString("latin1")).toContain("Aworan local engine")
  })

  test("makes WebP", async () => {
    const picture = await decodePicture(await halves(20, 10).png().toBuffer())
    expect((await sharp(await encodePicture(picture, "webp", "drawn")).metadata()).format).toBe("webp")
  })
})
