import { createHash } from "node:crypto"
import type { LightMyRequestResponse } from "fastify"
import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import {
  bucketBytes,
  fileQuota,
  pieceBytes,
  pieceBytesFor,
  pieceBytesHeader,
  pieceDigestHeader,
} from "#contract/hosted/files.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { filesAt, forgottenObjects, md5, randomFile, upload, uploadPiece } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { changeOwner, insertWholeFiles, lockUsage, type WholeFile } from "./queries.ts"

let t: TestApp
let owner: TestPerson
let other: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  owner = await t.signUp({ isVerified: true })
  other = await t.signUp()
})
afterAll(() => t.close())

afterEach(async () => expect(await forgottenObjects(t)).toEqual([]))

const whole = randomFile(2 * pieceBytes + 1234)

async function bytesOf(id: string, person = owner): Promise<Buffer> {
  return (await t.request("GET", filesAt("scratch", id, "download"), { person })).rawPayload
}

describe("whole files that come at once", () => {
  test("are all kept, each with its own bytes, whoever sends how many", async () => {
    const files = Array.from({ length: 24 }, (_, n) => ({
      bytes: randomFile(1_000 + n),
      person: n % 3 === 0 ? other : owner,
      fileId: `at-once-${n}`,
    }))
    const replies = await Promise.all(files.map(({ bytes, ...options }) => upload(t, bytes, options)))
    expect(replies.map((reply) => reply.statusCode)).toEqual(files.map(() => 201))
    for (const [n, { bytes, person, fileId }] of files.entries()) {
      expect(replies[n]?.json()).toMatchObject({ $id: fileId, signature: md5(bytes), sizeOriginal: bytes.length })
      expect((await bytesOf(fileId, person)).equals(bytes)).toBe(true)
    }
  })

  test("share no id: one sender gets it, and the others' bytes are dropped", async () => {
    const files = Array.from({ length: 12 }, (_, n) => ({ bytes: randomFile(2_000), person: n % 2 ? other : owner }))
    const fileId = "one-for-all"
    const replies = await Promise.all(files.map(({ bytes, person }) => upload(t, bytes, { person, fileId })))
    const winner = replies.findIndex((reply) => reply.statusCode === 201)
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, ...Array(11).fill(409)])
    const { bytes, person } = files[winner] ?? expect.fail("Nobody got the id.")
    expect((await bytesOf(fileId, person)).equals(bytes)).toBe(true)
  })
})

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

  test("and a whole file sent at the same moment under one id never wait for each other", async () => {
    const small = Buffer.from("a note")
    for (let round = 0; round < 12; round++) {
      const fileId = crypto.randomUUID()
      // The last piece is as short as a small file, so that both arrive together.
      const replies = await Promise.all(
        [0, 1, 2].flatMap(() => [
          uploadPiece(t, whole, 2, { person: owner, fileId }),
          upload(t, small, { person: owner, fileId }),
        ]),
      )
      for (const reply of replies) expect([201, 400, 409], reply.body).toContain(reply.statusCode)
    }
  })
})

describe.runIf(isPostgres())("a file sent and one removed under the same id at once", () => {
  test("do not wait for each other", async () => {
    const fileId = crypto.randomUUID()
    await upload(t, randomFile(1_000), { person: owner, fileId })
    const begun: Promise<LightMyRequestResponse>[] = []
    const release = await holdOpen(t.s.db, (tx) => lockUsage(tx, owner.accountId))
    begun.push(upload(t, randomFile(1_000), { person: owner, fileId }))
    await untilWaiting(t.s.db, 1)
    begun.push(t.request("DELETE", filesAt("scratch", fileId), { person: owner }))
    await untilWaiting(t.s.db, 2)
    await release()
    const [sent, removed] = await Promise.all(begun)
    expect([201, 409]).toContain(sent?.statusCode)
    expect(removed?.statusCode).toBe(204)
  })
})

describe.runIf(isPostgres())("what is about several people at once waits for one after the other", () => {
  let first: TestPerson
  let second: TestPerson

  beforeEach(async () => {
    const people = [await t.signUp(), await t.signUp()]
    ;[first, second] = people.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1)) as [TestPerson, TestPerson]
    await upload(t, randomFile(1_000), { person: second, fileId: second.accountId })
  })

  /** Begins this while the first person's is held, and lets it wait. @returns what it made, and whether it held the second's meanwhile */
  async function waitForFirst<Made>(hold: (tx: Tx) => Promise<unknown>, work: () => Promise<Made>) {
    const release = await holdOpen(t.s.db, hold)
    const working = work()
    await untilWaiting(t.s.db, 1)
    const usage = sql`select 1 from file_usage where account_id = ${second.accountId} for update skip locked`
    const { rows } = await usage.execute(t.s.db)
    await release()
    return { made: await working, isSecondHeld: rows.length === 0 }
  }

  function fileOf({ accountId }: TestPerson): WholeFile {
    const content = { mimeType: "text/plain", signature: "", width: null, height: null }
    const file = { id: crypto.randomUUID(), bucketId: "scratch", accountId, name: "a.txt", permissions: [] }
    return { ...file, ...content, byteSize: 1, chunksTotal: 1, pieces: [] }
  }

  test("whole files, also of somebody who has none yet", async () => {
    const outcome = await waitForFirst(
      (tx) => insertWholeFiles(tx, [fileOf(first)], fileQuota),
      () => insertWholeFiles(t.s.db, [fileOf(first), fileOf(second)], fileQuota),
    )
    const made = { json: expect.any(String) }
    expect(outcome).toEqual({ made: [made, made], isSecondHeld: false })
  })

  test("a file of one that becomes the other's", async () => {
    await upload(t, randomFile(1_000), { person: first })
    const given = { bucketId: "scratch", id: second.accountId, from: second.accountId, to: first.accountId }
    const outcome = await waitForFirst(
      (tx) => lockUsage(tx, first.accountId),
      () => transact(t.s.db, (tx) => changeOwner(tx, { ...given, permissions: [] })),
    )
    expect(outcome).toMatchObject({ made: { byteSize: 1_000 }, isSecondHeld: false })
  })
})

