import sharp, { type JpegOptions } from "sharp"
import { describe, expect, test } from "vitest"
import { headLength } from "./content.ts"
import { inspectPicture } from "./picture.ts"

/** A photo of more than 128 KiB that says where it was taken. */
function photo(options: JpegOptions, words = "cloth"): Promise<Buffer> {
  const [width, height] = [640, 400]
  const grain = Uint8Array.from(
    { length: width * height * 3 },
    (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 24) & 255,
  )
  return sharp(grain, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { ImageDescription: words }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg({ quality: 95, ...options })
    .toBuffer()
}

describe("the head of a JPEG", () => {
  test.each<[string, JpegOptions, string]>([
    ["usual", {}, "cloth"],
    ["progressive", { progressive: true }, "cloth"],
    ["with many words before its picture", {}, "of cloth, ".repeat(5_000)],
  ])("ends where its picture begins and tells all there is to know of one that is %s", async (_, options, words) => {
    const file = await photo(options, words)
    const length = headLength(file)
    expect(length).toBeLessThan(words.length + 8_192)
    expect(length).toBeGreaterThan(words.length)
    expect(file.length).toBeGreaterThan(128 * 1024)
    const found = await inspectPicture(file.subarray(0, length), "image/jpeg")
    expect(found).toEqual({ width: 640, height: 400, hasPlace: true })
    expect(found).toEqual(await inspectPicture(file, "image/jpeg"))
  })

  test("is as long as it may be where its first bytes do not tell", async () => {
    const file = await photo({})
    expect(headLength(file.subarray(0, 12))).toBe(128 * 1024)
    expect(headLength(Buffer.concat([file.subarray(0, 2), Buffer.alloc(9_000, 0x41)]))).toBe(128 * 1024)
    expect(headLength(Buffer.from("RIFF????WEBP"))).toBe(4_096)
  })
})
