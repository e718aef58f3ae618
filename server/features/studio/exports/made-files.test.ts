import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { type ExportPreset, exportPresets } from "#contract/catalogue/export-presets.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { checkPicture } from "./check.ts"
import { type ExportSource, makeExport, readExportSource } from "./make.ts"
import { buildCutOut } from "./testing/build-cut-out.ts"

const noise = { type: "gaussian", mean: 120, sigma: 60 } as const

/** A busy photo that compresses badly. */
const scenery = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 95 })
    .withExif({
      IFD3: { GPSLatitude: "6/1 27/1 0/1", GPSLongitude: "3/1 24/1 0/1", GPSLatitudeRef: "N", GPSLongitudeRef: "E" },
    })
    .toBuffer()

async function decode(bytes: Buffer) {
  const { format, width, height, exif } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): number[] => [
    ...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3),
  ]
  return { format, width, height, exif, at }
}

const ready = async (bytes: Buffer, mimeType: string, preset: ExportPreset): Promise<Buffer> =>
  makeExport(await readExportSource(bytes, mimeType), preset)

// No database has a part in it: once is enough.
describe.skipIf(isPostgres())("an exported file", () => {
  // Read once for all places, as a batch is.
  let photo: Buffer
  let readPhoto: ExportSource
  let readCutOut: ExportSource
  beforeAll(async () => {
    photo = await scenery(1_500, 1_000)
    readPhoto = await readExportSource(photo, "image/jpeg")
    readCutOut = await readExportSource(await buildCutOut(), "image/png")
  })

  describe.each(exportPresets.map((preset) => [preset.slug, preset] as const))("%s", (_, preset) => {
    const { width, height } = preset

    test("of a cut-out has its size, keeps the bytes and passes its own check", async () => {
      const bytes = await makeExport(readCutOut, preset)
      const file = await decode(bytes)
      expect(file).toMatchObject({ format: "jpeg", width, height, exif: undefined })
      expect(bytes.length).toBeLessThanOrEqual(preset.maxBytes)
      // The product stands in the middle, on white.
      const [red = 0, green = 0] = file.at(width / 2, height / 2)
      expect(red - green).toBeGreaterThan(100)
      expect(Math.min(...file.at(2, 2), ...file.at(width - 3, height - 3))).toBeGreaterThanOrEqual(252)
      const rules = await checkPicture(bytes, preset, readCutOut)
      expect(rules.filter(({ isPassed }) => !isPassed)).toEqual([])
    })

    test("of a busy photo has its size, keeps the bytes and forgets the place", async () => {
      const bytes = await makeExport(readPhoto, preset)
      expect(await decode(bytes)).toMatchObject({ format: "jpeg", width, height, exif: undefined })
      expect(bytes.length).toBeLessThanOrEqual(preset.maxBytes)
      const rules = await checkPicture(bytes, preset, readPhoto)
      const failed = rules.filter(({ isPassed }) => !isPassed).map(({ rule }) => rule)
      // A photo with a background fails where the product must stand alone, however white the frame around it, and nowhere else.
      const wanted = { any: [], "white-border": ["border"], white: ["border", "fill"] } as const
      expect(failed).toEqual(wanted[preset.ground])
      expect((await checkPicture(photo, preset, readPhoto)).find(({ rule }) => rule === "location")?.isPassed).toBe(
        false,
      )
    })
  })

  test("of a photo that somebody put into a white frame does not pass for a product that stands alone", async () => {
    const onWhite = (input: Buffer) =>
      sharp({ create: { width: 900, height: 900, channels: 3, background: "#fff" } })
        .composite([{ input }])
        .jpeg({ quality: 95 })
        .toBuffer()
    const cup = Buffer.from(`<svg width="600" height="600"><circle cx="300" cy="300" r="290" fill="#2040a0"/></svg>`)
    for (const [input, standsAlone] of [
      [await scenery(600, 500), false],
      [cup, true],
    ] as const) {
      expect((await readExportSource(await onWhite(input), "image/jpeg")).standsAlone).toBe(standsAlone)
    }
  })

  test("is taken in a place's formats only, and the check says which", async () => {
    const format = async (slug: ExportPreset["slug"], bytes: Buffer) => {
      const preset = exportPresets.find((one) => one.slug === slug) ?? exportPresets[0]
      return (await checkPicture(bytes, preset, readCutOut)).find(({ rule }) => rule === "format")
    }
    const picture = sharp({ create: { width: 680, height: 850, channels: 3, background: "#fff" } })
    const [jpeg, png, webp] = [
      await picture.jpeg().toBuffer(),
      await picture.png().toBuffer(),
      await picture.webp().toBuffer(),
    ]
    expect(await format("jumia-680x850", jpeg)).toMatchObject({ isPassed: true })
    expect(await format("jumia-680x850", png)).toMatchObject({ isPassed: false, reason: "PNG; JPEG is taken." })
    expect(await format("amazon-2000", png)).toMatchObject({ isPassed: true })
    expect(await format("amazon-2000", webp)).toMatchObject({ isPassed: false, reason: "WEBP; JPEG or PNG is taken." })
    expect(exportPresets.filter(({ formats }) => !formats.some((one) => one === "jpeg"))).toEqual([])
  })

  test("Amazon's product fills 85 % of the frame", async () => {
    const preset = exportPresets.find(({ slug }) => slug === "amazon-2000") ?? exportPresets[0]
    const { at } = await decode(await ready(await buildCutOut(), "image/png", preset))
    const isRed = (y: number): boolean => (at(1_000, y)[1] ?? 255) < 128
    const rows = Array.from({ length: 2_000 }, (_, y) => y).filter(isRed)
    expect(rows.length / 2_000).toBeCloseTo(0.85, 2)
    expect((rows[0] ?? 0) + (rows.at(-1) ?? 0)).toBeCloseTo(1_999, -1)
  })

  test("what matters of a status stays in the middle", async () => {
    const preset = exportPresets.find(({ slug }) => slug === "whatsapp-status") ?? exportPresets[0]
    const { at } = await decode(await ready(await buildCutOut(), "image/png", preset))
    for (const y of [100, 280, 1_640, 1_900]) expect(Math.min(...at(540, y))).toBeGreaterThan(250)
  })

  test.each([
    [
      "CMYK",
      () =>
        sharp({ create: { width: 90, height: 90, channels: 3, background: "#3050a0" } })
          .toColourspace("cmyk")
          .jpeg()
          .toBuffer(),
      "image/jpeg",
    ],
    [
      "16 bits",
      () =>
        sharp({ create: { width: 90, height: 90, channels: 3, background: "#3050a0" } })
          .toColourspace("rgb16")
          .png()
          .toBuffer(),
      "image/png",
    ],
    [
      "an animation",
      () =>
        sharp({ create: { width: 90, height: 90, channels: 3, background: "#3050a0" } })
          .gif()
          .toBuffer(),
      "image/gif",
    ],
  ] as const)("a picture with %s becomes a plain one", async (_, make, mimeType) => {
    const preset = exportPresets.find(({ slug }) => slug === "instagram-1x1") ?? exportPresets[0]
    const { at, format } = await decode(await ready(await make(), mimeType, preset))
    expect(format).toBe("jpeg")
    const [red = 0, , blue = 0] = at(500, 500)
    expect(blue - red).toBeGreaterThan(40)
  })
})
