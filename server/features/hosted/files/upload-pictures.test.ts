import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { pieceBytes } from "#contract/hosted/files.ts"
import { clockMs, leastOf } from "#server/testing/measure.ts"
import { pngChunk } from "#server/testing/records/png-chunk.ts"
import {
  apiKey,
  filesAt,
  forgottenObjects,
  photoWithPlace,
  randomFile,
  twoColours,
  upload,
  uploaded,
  uploadPiece,
} from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const whole = randomFile(2 * pieceBytes + 1234)

let t: TestApp
let owner: TestPerson
/** Somebody whose orders are not refused for want of credits. */
let rich: TestPerson

beforeAll(async () => {
  t = await openTestApp({
    hasWorker: false,
    settings: { API_KEY: apiKey, CONFORMANCE: "1", GENERATION_WAIT_SECONDS: "0" },
  })
  owner = await t.signUp()
  rich = await t.signUp({ credits: 100, isVerified: true })
})
afterAll(() => t.close())
afterEach(async () => expect(await forgottenObjects(t)).toEqual([]))

describe("a picture bucket", () => {
  const refused = { code: 400, type: "storage_file_type_unsupported" }

  test.each(["png", "jpeg", "webp", "gif", "avif"] as const)("takes %s", async (format) => {
    const bytes = await twoColours(32, 16).toFormat(format).toBuffer()
    const name = `a.${format === "jpeg" ? "JPG" : format}`
    const file = await uploaded(t, bytes, { person: owner, bucket: "images", name })
    expect(file.mimeType).toBe(`image/${format}`)
  })

  test.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ["HTML under a picture's name", "a.png", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["SVG under a picture's name", "a.png", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["SVG under its own name", "a.svg", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["TIFF", "a.tiff", () => twoColours(8, 8).tiff().toBuffer()],
    ["the beginning of a PNG", "a.png", () => Buffer.from("\x89PNG\r\n\x1a\n and nothing more", "latin1")],
    ["random bytes", "a.webp", () => randomFile(500)],
  ])("refuses %s within a second", async (_, name, make) => {
    const bytes = await make()
    const refuse = async () => {
      const reply = await upload(t, bytes, { person: owner, bucket: "images", name })
      expect(reply.json()).toMatchObject(refused)
    }
    expect(await leastOf(1_000, () => clockMs(refuse))).toBeLessThan(1_000)
  })

  test.each<[string, "iTXt" | "zTXt", number, number]>([
    ["packed XMP of a photo tool", "iTXt", 300_000, 1],
    ["forty packed texts of 8 MB", "iTXt", 8_000_000, 40],
    ["one packed text of 40 MB", "zTXt", 40_000_000, 1],
    ["thousands of empty texts", "zTXt", 0, 5_000],
  ])("looks into a PNG with %s without unpacking without end", async (what, type, bytes, times) => {
    const keyword = type === "iTXt" ? "XML:com.adobe.xmp\0\x01\0\0\0" : "Comment\0\0"
    const packed = Buffer.concat([Buffer.from(keyword, "latin1"), deflateSync(Buffer.alloc(bytes, "a"))])
    const texts = Array<Buffer>(times).fill(pngChunk(type, packed))
    const plain = await twoColours(8, 8).png().toBuffer()
    const png = Buffer.concat([plain.subarray(0, 33), ...texts, plain.subarray(33)])
    const before = process.memoryUsage().rss
    const reply = await upload(t, png, { person: owner, bucket: "images", name: "a.png" })
    const words = { code: 400, type: "picture_too_large", message: expect.stringContaining("words beside its picture") }
    expect(reply.json()).toMatchObject(what.includes("tool") ? { mimeType: "image/png" } : words)
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
    if (what.includes("tool")) return
    const image = `data:image/png;base64,${png.toString("base64")}`
    const asked = await t.request("POST", "/image-to-prompt", { person: rich, body: { image } })
    expect(asked.json()).toMatchObject(words)
  })

  test.each([
    "photo.jfif",
    "photo.jpe",
    "photo.png",
    "photo",
    "photo.html",
    "a photo.of.Ọ̀ṣun",
    "фото.джипег",
    "👩🏾‍🌾",
  ])("takes %s by its content", async (name) => {
    const bytes = await twoColours(8, 8).jpeg().toBuffer()
    const file = await uploaded(t, bytes, { person: owner, bucket: "images", name })
    expect(file).toMatchObject({ mimeType: "image/jpeg", name, width: 8 })
  })

  test.each<[string, () => Promise<Buffer>, string]>([
    [
      "a screenshot of a long page",
      () => bomb(400, 16_500),
      "400 × 16500 pixels. A side of up to 16384 pixels is taken",
    ],
    ["a picture that is too wide", () => bomb(20_000, 10), "20000 × 10 pixels. A side of up to 16384 pixels is taken"],
    ["a picture of 256 megapixels", () => bomb(16_000, 16_000), "256.0 megapixels. Up to 50 can be worked on"],
    [
      "an AVIF of 21 megapixels",
      () => twoColours(5_000, 4_200).avif({ effort: 0 }).toBuffer(),
      "21.0 megapixels. Up to 20 can be worked on",
    ],
  ])("refuses %s with its limit", async (_, make, words) => {
    const reply = await upload(t, await make(), { person: owner, bucket: "images", name: "a.png" })
    expect(reply.json()).toMatchObject({
      code: 400,
      type: "picture_too_large",
      message: expect.stringContaining(words),
    })
  })

  test("says of what is no picture which kinds are taken", async () => {
    const reply = await upload(t, Buffer.from("%PDF-1.7 and more"), { person: owner, bucket: "images", name: "a.jpg" })
    expect(reply.json()).toMatchObject({
      ...refused,
      message: "Only pictures are taken here: JPEG, PNG, WEBP, AVIF, GIF.",
    })
  })

  test("is not read back from storage to look into a photo that came in one piece", async () => {
    const photo = await photoWithPlace(1200, 900)
    const read = vi.spyOn(t.s.storage, "get")
    const { $id } = await uploaded(t, photo, { person: owner, bucket: "images", name: "photo.jpg" })
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
    const row = await t.s.db.selectFrom("files").selectAll().where("id", "=", $id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ width: 1200, height: 900 })
  })

  test("finds the size of a photo whose header is longer than what is kept of it", async () => {
    const photo = await photoWithPlace()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533, "x")])
    const long = Buffer.concat([photo.subarray(0, 2), comment, comment, comment, photo.subarray(2)])
    const { $id } = await uploaded(t, long, { person: owner, bucket: "images", name: "photo.jpg" })
    const row = await t.s.db.selectFrom("files").selectAll().where("id", "=", $id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ width: 64, height: 48 })
  })

  test("refuses a wrong picture in pieces at its end, and forgets it", async () => {
    const fileId = crypto.randomUUID()
    const options = { person: owner, bucket: "images", name: "a.png", fileId }
    for (const number of [0, 1]) expect((await uploadPiece(t, whole, number, options)).statusCode).toBe(201)
    expect((await uploadPiece(t, whole, 2, options)).json()).toMatchObject(refused)
    expect(
      (await t.request("GET", filesAt("images", fileId), { headers: { "x-appwrite-key": apiKey } })).statusCode,
    ).toBe(404)
  })

  test("takes a large picture in pieces", async () => {
    const noise = randomFile(1600 * 1400 * 3)
    const bytes = await sharp(noise, { raw: { width: 1600, height: 1400, channels: 3 } })
      .png()
      .toBuffer()
    expect(bytes.length).toBeGreaterThan(pieceBytes)
    const options = { person: owner, bucket: "images", name: "noise.png", fileId: crypto.randomUUID() }
    await uploadPiece(t, bytes, 1, options)
    expect((await uploadPiece(t, bytes, 0, options)).json()).toMatchObject({ mimeType: "image/png", chunksUploaded: 2 })
    const preview = await t.request("GET", `${filesAt("images", options.fileId, "preview")}?width=80`, {
      person: owner,
    })
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 80, height: 70 })
  })
})

function bomb(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#000" }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
