import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { fileQuota, pieceBytes } from "#contract/hosted/files.ts"
import {
  apiKey,
  filesAt,
  forgottenObjects,
  isStored,
  randomFile,
  twoColours,
  upload,
  uploaded,
  uploadPiece,
} from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { forgetUploads } from "./forget-uploads.ts"

const whole = randomFile(2 * pieceBytes + 1234)

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { API_KEY: apiKey, CONFORMANCE: "1", KEEP_UPLOADS_DAYS: "3" } })
  owner = await t.signUp()
})
afterAll(() => t.close())
afterEach(async () => expect(await forgottenObjects(t)).toEqual([]))

describe("what people leave behind", () => {
  test("an upload begun is forgotten after its days without a piece, and its bytes with it", async () => {
    const [old, young] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const fileId of [old, young]) await uploadPiece(t, whole, 0, { person: owner, fileId })
    const done = await uploaded(t, randomFile(9), { person: owner })
    const age = (hours: number, ids: string[]) =>
      t.s.db
        .updateTable("files")
        .set({ updatedAt: sql<Date>`now() - make_interval(hours => ${hours})` })
        .where("id", "in", ids)
        .execute()
    await age(73, [old, done.$id])
    await age(71, [young])
    const { storageKey } = await t.s.db
      .selectFrom("fileObjects")
      .innerJoin("files", "files.sequence", "fileObjects.fileSequence")
      .select("storageKey")
      .where("files.id", "=", old)
      .executeTakeFirstOrThrow()
    await forgetUploads.run(t.s, {}, new AbortController().signal)
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
    await forgetUploads.run(t.s, {}, new AbortController().signal)
    expect(await isStored(t, storageKey)).toBe(false)
  })

  test("is counted, and nobody keeps more than the quota, even with many calls at once", async () => {
    const person = await t.signUp({ isVerified: true })
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

  test("is smaller before an address is confirmed", async () => {
    const person = await t.signUp()
    expect((await upload(t, randomFile(10), { person })).statusCode).toBe(201)
    const change = (values: { files?: number; bytes?: number }) =>
      t.s.db
        .updateTable("fileUsage")
        .set({ files: 1, bytes: String(values.bytes ?? 10), ...(values.files ? { files: values.files } : {}) })
        .where("accountId", "=", person.accountId)
        .execute()
    for (const most of [{ files: fileQuota.unconfirmed.files }, { bytes: fileQuota.unconfirmed.bytes - 5 }]) {
      await change(most)
      expect((await upload(t, randomFile(10), { person })).json()).toMatchObject({ type: "storage_quota_exceeded" })
      expect((await uploadPiece(t, whole, 0, { person })).json()).toMatchObject({ type: "storage_quota_exceeded" })
    }
    await t.s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", person.accountId).execute()
    expect((await upload(t, randomFile(10), { person })).statusCode).toBe(201)
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

describe("previews that are kept", () => {
  const storedOf = (id: string) =>
    t.s.db
      .selectFrom("fileObjects")
      .innerJoin("files", "files.sequence", "fileObjects.fileSequence")
      .select(["fileObjects.storageKey", "fileObjects.byteSize", "fileObjects.askedAt"])
      .where("files.id", "=", id)
      .where("slot", "like", "preview-%")
      .execute()
  async function pictureOf(person: TestPerson) {
    const bytes = await twoColours(50, 50).png().toBuffer()
    const { $id } = await uploaded(t, bytes, { person, name: "a.png" })
    const preview = async (width: number) => {
      const reply = await t.request("GET", `${filesAt("scratch", $id, "preview")}?width=${width}`, { person })
      expect(reply.statusCode).toBe(200)
    }
    return { id: $id, preview }
  }

  test("count for whose files they are, and beyond the limit are made each time", async () => {
    const person = await t.signUp()
    const { id, preview } = await pictureOf(person)
    await preview(10)
    await t.s.db
      .updateTable("fileObjects")
      .set({ byteSize: 499_999_990 })
      .where("previewOf", "=", person.accountId)
      .execute()
    await preview(11)
    expect(await storedOf(id)).toMatchObject([{ byteSize: 499_999_990 }])
    const other = await pictureOf(await t.signUp())
    await other.preview(10)
    expect(await storedOf(other.id)).toHaveLength(1)
  })

  test("are forgotten a month after somebody last asked for them", async () => {
    const { id, preview } = await pictureOf(owner)
    for (const width of [10, 11]) await preview(width)
    const [first, second] = await storedOf(id)
    const age = (days: number, key = "") =>
      t.s.db
        .updateTable("fileObjects")
        .set({ askedAt: sql<Date>`now() - ${days} * interval '1 day'` })
        .where("storageKey", "=", key)
        .execute()
    await age(31, first?.storageKey)
    await age(29, second?.storageKey)
    await preview(11)
    await forgetUploads.run(t.s, {}, new AbortController().signal)
    const left = await storedOf(id)
    expect(left).toMatchObject([{ storageKey: second?.storageKey }])
    expect(Date.now() - Number(left[0]?.askedAt)).toBeLessThan(60_000)
    expect(await isStored(t, first?.storageKey ?? "")).toBe(false)
    await preview(10)
  })
})

test("files that begin and further pieces are counted by the minute, whatever a piece says of itself", async () => {
  // The tests multiply every limit by 1,000.
  const person = await t.signUp()
  const left = async (number: number): Promise<[string, string]> => {
    const { headers } = await uploadPiece(t, whole, number, { person, fileId: "counted" })
    return [String(headers["x-ratelimit-limit"]), String(headers["x-ratelimit-remaining"])]
  }
  expect(await left(0)).toEqual(["60000", "59999"])
  expect(await left(1)).toEqual(["1500000", "1499999"])
  expect(await left(2)).toEqual(["1500000", "1499998"])
  expect(await left(0)).toEqual(["60000", "59998"])
  for (const method of ["PUT", "DELETE"] as const) {
    const reply = await t.request(method, filesAt("scratch", "counted"), { person, body: {} })
    expect(reply.headers["x-ratelimit-limit"]).toBe("60000")
  }
})
