import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pieceBytes } from "#contract/hosted/files.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { forgottenObjects, photoWithPlace, randomFile, sendForm, twoColours } from "#server/testing/uploads.ts"

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
  ["far too large a file", () => formOf(randomFile(31_000_000)), 400, "storage_invalid_file_size"],
])("refuses %s, and keeps nothing of it", async (_, make, code, type) => {
  const reply = await sendForm(t, url, await make(), { person: owner })
  expect(reply.json()).toMatchObject({ code, type })
  expect(await forgottenObjects(t)).toEqual([])
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
