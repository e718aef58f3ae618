import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { putMark, readMark } from "#server/media/ai-mark.ts"
import { jpegSegments, startOfScan } from "#server/platform/pictures/jpeg-segments.ts"
import { inTurn } from "#server/platform/pictures/picture-turns.ts"
import { leastOf, processorMs } from "#server/testing/measure.ts"
import { pngChunk } from "#server/testing/records/png-chunk.ts"
import { filesAt, photoWithPlace, randomFile, twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  owner = await t.signUp({ isVerified: true })
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

function longSegment(marker: number, text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(text, "latin1")])
}

function behindStart(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** @param put makes other bytes of the first table after the first scan */
function betweenScans(jpeg: Buffer, put: (table: Buffer) => Buffer): Buffer {
  const scan = [...jpegSegments(jpeg)].find(({ marker }) => marker === startOfScan)
  const start = jpeg.indexOf(Buffer.from([0xff, 0xc4]), scan?.end)
  const end = start + 2 + jpeg.readUInt16BE(start + 2)
  return Buffer.concat([jpeg.subarray(0, start), put(jpeg.subarray(start, end)), jpeg.subarray(end)])
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

  test("and has more pieces than any picture is made anew, before they take memory", async () => {
    const photo = await twoColours(40, 20).jpeg().toBuffer()
    const pieces = Buffer.alloc(4 * 1_000_000, Buffer.from([0xff, 0xfe, 0, 2]))
    const ms = await leastOf(600, async () => {
      const path = await share(Buffer.concat([photo.subarray(0, 2), pieces, photo.subarray(2)]), "a.jpg")
      return processorMs(async () => {
        const { rawPayload } = await t.request("GET", path)
        expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 40, height: 20 })
      })
    })
    expect(ms).toBeLessThan(600)
  })

  /** XMP that names a city, as photo tools write it; nothing in it says "GPS". */
  const city =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="SECRET"/></rdf:RDF></x:xmpmeta>'

  test.each<[string, (jpeg: Buffer) => Buffer]>([
    [
      "IPTC",
      (jpeg) => behindStart(jpeg, segment(0xed, "Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0b\x1c\x02\x5a\0\x06SECRET")),
    ],
    ["a city in XMP", (jpeg) => behindStart(jpeg, longSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${city}`))],
    [
      "a second EXIF",
      (jpeg) => behindStart(jpeg, segment(0xe1, "Exif\0\0MM\0*\0\0\0\x08\0\0"), segment(0xe1, "Exif\0\0MM\0*SECRET")),
    ],
    ["a second picture behind the first", (jpeg) => Buffer.concat([jpeg, behindStart(jpeg, segment(0xe1, "SECRET"))])],
  ])("tells nothing by %s alone", async (_, put) => {
    const bytes = put(await twoColours(40, 20).jpeg().toBuffer())
    expect(bytes.includes("SEC")).toBe(true)
    const reply = await t.request("GET", await share(bytes, "a.jpg"))
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 40, height: 20 })
    expect(reply.rawPayload.includes("SEC")).toBe(false)
  })

  test.each<[string, (table: Buffer) => Buffer]>([
    ["words behind a table", (table) => longSegment(0xc4, `${table.toString("latin1", 4)}SECRET`)],
    ["a second frame", (table) => Buffer.concat([segment(0xc2, "\x08\0\x08\0\x08\x01SEC"), table])],
  ])("is refused where its scans have %s between them", async (_, put) => {
    const jpeg = await noise(64, 64).jpeg({ progressive: true }).toBuffer()
    const reply = await t.request("GET", await share(betweenScans(jpeg, put), "a.jpg"))
    expect([reply.statusCode, reply.json().type]).toEqual([400, "storage_file_type_unsupported"])
  })

  test.each(["png", "webp", "gif"] as const)("as %s tells nothing by its texts alone", async (format) => {
    const plain = await twoColours(40, 20).withXmp(city).toFormat(format).toBuffer()
    const bytes =
      format === "png"
        ? Buffer.concat([
            plain.subarray(0, 33),
            pngChunk("tEXt", "Comment\0SECRET"),
            pngChunk("iTXt", "Location\0\0\0\0\0SECRET"),
            pngChunk("eXIf", "MM\0*\0\0\0\x08SECRET"),
            plain.subarray(33),
            Buffer.from("SECRET"),
          ])
        : format === "gif"
          ? Buffer.concat([plain.subarray(0, -1), Buffer.from("!\xfe\x06SECRET\0;", "latin1")])
          : plain
    expect(bytes.includes("SECRET")).toBe(true)
    const { rawPayload } = await t.request("GET", await share(bytes, `a.${format}`))
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format, width: 40, height: 20 })
    expect(rawPayload.includes("SECRET")).toBe(false)
  })

  test.each(["jpeg", "png", "webp"] as const)("as %s still says that a generator made it", async (format) => {
    const made = await twoColours(40, 20).toFormat(format).toBuffer()
    const source = "trainedAlgorithmicMedia" as const
    const markOn = async (generator: string) => {
      const bytes = Buffer.from(putMark(made, `image/${format}`, { source, generator }))
      return readMark((await t.request("GET", await share(bytes, `a.${format}`))).rawPayload)
    }
    expect(await markOn("Aworan (Local engine)")).toEqual({ source, generator: "Aworan (Local engine)" })
    expect(await markOn("SECRET")).toEqual({ source, generator: "another generator" })
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
  const worker = { share: "network:127.0.0.1" }
  const waiting = Array.from({ length: 61 }, () => inTurn("preview", worker, 1, () => end.promise))
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
    const person = await strict.signUp({ isVerified: true })
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
