import sharp, { type Sharp } from "sharp"
import { expect, test } from "vitest"
import { exportPresets } from "#contract/catalogue/export-presets.ts"
import { decodePicture } from "#server/adapters/image-engine/local/codec.ts"
import { makeExport, readExportSource } from "#server/features/studio/exports/make.ts"
import { fillIn, makePreview } from "#server/media/previews.ts"
import { readUpright } from "#server/media/product-box.ts"
import { makeThumbnails } from "#server/media/thumbnails.ts"
import { withoutMetadata } from "#server/media/without-metadata.ts"
import { inspectPicture, smallCopy } from "#server/platform/pictures/picture.ts"
import { makePlaceholder } from "#server/platform/pictures/placeholder.ts"

/** Four fields, so that every way of turning and mirroring looks different: red, green, blue and yellow. */
const fields = { R: [200, 30, 30], G: [30, 160, 30], B: [30, 30, 200], Y: [220, 200, 30] } as const
const [width, height] = [96, 64]

function stored(): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const letter = (["R", "G", "B", "Y"] as const)[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? "R"
      pixels.set(fields[letter], (y * width + x) * 3)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** What is seen at the corners, row by row, when a picture is shown as its camera was held (EXIF 2.32, 4.6.5.1.6). */
const seen = ["RGBY", "GRYB", "YBGR", "BYRG", "RBGY", "BRYG", "YGBR", "GYRB"]

/** The letters of the four corners; a pixel of a field is nearest to its colour. */
async function cornersOf(bytes: Uint8Array): Promise<string> {
  // What is left of a mark would turn it once more here, as it would in a browser.
  const { data, info } = await sharp(bytes).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return letters(data, info.width, info.height, 3)
}

function letters(data: ArrayLike<number>, wide: number, high: number, channels: number): string {
  const at = (x: number, y: number): string => {
    const start = (Math.floor(y * high) * wide + Math.floor(x * wide)) * channels
    const distance = (colour: readonly number[]) =>
      colour.reduce((sum, part, i) => sum + Math.abs(part - (data[start + i] ?? 0)), 0)
    return Object.entries(fields).sort(([, a], [, b]) => distance(a) - distance(b))[0]?.[0] ?? ""
  }
  return [at(0.3, 0.3), at(0.7, 0.3), at(0.3, 0.7), at(0.7, 0.7)].join("")
}

/** Every road on which a picture is shown or worked on. */
const roads: Readonly<Record<string, (bytes: Buffer, type: string) => Promise<string>>> = {
  "a preview of an upload": async (bytes, type) =>
    cornersOf(await makePreview(bytes, type, fillIn({ width: 48, output: "png" }, "png"))),
  "previews in galleries": async (bytes, type) =>
    cornersOf((await makeThumbnails(bytes, type)).get(320) ?? Buffer.alloc(0)),
  "what cutting out and enlarging read": async (bytes) => {
    const picture = await decodePicture(bytes)
    return letters(picture.data, picture.width, picture.height, picture.channels)
  },
  "an export, a batch, a scene": async (bytes, type) => cornersOf((await readUpright(bytes, type)).image),
  "the file of an export": async (bytes, type) => {
    const source = await readExportSource(bytes, type)
    // The one that shows all of a picture; others cut it to their shape.
    const preset = exportPresets.find(({ slug }) => slug === "jumia-680x850")
    if (!preset) throw new Error("This place is there no more.")
    return cornersOf(await makeExport(source, preset))
  },
  "a published copy": async (bytes, type) => cornersOf(await withoutMetadata(bytes, type)),
  "a small copy": async (bytes, type) => cornersOf(await smallCopy(bytes, type, 48, "clear")),
  "a placeholder": async (bytes, type) =>
    cornersOf(Buffer.from((await makePlaceholder(bytes, type)).split(",")[1] ?? "", "base64")),
}

const kinds = ["jpeg", "png", "webp", "avif"] as const

test.each(kinds.flatMap((kind) => Object.keys(roads).map((road) => [kind, road] as const)))(
  "%s held in every way is upright in %s",
  async (kind, road) => {
    for (const [index, corners] of seen.entries()) {
      const bytes = await stored()
        .withMetadata({ orientation: index + 1 })
        .toFormat(kind, { quality: 90 })
        .toBuffer()
      expect(await roads[road]?.(bytes, `image/${kind}`), `orientation ${index + 1}`).toBe(corners)
    }
  },
)

test.each(kinds)("the sides of %s held in every way are told as it is shown", async (kind) => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const bytes = await stored().withMetadata({ orientation }).toFormat(kind).toBuffer()
    const found = await inspectPicture(bytes, `image/${kind}`)
    expect([orientation, found?.width, found?.height]).toEqual([
      orientation,
      ...(orientation >= 5 ? [height, width] : [width, height]),
    ])
  }
})
