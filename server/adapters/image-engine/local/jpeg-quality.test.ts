import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { jpegQuality } from "./jpeg-quality.ts"

const grey = sharp({ create: { width: 16, height: 16, channels: 3, background: "#a86" } })

describe("jpegQuality", () => {
  test.each([20, 50, 75, 80, 92, 97])("reads what libjpeg was asked for: %i", async (quality) => {
    const found = jpegQuality(await grey.clone().jpeg({ quality }).toBuffer())
    expect(Math.abs((found ?? 0) - quality)).toBeLessThanOrEqual(1)
  })

  test("finds the table behind other segments, and in a progressive file", async () => {
    const file = await grey
      .clone()
      .jpeg({ quality: 70, progressive: true })
      .withExif({ IFD0: { Artist: "A" } })
      .toBuffer()
    expect(Math.abs((jpegQuality(file) ?? 0) - 70)).toBeLessThanOrEqual(1)
  })

  test("is unknown for other files and for what was cut short", async () => {
    const file = await grey.clone().jpeg().toBuffer()
    expect(jpegQuality(await grey.clone().png().toBuffer())).toBeUndefined()
    expect(jpegQuality(new Uint8Array())).toBeUndefined()
    for (let length = 0; length < 60; length++) expect(jpegQuality(file.subarray(0, length))).toBeUndefined()
  })

  test("ends on any bytes after the beginning", () => {
    for (let seed = 1; seed < 200; seed++) {
      const bytes = Uint8Array.from(
        { length: 300 },
        (_, i) => (Math.imul(i + 1, seed * 2_654_435_761) >>> 24) | (i % 7 ? 0 : 255),
      )
      bytes.set([0xff, 0xd8, 0xff])
      const found = jpegQuality(bytes)
      expect(found === undefined || (found >= 1 && found <= 100)).toBe(true)
    }
  })
})
