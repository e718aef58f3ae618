import { afterAll, beforeAll, expect, test } from "vitest"
import { pieceBytes } from "#contract/hosted/files.ts"
import { createS3Storage } from "#server/adapters/storage/s3/s3.ts"
import { sendForm } from "#server/testing/records/uploads.ts"
import { openTestS3, type TestS3 } from "#server/testing/services/s3.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

const at = "/v1/storage/buckets/scratch/files"

let s3: TestS3
let t: TestApp

beforeAll(async () => {
  s3 = await openTestS3()
  t = await openTestApp({
    hasWorker: false,
    settings: { CONFORMANCE: "1" },
    replace: { storage: createS3Storage({ ...s3.bucket, addressing: "path", hasSignedDownloads: true }) },
  })
})
afterAll(async () => {
  await t.close()
  await s3.close()
})

test("a file in pieces comes back from S3, whole and in parts", async () => {
  const person = await t.signUp()
  const whole = Buffer.alloc(pieceBytes + 3_000, "0123456789")
  for (const start of [pieceBytes, 0]) {
    const piece = whole.subarray(start, start + pieceBytes)
    const form = new FormData()
    form.append("fileId", "kept-in-s3")
    form.append("file", new Blob([Uint8Array.from(piece)]), "a.bin")
    const encoded = new Response(form)
    const reply = await t.app.inject({
      method: "POST",
      url: at,
      headers: {
        cookie: person.cookie,
        "content-type": encoded.headers.get("content-type") ?? "",
        "content-range": `bytes ${start}-${start + piece.length - 1}/${whole.length}`,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(reply.statusCode, reply.body).toBe(201)
  }
  const download = await t.request("GET", `${at}/kept-in-s3/download`, { person })
  expect(download.rawPayload.equals(whole)).toBe(true)
  const range = `bytes=${pieceBytes - 4}-${pieceBytes + 3}`
  const part = await t.request("GET", `${at}/kept-in-s3/view`, { person, headers: { range } })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(whole.subarray(pieceBytes - 4, pieceBytes + 4))).toBe(true)
})

test("a large file that is saved is read from S3 itself, for a minute; a small one and one that is shown are not", async () => {
  const person = await t.signUp()
  const upload = async (id: string, bytes: Buffer): Promise<void> => {
    const form = new FormData()
    form.append("fileId", id)
    form.append("file", new Blob([Uint8Array.from(bytes)]), "my bag.bin")
    const reply = await sendForm(t, at, form, { person })
    expect(reply.statusCode, reply.body).toBe(201)
  }
  const large = Buffer.alloc(1024 * 1024, "0123456789")
  await upload("large", large)
  await upload("small", large.subarray(1))
  const reply = await t.request("GET", `${at}/large/download`, { person })
  expect([reply.statusCode, reply.headers["cache-control"]]).toEqual([302, "no-store"])
  const address = new URL(String(reply.headers.location))
  expect(address.searchParams.get("X-Amz-Expires")).toBe("60")
  const read = await fetch(address)
  expect(Buffer.from(await read.arrayBuffer()).equals(large)).toBe(true)
  expect(read.headers.get("content-disposition")).toContain('attachment; filename="my bag.bin"')
  address.searchParams.set("response-content-type", "text/html")
  expect((await fetch(address)).status).toBe(403)
  expect((await t.request("GET", `${at}/large/download`)).statusCode).toBe(404)
  expect((await t.request("GET", `${at}/small/download`, { person })).statusCode).toBe(200)
  expect((await t.request("GET", `${at}/large/view`, { person, headers: { range: "bytes=0-3" } })).statusCode).toBe(206)
})
