import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { previewInTurn } from "#server/media/previews.ts"
import { jpegSegments, startOfScan } from "#server/platform/pictures/jpeg-segments.ts"
import { filesAt, photoWithPlace, randomFile, twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  owner = await t.signUp()
})
afterAll(() => t.close())

async function share(bytes: Buffer, name: string, app = t, person = owner): Promise<string> {
  const { $id } = await uploaded(app, bytes, { person, name, permissions: ['read("any")'] })
  return filesAt("scratch", $id, "view")
}

const exif = { IFD0: { Make: "Phone", Model: "SECRET" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1" } }

function noise(width: number, height: number) {
  return sharp(randomFile(width * height * 3), { raw: { width, height, channels: 3 } })
}

function segment(marker: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, "latin1")])
}

/** Words wherever a JPEG may have some, further pictures behind it included. */
function withWords(jpeg: Buffer): Buffer {
  const words = Buffer.concat([
    segment(0xe0, "JFXX\0\x10SECRET"),
    segment(0xe1, "http://ns.adobe.com/xmp/extension/\0SECRET"),
    segment(0xe2, "MPF\0SECRET"),
    segment(0xed, "Photoshop 3.0\x008BIM SECRET"),
    segment(0xe5, "SECRET"),
    segment(0xfe, "SECRET"),
  ])
  const scan = [...jpegSegments(jpeg)].find(({ marker }) => marker === startOfScan)
  const second = jpeg.indexOf(Buffer.from([0xff, startOfScan]), scan?.end)
  const tables = jpeg.lastIndexOf(Buffer.from([0xff, 0xc4]), second)
  const between = tables > (scan?.end ?? 0) ? tables : second
  const parts = second < 0 ? [jpeg.subarray(2)] : [jpeg.subarray(2, between), words, jpeg.subarray(between)]
  return Buffer.concat([jpeg.subarray(0, 2), words, ...parts, jpeg, Buffer.from("SECRET film")])
}

describe("a photo that others see", () => {
  test.each<[string, number, { progressive?: boolean; chromaSubsampling?: string }]>([
    ["as it was taken", 1, {}],
    ["turned", 6, { chromaSubsampling: "4:4:4" }],
    ["mirrored and of several scans", 5, { progressive: true }],
  ])("has the very same pixels and colours, and no word, %s", async (_, orientation, options) => {
    const photo = noise(90, 60).withExif(exif).withMetadata({ orientation, icc: "p3" }).jpeg(options)
    const bytes = withWords(await photo.toBuffer())
    const { rawPayload } = await t.request("GET", await share(bytes, "a.jpg"))
    const [seen, own] = [await sharp(rawPayload).metadata(), await sharp(bytes).metadata()]
    expect(rawPayload.includes("SECRET")).toBe(false)
    expect(rawPayload.includes("Phone")).toBe(false)
    expect([seen.autoOrient, seen.icc]).toEqual([own.autoOrient, own.icc])
    const shown = (picture: Buffer) => sharp(picture).autoOrient().raw().toBuffer()
    expect((await shown(rawPayload)).equals(await shown(bytes))).toBe(true)
    expect(seen.exif?.length ?? 0).toBe(orientation === 1 ? 0 : 32)
  })

  test("and is not built as common ones are is made anew", async () => {
    const photo = await photoWithPlace()
    const odd = Buffer.concat([photo.subarray(0, 2), segment(0xee, "Adobe\0\x64\0\0\0\0\x01SECRET"), photo.subarray(2)])
    const { rawPayload } = await t.request("GET", await share(odd, "a.jpg"))
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 64, height: 48 })
    expect(rawPayload.includes("SECRET") || rawPayload.includes("Phone")).toBe(false)
  })

  test.each(["png", "webp", "avif"] as const)("as %s has no word either", async (format) => {
    const bytes = await twoColours(40, 20).withExif(exif).toFormat(format).toBuffer()
    const { rawPayload, headers } = await t.request("GET", await share(bytes, `a.${format}`))
    const seen = await sharp(rawPayload).metadata()
    expect(headers["content-type"]).toBe(`image/${format}`)
    expect([seen.width, seen.height, seen.exif]).toEqual([40, 20, undefined])
  })

  test("is smaller where a whole copy would take more memory than a preview may", async () => {
    const bytes = await twoColours(3_000, 2_800).withExif(exif).avif({ effort: 0 }).toBuffer()
    const { rawPayload } = await t.request("GET", await share(bytes, "a.avif"))
    const { width, height } = await sharp(rawPayload).metadata()
    // 640 MB, less 30 bytes for each pixel that is decoded, and 50 for each that is encoded.
    expect(width * height).toBeLessThanOrEqual((640_000_000 - 3_000 * 2_800 * 30) / 50 + width)
    expect(width * height).toBeGreaterThan(7_700_000)
  })
})

test("copies wait among the previews, never in the places of uploads; one that is kept waits for nobody", async () => {
  const kept = await share(await photoWithPlace(), "a.jpg")
  expect((await t.request("GET", kept)).statusCode).toBe(200)
  const end = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 101 }, () => previewInTurn(() => end.promise))
  try {
    const path = await share(await photoWithPlace(), "b.jpg")
    expect((await t.request("GET", path)).json()).toMatchObject({ code: 429, type: "general_rate_limit_exceeded" })
    expect((await t.request("GET", kept)).statusCode).toBe(200)
    expect((await t.request("GET", path, { person: owner })).statusCode).toBe(200)
  } finally {
    end.resolve()
    await Promise.all(waiting)
  }
})

test("a copy that fails is not tried without end; one that is kept is not counted", async () => {
  const strict = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1", RATE_LIMIT_FACTOR: "0.2" } })
  try {
    const person = await strict.signUp()
    const whole = await share(await photoWithPlace(), "a.jpg", strict, person)
    const photo = await noise(200, 200).withExif(exif).jpeg().toBuffer()
    const damaged = await share(photo.subarray(0, photo.length / 2), "b.jpg", strict, person)
    const reader = await strict.signUp()
    const see = async (path: string) => (await strict.request("GET", path, { person: reader })).statusCode
    for (let n = 0; n < 26; n++) expect(await see(whole)).toBe(200)
    const tried: number[] = []
    for (let n = 0; n < 26; n++) tried.push(await see(damaged))
    expect([tried[0], tried.at(-1)]).toEqual([400, 429])
    expect(await see(whole)).toBe(200)
  } finally {
    await strict.close()
  }
})