describe("pieces of a declared length", () => {
  const bytes = 128 * 1024
  const work = randomFile(3 * bytes + 77)
  const declared = { [pieceBytesHeader]: String(bytes) }
  const sha256 = (piece: Uint8Array) => `sha-256=:${createHash("sha256").update(piece).digest("base64")}:`
  const send = (number: number, fileId: string, headers: Record<string, string> = {}, length = bytes) => {
    const piece = work.subarray(number * length, (number + 1) * length)
    const range = `bytes ${number * length}-${number * length + piece.length - 1}/${work.length}`
    return upload(t, piece, { person: owner, fileId, headers: { ...declared, "content-range": range, ...headers } })
  }

  test("come together, and the answer says where the file is seen", async () => {
    const fileId = crypto.randomUUID()
    for (const number of [0, 1, 2, 3]) {
      const reply = await send(number, fileId, {
        [pieceDigestHeader]: sha256(work.subarray(number * bytes).subarray(0, bytes)),
      })
      expect(reply.json(), reply.body).toMatchObject({ chunksTotal: 4, chunksUploaded: number + 1 })
      expect(reply.headers["content-location"]).toBe(
        `${t.s.config.publicUrl}/v1/storage/buckets/scratch/files/${fileId}/view?project=aworan`,
      )
    }
    expect(md5(await bytesOf(fileId))).toBe(md5(work))
  })

  test("that did not arrive as they were sent are refused, and taken when they come again", async () => {
    const fileId = crypto.randomUUID()
    const wrong = await send(0, fileId, { [pieceDigestHeader]: sha256(Buffer.from("other bytes")) })
    expect([wrong.statusCode, wrong.json().type]).toEqual([400, "storage_piece_damaged"])
    for (const number of [0, 1, 2, 3]) expect((await send(number, fileId)).statusCode).toBe(201)
    expect(md5(await bytesOf(fileId))).toBe(md5(work))
  })

  test.each([
    ["a length below the least", { [pieceBytesHeader]: "1024" }, "storage_invalid_content_range"],
    ["a length between the steps", { [pieceBytesHeader]: "131073" }, "storage_invalid_content_range"],
    ["words in place of a length", { [pieceBytesHeader]: "many" }, "storage_invalid_content_range"],
    ["a hash that is none", { [pieceDigestHeader]: "md5=:abc:" }, "general_argument_invalid"],
  ])("with %s are refused", async (_, headers, type) => {
    expect((await send(0, crypto.randomUUID(), headers)).json()).toMatchObject({ code: 400, type })
  })

  test("keep the length that the first one declared", async () => {
    const [fileId, mixed] = [crypto.randomUUID(), crypto.randomUUID()]
    await send(0, fileId)
    const long = 256 * 1024
    const other = await send(1, fileId, { [pieceBytesHeader]: String(long) }, long)
    expect(other.json()).toMatchObject({ code: 400, type: "storage_invalid_content_range" })
    // As many pieces of another length: found out when they are all there, and the id is free again.
    const near = 160 * 1024
    expect(Math.ceil(work.length / near)).toBe(3)
    const longer = 192 * 1024
    expect(Math.ceil(work.length / longer)).toBe(3)
    await send(0, mixed, { [pieceBytesHeader]: String(near) }, near)
    await send(1, mixed, { [pieceBytesHeader]: String(longer) }, longer)
    const last = await send(2, mixed, { [pieceBytesHeader]: String(near) }, near)
    expect(last.json()).toMatchObject({ code: 400, type: "storage_invalid_content_range" })
    expect((await t.request("GET", filesAt("scratch", mixed), { person: owner })).statusCode).toBe(404)
  })

  test("a hand-in of 15 MB is taken, and one byte more is refused with the limit", async () => {
    const limit = bucketBytes.documents
    const document = Buffer.alloc(limit, "a")
    const length = pieceBytesFor(limit)
    const fileId = crypto.randomUUID()
    let last = null
    for (let start = 0; start < limit; start += length) {
      const piece = document.subarray(start, start + length)
      const range = `bytes ${start}-${start + piece.length - 1}/${limit}`
      const headers = { [pieceBytesHeader]: String(length), "content-range": range }
      last = await upload(t, piece, { person: owner, fileId, bucket: "documents", name: "work.txt", headers })
      expect(last.statusCode, last.body).toBe(201)
    }
    expect(last?.json()).toMatchObject({ sizeOriginal: limit, mimeType: "text/plain" })
    const headers = { [pieceBytesHeader]: String(length), "content-range": `bytes 0-${length - 1}/${limit + 1}` }
    const over = await upload(t, document.subarray(0, length), {
      person: owner,
      bucket: "documents",
      name: "work.txt",
      headers,
    })
    expect(over.json()).toMatchObject({ type: "storage_invalid_file_size" })
  })
})
