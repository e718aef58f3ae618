import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ExportPreset, exportPresets } from "#contract/catalogue/export-presets.ts"
import { keepPicture } from "#server/media/kept-picture.ts"
import { buildPictures } from "#server/testing/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { checkPicture } from "./check.ts"
import { makeExport, readExportSource } from "./make.ts"

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  person = await t.signUp()
})
afterAll(() => t.close())

const noise = { type: "gaussian", mean: 120, sigma: 60 } as const

/** A red product on transparency, off the middle. */
async function cutOut(): Promise<Buffer> {
  const product = await sharp({ create: { width: 300, height: 500, channels: 3, background: "#b02020" } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 900, height: 800, channels: 4, background: "#00000000" } })
    .composite([{ input: product, left: 40, top: 60 }])
    .png()
    .toBuffer()
}

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

describe.each(exportPresets.map((preset) => [preset.slug, preset] as const))("%s", (_, preset) => {
  const { width, height } = preset

  test("of a cut-out has its size, keeps the bytes and passes its own check", async () => {
    const bytes = await ready(await cutOut(), "image/png", preset)
    const file = await decode(bytes)
    expect(file).toMatchObject({ format: "jpeg", width, height, exif: undefined })
    expect(bytes.length).toBeLessThanOrEqual(preset.maxBytes)
    // The product stands in the middle, on white.
    const [red = 0, green = 0] = file.at(width / 2, height / 2)
    expect(red - green).toBeGreaterThan(100)
    expect(Math.min(...file.at(2, 2), ...file.at(width - 3, height - 3))).toBeGreaterThanOrEqual(252)
    const rules = await checkPicture(bytes, preset)
    expect(rules.filter(({ isPassed }) => !isPassed)).toEqual([])
  })

  test("of a busy photo has its size, keeps the bytes and forgets the place", async () => {
    const photo = await scenery(1_500, 1_000)
    const bytes = await ready(photo, "image/jpeg", preset)
    expect(await decode(bytes)).toMatchObject({ format: "jpeg", width, height, exif: undefined })
    expect(bytes.length).toBeLessThanOrEqual(preset.maxBytes)
    const rules = await checkPicture(bytes, preset)
    const failed = rules.filter(({ isPassed }) => !isPassed).map(({ rule }) => rule)
    // A photo with a background fails only where the product must stand alone.
    expect(failed.filter((rule) => rule !== "border" && rule !== "fill")).toEqual([])
    expect((await checkPicture(photo, preset)).find(({ rule }) => rule === "location")?.isPassed).toBe(false)
  })
})

test("Amazon's product fills 85 % of the frame", async () => {
  const preset = exportPresets.find(({ slug }) => slug === "amazon-2000") ?? exportPresets[0]
  const { at } = await decode(await ready(await cutOut(), "image/png", preset))
  const isRed = (y: number): boolean => (at(1_000, y)[1] ?? 255) < 128
  const rows = Array.from({ length: 2_000 }, (_, y) => y).filter(isRed)
  expect(rows.length / 2_000).toBeCloseTo(0.85, 2)
  expect((rows[0] ?? 0) + (rows.at(-1) ?? 0)).toBeCloseTo(1_999, -1)
})

test("what matters of a status stays in the middle", async () => {
  const preset = exportPresets.find(({ slug }) => slug === "whatsapp-status") ?? exportPresets[0]
  const { at } = await decode(await ready(await cutOut(), "image/png", preset))
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

describe("the calls", () => {
  async function ownPicture(): Promise<string> {
    const [id = ""] = await buildPictures(t, person.accountId, [{ isPublic: false, prompt: "Ankara bag, red!" }])
    const { storageKey } = await keepPicture(t.s, await cutOut(), null)
    await t.s.db.updateTable("generations").set({ storageKey, mimeType: "image/png" }).where("id", "=", id).execute()
    return `/pictures/${id}`
  }

  const get = (path: string, query: Record<string, string>, by: TestPerson | undefined = person) =>
    t.request("GET", `${path}?${new URLSearchParams(query)}`, by ? { person: by } : {})

  test("give one picture, or several in a ZIP with a manifest", async () => {
    const image = await ownPicture()
    const one = await get("/exports/download", { image, presets: "jumia-680x850" })
    expect(one.headers["content-type"]).toBe("image/jpeg")
    expect(one.headers["content-disposition"]).toBe('attachment; filename="ankara-bag-red-jumia-680x850.jpg"')
    expect(await sharp(one.rawPayload).metadata()).toMatchObject({ width: 680, height: 850 })
    const several = await get("/exports/download", { image, presets: "jumia-680x850,link-preview" })
    expect(several.headers["content-type"]).toBe("application/zip")
    const text = several.rawPayload.toString("latin1")
    for (const name of ["ankara-bag-red-jumia-680x850.jpg", "ankara-bag-red-link-preview.jpg", "manifest.csv"]) {
      expect(text).toContain(name)
    }
  })

  test("check before, with the reason for each rule", async () => {
    const image = await ownPicture()
    const made = await get("/exports/check", { image, preset: "amazon-2000" })
    expect(made.json().data).toMatchObject({ preset: "amazon-2000", isPassed: true })
    const asItIs = (await get("/exports/check", { image, preset: "amazon-2000", what: "as-it-is" })).json().data
    expect(asItIs.isPassed).toBe(false)
    expect(asItIs.rules[0]).toMatchObject({
      rule: "size",
      isPassed: false,
      reason: "900 × 800 px; 2000 × 2000 is asked for.",
    })
  })

  test("refuse strangers, unknown places and other sites", async () => {
    const image = await ownPicture()
    const stranger = await t.signUp()
    expect((await get("/exports/download", { image, presets: "jumia-680x850" }, stranger)).statusCode).toBe(404)
    expect((await t.request("GET", `/exports/check?image=${image}&preset=amazon-2000`)).statusCode).toBe(401)
    expect((await get("/exports/download", { image, presets: "mars" })).statusCode).toBe(400)
    expect(
      (await get("/exports/download", { image: "https://example.com/a.jpg", presets: "jumia-680x850" })).statusCode,
    ).toBe(400)
  })
})
