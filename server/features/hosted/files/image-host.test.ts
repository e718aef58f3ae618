import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pieceBytes } from "#contract/hosted/files.ts"
import { messages } from "#contract/messages.ts"
import { forgottenObjects, photoWithPlace, randomFile, sendForm, twoColours } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const url = "/v1_1/aworan/image/upload"

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  owner = await t.signUp()
})
afterAll(() => t.close())

function formOf(bytes: Uint8Array, name = "shoe.photo.png", preset: string | null = "training"): FormData {
  const form = new FormData()
  form.append("file", new Blob([Uint8Array.from(bytes)]), name)
  if (preset !== null) form.append("upload_preset", preset)
  form.append("cloud_name", "aworan")
  return form
}

test("keeps a picture and says where it is, for its owner alone", async () => {
  const bytes = await twoColours(120, 80).png().toBuffer()
  const reply = await sendForm(t, url, formOf(bytes), { person: owner })
  expect(reply.statusCode, reply.body).toBe(200)
  const hosted = reply.json()
  expect(hosted).toMatchObject({ width: 120, height: 80, bytes: bytes.length, format: "png", resource_type: "image" })
  expect(hosted).toMatchObject({ original_filename: "shoe.photo", public_id: expect.stringMatching(/^[0-9a-f]{20}$/) })
  expect(hosted.secure_url.startsWith(`${t.s.config.publicUrl}/`)).toBe(true)
  const { pathname, search } = new URL(hosted.secure_url)
  const seen = await t.request("GET", pathname + search, { person: owner })
  expect(seen.rawPayload.equals(bytes)).toBe(true)
  expect((await t.request("GET", pathname + search)).statusCode).toBe(404)
  const file = await t.request("GET", `/v1/storage/buckets/images/files/${hosted.public_id}`, { person: owner })
  expect(file.json()).toMatchObject({ name: "shoe.photo.png", sizeOriginal: bytes.length, chunksUploaded: 1 })
})

test("keeps a picture longer than one piece, unchanged", async () => {
  const bytes = await sharp(randomFile(2000 * 1800 * 3), { raw: { width: 2000, height: 1800, channels: 3 } })
    .png()
    .toBuffer()
  expect(bytes.length).toBeGreaterThan(2 * pieceBytes)
  const hosted = (await sendForm(t, url, formOf(bytes), { person: owner })).json()
  expect(hosted).toMatchObject({ width: 2000, height: 1800, bytes: bytes.length })
  const { pathname, search } = new URL(hosted.secure_url)
  expect((await t.request("GET", pathname + search, { person: owner })).rawPayload.equals(bytes)).toBe(true)
})

test("tells the size of a turned photo as it is seen", async () => {
  const photo = await sharp(await photoWithPlace(60, 40))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const hosted = (await sendForm(t, url, formOf(photo, "a.jpg"), { person: owner })).json()
  expect(hosted).toMatchObject({ width: 40, height: 60, format: "jpg" })
})

/** A photo in the container of iPhones, named as they name theirs. */
async function heif(brand: "mif1" | "heic"): Promise<Buffer> {
  const bytes = await twoColours(120, 80).avif({ effort: 0 }).toBuffer()
  bytes.write(brand, 8, "latin1")
  // The codec of iPhones, which the decoder that comes with the product does not have.
  for (let at = bytes.indexOf("av01"); brand === "heic" && at > 0; at = bytes.indexOf("av01", at + 1)) {
    bytes.write("hvc1", at, "latin1")
  }
  return bytes
}

test("makes a JPEG of an iPhone's photo that can be decoded, and keeps nothing else of it", async () => {
  const reply = await sendForm(t, url, formOf(await heif("mif1"), "IMG_0001.HEIC"), { person: owner })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json()).toMatchObject({ width: 120, height: 80, format: "jpg", original_filename: "IMG_0001" })
  const { pathname, search } = new URL(reply.json().secure_url)
  const { rawPayload } = await t.request("GET", pathname + search, { person: owner })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 120, height: 80 })
  expect(await forgottenObjects(t)).toEqual([])
})

test("says of an iPhone's photo that it cannot decode what to do about it", async () => {
  const reply = await sendForm(t, url, formOf(await heif("heic"), "IMG_0002.heic"), { person: owner })
  expect(reply.json()).toMatchObject({
    code: 400,
    type: "storage_file_type_unsupported",
    message: messages.heicUnreadable,
  })
  expect(await forgottenObjects(t)).toEqual([])
})

test.each<[string, () => FormData | Promise<FormData>, number, string]>([
  ["no file", () => new FormData(), 400, "general_argument_invalid"],
  ["an empty file", () => formOf(new Uint8Array(0)), 400, "storage_file_empty"],
  [
    "no preset",
    async () => formOf(await twoColours(4, 4).png().toBuffer(), "a.png", null),
    400,
    "general_argument_invalid",
  ],
  ["no picture", () => formOf(randomFile(100)), 400, "storage_file_type_unsupported"],
  ["SVG", () => formOf(Buffer.from("<svg/>"), "a.svg"), 400, "storage_file_type_unsupported"],
  ["too large a file", () => formOf(randomFile(30_000_001)), 400, "storage_invalid_file_size"],
  ["far too large a file", () => formOf(randomFile(31_000_000)), 413, "request_too_large"],
])("refuses %s, and keeps nothing of it", async (_, make, code, type) => {
  const reply = await sendForm(t, url, await make(), { person: owner })
  expect(reply.json()).toMatchObject({ code, type })
  expect(await forgottenObjects(t)).toEqual([])
})

test("takes a JPEG under an iPhone's name as what it is", async () => {
  const bytes = await twoColours(4, 4).jpeg().toBuffer()
  const reply = await sendForm(t, url, formOf(bytes, "a.heic"), { person: owner })
  expect(reply.json()).toMatchObject({ format: "jpg", width: 4, original_filename: "a" })
})

test("asks visitors to sign in, and takes forms only from trusted pages", async () => {
  const bytes = await twoColours(4, 4).png().toBuffer()
  expect((await sendForm(t, url, formOf(bytes))).json()).toMatchObject({
    code: 401,
    type: "general_unauthorized_scope",
  })
  const foreign = { person: owner, headers: { origin: "https://evil.example" } }
  expect((await sendForm(t, url, formOf(bytes), foreign)).json()).toMatchObject({ code: 403 })
})
