import { createHash } from "node:crypto"
import { sql } from "kysely"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { bucketBytes, fileQuota, pieceBytes } from "#contract/files.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { sweepFiles } from "./sweep.ts"
import {
  apiKey,
  filesAt,
  isStored,
  randomFile,
  sendForm,
  twoColours,
  upload,
  uploaded,
  uploadPiece,
} from "./test-uploads.ts"

const key = { "x-appwrite-key": apiKey }

let t: TestApp
let owner: TestPerson
let other: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { API_KEY: apiKey, CONFORMANCE: "1" } })
  owner = await t.signUp()
  other = await t.signUp()
})
afterAll(() => t.close())

/** Every object has a file, and every piece that lost is gone: nothing is forgotten in storage. */
afterEach(async () => {
  const drafts = await t.s.db.selectFrom("fileObjects").select("storageKey").where("fileSequence", "is", null).execute()
  expect(drafts).toEqual([])
})

function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex")
}

const whole = randomFile(2 * pieceBytes + 1234)

async function bytesOf(id: string, person = owner): Promise<Buffer> {
  return (await t.request("GET", filesAt("scratch", id, "download"), { person })).rawPayload
}

describe("a file in pieces", () => {
  test("comes together one piece after the other, and is ready with the last only", async () => {
    const first = (await uploadPiece(t, whole, 0, { person: owner, name: "big.bin" })).json()
    expect(first).toMatchObject({ chunksTotal: 3, chunksUploaded: 1, signature: "", mimeType: "" })
    expect(first.sizeOriginal).toBe(whole.length)
    const next = { person: owner, headers: { "x-appwrite-id": first.$id } }
    expect((await uploadPiece(t, whole, 1, next)).json()).toMatchObject({ $id: first.$id, chunksUploaded: 2 })
    expect((await t.request("GET", filesAt("scratch", first.$id), { person: owner })).json().chunksUploaded).toBe(2)
    for (const ending of ["view", "download", "preview"]) {
      const early = await t.request("GET", filesAt("scratch", first.$id, ending), { person: owner })
      expect(early.json()).toMatchObject({ code: 404, type: "storage_file_not_found" })
    }
    const last = (await uploadPiece(t, whole, 2, next)).json()
    expect(last).toMatchObject({ chunksUploaded: 3, signature: md5(whole), mimeType: "application/octet-stream" })
    expect(last).toMatchObject({ name: "big.bin", sizeOriginal: whole.length })
    expect(md5(await bytesOf(first.$id))).toBe(md5(whole))
  })

  test.each([
    ["backwards", [2, 1, 0]],
    ["with repetitions", [1, 1, 0, 1, 2]],
    ["the last one first", [2, 0, 1]],
  ])("comes together %s", async (_, order) => {
    const fileId = crypto.randomUUID()
    const counts: number[] = []
    for (const number of order) {
      const reply = await uploadPiece(t, whole, number, { person: owner, fileId })
      expect(reply.statusCode, reply.body).toBe(201)
      counts.push(reply.json().chunksUploaded)
    }
    expect(counts.filter((count) => count === 3)).toHaveLength(1)
    expect(md5(await bytesOf(fileId))).toBe(md5(whole))
  })

  test("comes together when all pieces come at once, each of them three times", async () => {
    const fileId = crypto.randomUUID()
    const replies = await Promise.all(
      [0, 1, 2, 2, 1, 0, 1, 2, 0].map((number) => uploadPiece(t, whole, number, { person: owner, fileId })),
    )
    expect(replies.map((reply) => reply.statusCode)).toEqual(replies.map(() => 201))
    const complete = replies.map((reply) => reply.json()).filter((file) => file.chunksUploaded === 3)
    expect(complete.length).toBeGreaterThan(0)
    for (const file of complete) expect(file.signature).toBe(md5(whole))
    expect(md5(await bytesOf(fileId))).toBe(md5(whole))
  })

  test("stays as it is when a piece comes once more with other bytes", async () => {
    const fileId = crypto.randomUUID()
    for (const number of [0, 1, 2]) await uploadPiece(t, whole, number, { person: owner, fileId })
    const again = await uploadPiece(t, randomFile(whole.length), 0, { person: owner, fileId })
    expect(again.json()).toMatchObject({ chunksUploaded: 3, signature: md5(whole) })
    expect(md5(await bytesOf(fileId))).toBe(md5(whole))
  })

  test("is finished by the next call when the one that should have done it died", async () => {
    const fileId = crypto.randomUUID()
    for (const number of [0, 1]) await uploadPiece(t, whole, number, { person: owner, fileId })
    await t.s.db
      .updateTable("files")
      .set({ finishingAt: sql<Date>`now() - interval '1 hour'` })
      .where("id", "=", fileId)
      .execute()
    const last = await uploadPiece(t, whole, 2, { person: owner, fileId })
    expect(last.json()).toMatchObject({ chunksUploaded: 3, signature: md5(whole) })
  })

  test("takes no piece of anybody else, finished or not", async () => {
    const fileId = crypto.randomUUID()
    await uploadPiece(t, whole, 0, { person: owner, fileId, permissions: ['write("users")', 'read("users")'] })
    const strange = await uploadPiece(t, whole, 1, { person: other, fileId })
    expect(strange.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
    const named = await uploadPiece(t, whole, 1, { person: other, headers: { "x-appwrite-id": fileId } })
    expect(named.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
    expect((await uploadPiece(t, whole, 1, { fileId })).json()).toMatchObject({ code: 401 })
    for (const number of [1, 2]) await uploadPiece(t, whole, number, { person: owner, fileId })
    const late = await uploadPiece(t, whole, 1, { person: other, fileId })
    expect(late.json()).toMatchObject({ code: 409, type: "storage_file_already_exists" })
  })

  test("refuses a whole file under its id, and another size", async () => {
    const fileId = crypto.randomUUID()
    await uploadPiece(t, whole, 0, { person: owner, fileId })
    const small = await upload(t, randomFile(10), { person: owner, fileId })
    expect(small.json()).toMatchObject({ code: 409, type: "storage_file_already_exists" })
    const longer = Buffer.concat([whole, randomFile(1)])
    expect((await uploadPiece(t, longer, 1, { person: owner, fileId })).json()).toMatchObject({
      code: 400,
      type: "storage_invalid_content_range",
    })
  })
})

describe("an upload that is not as it should be", () => {
  const range = "storage_invalid_content_range"
  test.each<[string, string]>([
    ["", range],
    ["bytes 0-9", range],
    ["bytes 0-9/*", range],
    ["bytes */10", range],
    ["items 0-9/10", range],
    ["bytes -1-9/10", range],
    ["bytes 9-0/10", range],
    ["bytes 0-10/10", range],
    ["bytes 0-8/10", range],
    ["bytes 1-9/10", range],
    ["bytes 0-9/0", range],
    ["bytes 0-0x9/10", range],
    ["bytes 0-9/10, bytes 0-9/10", range],
    ["bytes 0-9.5/10", range],
    [`bytes 0-9/${"9".repeat(30)}`, range],
    ["bytes 5242880-5242889/10485760", range],
    [`bytes 0-${pieceBytes - 1}/${bucketBytes.scratch + 1}`, "storage_invalid_file_size"],
    [`bytes 0-${pieceBytes - 1}/${Number.MAX_SAFE_INTEGER - 1}`, range],
    ["bytes 0-4/5", range],
    ["bytes 0-19/20", range],
  ])("is refused with the range %j", async (header, type) => {
    const reply = await upload(t, randomFile(10), { person: owner, headers: { "content-range": header } })
    expect(reply.statusCode).toBe(400)
    if (header.length < 40) expect(reply.json().type).toBe(type)
  })

  test.each(["unique()", "", "-x", "a/b", "../x", "x".repeat(37), "a b"])(
    "is refused with the upload id %j",
    async (id) => {
      const reply = await upload(t, randomFile(10), { person: owner, headers: { "x-appwrite-id": id } })
      expect(reply.json()).toMatchObject({ code: 400, type: "storage_invalid_appwrite_id" })
    },
  )

  test.each(["-x", "a/b", "../x", "x".repeat(37), ""])("is refused with the id %j", async (fileId) => {
    const reply = await upload(t, randomFile(10), { person: owner, fileId })
    expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  })

  test("is refused without a file, with an empty one, as JSON and as a broken form", async () => {
    const form = new FormData()
    form.append("fileId", "unique()")
    const empty = { code: 400, type: "storage_file_empty" }
    expect((await sendForm(t, filesAt("scratch"), form, { person: owner })).json()).toMatchObject(empty)
    expect((await upload(t, new Uint8Array(0), { person: owner })).json()).toMatchObject(empty)
    const json = await t.request("POST", filesAt("scratch"), { person: owner, body: { fileId: "unique()" } })
    expect(json.json()).toMatchObject(empty)
    const broken = [
      ["multipart/form-data", "x"],
      [
        "multipart/form-data; boundary=b",
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
      ],
      ["multipart/form-data; boundary=b", "--b\r\nnonsense"],
      ["multipart/form-data; boundary=b", '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--'],
    ]
    for (const [type = "", payload = ""] of broken) {
      const headers = { "content-type": type, cookie: owner.cookie }
      const reply = await t.app.inject({ method: "POST", url: filesAt("scratch"), headers, payload })
      expect(reply.statusCode, `${payload} ${reply.body}`).toBe(400)
    }
  })

  test("is refused when it is longer than one piece, or the whole request is too large", async () => {
    const long = await upload(t, randomFile(pieceBytes + 1), { person: owner })
    expect(long.json()).toMatchObject({ code: 400, type: "storage_invalid_file_size" })
    const huge = await upload(t, randomFile(6 * 1024 * 1024), { person: owner })
    expect(huge.json()).toMatchObject({ code: 413, type: "request_too_large" })
  })

  test("takes a piece of exactly 5 MiB without a range", async () => {
    const bytes = randomFile(pieceBytes)
    expect(await uploaded(t, bytes, { person: owner })).toMatchObject({ chunksTotal: 1, signature: md5(bytes) })
  })

  test("takes fields in any order, and another spelling of lists", async () => {
    const form = new FormData()
    form.append("permissions[0]", 'read("any")')
    form.append("file", new Blob(["x"]), "x.txt")
    form.append("fileId", `late-${Date.now()}`)
    const reply = await sendForm(t, filesAt("scratch"), form, { person: owner })
    expect(reply.json()).toMatchObject({ $id: expect.stringMatching(/^late-/), $permissions: ['read("any")'] })
  })

  test("loses the folders of its name, and keeps every script's letters", async () => {
    const plain = await uploaded(t, randomFile(3), { person: owner, name: "../../etc/passwd" })
    expect(plain.name).toBe("passwd")
    const letters = await uploaded(t, randomFile(3), { person: owner, name: "ọjà 市場 фото.png" })
    expect(letters.name).toBe("ọjà 市場 фото.png")
  })
})

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
    ["a JPEG under PNG's name", "a.png", () => twoColours(8, 8).jpeg().toBuffer()],
    ["a picture without an ending", "a", () => twoColours(8, 8).png().toBuffer()],
    ["a picture under HTML's name", "a.html", () => twoColours(8, 8).png().toBuffer()],
    ["TIFF", "a.tiff", () => twoColours(8, 8).tiff().toBuffer()],
    ["the beginning of a PNG", "a.png", () => Buffer.from("\x89PNG\r\n\x1a\n and nothing more", "latin1")],
    ["random bytes", "a.webp", () => randomFile(500)],
    ["a picture of 256 megapixels", "a.png", () => bomb(16_000, 16_000)],
    ["a picture that is too long", "a.png", () => bomb(20_000, 10)],
  ])("refuses %s within a second", async (_, name, make) => {
    const bytes = await make()
    const start = performance.now()
    const reply = await upload(t, bytes, { person: owner, bucket: "images", name })
    expect(reply.json()).toMatchObject(refused)
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  test("refuses a wrong picture in pieces at its end, and forgets it", async () => {
    const fileId = crypto.randomUUID()
    const options = { person: owner, bucket: "images", name: "a.png", fileId }
    for (const number of [0, 1]) expect((await uploadPiece(t, whole, number, options)).statusCode).toBe(201)
    expect((await uploadPiece(t, whole, 2, options)).json()).toMatchObject(refused)
    expect((await t.request("GET", filesAt("images", fileId), { headers: key })).statusCode).toBe(404)
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

describe("what people leave behind", () => {
  test("an upload begun is forgotten after a day without a piece, and its bytes with it", async () => {
    const [old, young] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const fileId of [old, young]) await uploadPiece(t, whole, 0, { person: owner, fileId })
    const done = await uploaded(t, randomFile(9), { person: owner })
    const age = sql<Date>`now() - interval '25 hours'`
    await t.s.db.updateTable("files").set({ updatedAt: age }).where("id", "in", [old, done.$id]).execute()
    const { storageKey } = await t.s.db
      .selectFrom("fileObjects")
      .innerJoin("files", "files.sequence", "fileObjects.fileSequence")
      .select("storageKey")
      .where("files.id", "=", old)
      .executeTakeFirstOrThrow()
    await sweepFiles.run(t.s, {}, new AbortController().signal)
    const statusOf = async (id: string) =>
      (await t.request("GET", filesAt("scratch", id), { person: owner })).statusCode
    expect(await Promise.all([old, young, done.$id].map(statusOf))).toEqual([404, 200, 200])
    expect(await isStored(t, storageKey)).toBe(false)
  })

  test("an account that is removed takes its files' bytes along", async () => {
    const person = await t.signUp()
    await uploaded(t, randomFile(9), { person })
    const { storageKey } = await t.s.db
      .selectFrom("fileObjects")
      .innerJoin("files", "files.sequence", "fileObjects.fileSequence")
      .select("storageKey")
      .where("files.accountId", "=", person.accountId)
      .executeTakeFirstOrThrow()
    await t.s.db.deleteFrom("accounts").where("id", "=", person.accountId).execute()
    await sweepFiles.run(t.s, {}, new AbortController().signal)
    expect(await isStored(t, storageKey)).toBe(false)
  })

  test("is counted, and nobody keeps more than the quota, even with many calls at once", async () => {
    const person = await t.signUp()
    await uploaded(t, randomFile(100), { person })
    const usage = () =>
      t.s.db.selectFrom("fileUsage").selectAll().where("accountId", "=", person.accountId).executeTakeFirstOrThrow()
    expect(await usage()).toMatchObject({ files: 1, bytes: "100", unfinished: 0 })
    const full = { files: fileQuota.files - 2 }
    await t.s.db.updateTable("fileUsage").set(full).where("accountId", "=", person.accountId).execute()
    const replies = await Promise.all(Array.from({ length: 6 }, () => upload(t, randomFile(10), { person })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 201, 413, 413, 413, 413])
    expect(replies.find((reply) => reply.statusCode === 413)?.json().type).toBe("storage_quota_exceeded")
    expect((await usage()).files).toBe(fileQuota.files)
  })

  test("counts unfinished uploads until they end", async () => {
    const person = await t.signUp()
    const fileId = crypto.randomUUID()
    const unfinished = async () =>
      (
        await t.s.db
          .selectFrom("fileUsage")
          .select("unfinished")
          .where("accountId", "=", person.accountId)
          .executeTakeFirstOrThrow()
      ).unfinished
    await uploadPiece(t, whole, 0, { person, fileId })
    expect(await unfinished()).toBe(1)
    for (const number of [1, 2]) await uploadPiece(t, whole, number, { person, fileId })
    expect(await unfinished()).toBe(0)
    const most = { unfinished: fileQuota.unfinished }
    await t.s.db.updateTable("fileUsage").set(most).where("accountId", "=", person.accountId).execute()
    expect((await uploadPiece(t, whole, 0, { person })).json()).toMatchObject({ type: "storage_quota_exceeded" })
  })
})
