import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { bucketBytes, pieceBytes } from "#contract/hosted/files.ts"
import {
  apiKey,
  filesAt,
  forgottenObjects,
  md5,
  randomFile,
  sendForm,
  upload,
  uploaded,
} from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { API_KEY: apiKey, CONFORMANCE: "1" } })
  owner = await t.signUp({ isVerified: true })
})
afterAll(() => t.close())
afterEach(async () => expect(await forgottenObjects(t)).toEqual([]))

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
