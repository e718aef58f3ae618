import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Storage } from "#server/adapters/storage/port.ts"
import { transact } from "#server/db/open.ts"
import { smallCopy } from "#server/platform/pictures/picture.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { pngChunk } from "#server/testing/records/png-chunk.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { markOf, readMark } from "./ai-mark.ts"
import { removeDue } from "./objects.ts"
import { holdPicture, keepPassing, keepPicture, type StoredPicture } from "./stored-picture.ts"
import { sweepMedia } from "./sweep.ts"
import { thumbnailKey } from "./thumbnails.ts"

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  person = await t.signUp()
})
afterAll(() => t.close())

function drawing(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: "#a05010" } })
    .webp()
    .toBuffer()
}

/** Lets an hour go by for everything that waits. */
async function sweepAfterAnHour(): Promise<void> {
  await t.s.db
    .updateTable("mediaOrphans")
    .set({ dueAt: new Date(Date.now() - 1_000) })
    .execute()
  await removeDue(t.s)
}

async function sizes({ storageKey }: Pick<StoredPicture, "storageKey">): Promise<(number | null)[]> {
  const keys = [storageKey, thumbnailKey(storageKey, 640), thumbnailKey(storageKey, 320)]
  return Promise.all(keys.map((key) => t.s.storage.size(key)))
}

test("what a killed process left of a file goes with the next sweep, once it is an hour old", async () => {
  const drafts = join(t.s.config.dataDir, "files", ".drafts")
  mkdirSync(drafts, { recursive: true })
  for (const name of ["old.part", "new.part"]) writeFileSync(join(drafts, name), "half of a photo")
  const longAgo = new Date(Date.now() - 61 * 60_000)
  utimesSync(join(drafts, "old.part"), longAgo, longAgo)
  await sweepMedia.run(t.s, {}, new AbortController().signal)
  expect(readdirSync(drafts)).toEqual(["new.part"])
})

test("what storage refuses to remove keeps nothing else from going, and goes once it may", async () => {
  const keys = ["files/00/locked", "files/00/free", "files/00/free-too"]
  for (const key of keys) await t.s.storage.put(key, Buffer.from("x"), "text/plain")
  const dueAt = new Date(Date.now() - 60_000)
  await t.s.db
    .insertInto("mediaOrphans")
    .values(keys.map((storageKey) => ({ storageKey, dueAt })))
    .execute()
  const storage: Storage = {
    ...t.s.storage,
    async remove(key) {
      if (key === keys[0]) throw new Error("a lock holds it")
      await t.s.storage.remove(key)
    },
  }
  await removeDue({ ...t.s, storage })
  expect(await Promise.all(keys.map((key) => t.s.storage.size(key)))).toEqual([1, null, null])
  await sweepAfterAnHour()
  expect(await t.s.storage.size(keys[0] ?? "")).toBeNull()
})

test("a storage that removes nothing fails the sweep, which forgets nothing", async () => {
  const keys = Array.from({ length: 20 }, (_, n) => `files/01/away-${n}`)
  const dueAt = new Date(Date.now() - 60_000)
  await t.s.db
    .insertInto("mediaOrphans")
    .values(keys.map((storageKey) => ({ storageKey, dueAt })))
    .execute()
  let asked = 0
  const storage: Storage = {
    ...t.s.storage,
    async remove() {
      asked++
      throw new Error("storage is away")
    },
  }
  await expect(removeDue({ ...t.s, storage })).rejects.toThrow("storage is away")
  expect(asked).toBeLessThan(keys.length)
  const rows = await t.s.db.selectFrom("mediaOrphans").select("dueAt").where("storageKey", "in", keys).execute()
  expect(rows).toHaveLength(keys.length)
  await sweepAfterAnHour()
})

describe("a picture that is kept", () => {
  test("stays with its previews once something refers to it, and goes with that row", async () => {
    const [id = ""] = await buildPictures(t, person.accountId, [{}])
    const bytes = await drawing()
    const kept = await keepPicture(t.s, bytes, null)
    expect(kept).toMatchObject({ mimeType: "image/webp", width: 800, height: 600, byteSize: bytes.length })
    await transact(t.s.db, async (tx) => {
      await tx.updateTable("generations").set({ storageKey: kept.storageKey }).where("id", "=", id).execute()
      await holdPicture(tx, kept)
    })
    await sweepAfterAnHour()
    expect(await sizes(kept)).toEqual([bytes.length, expect.any(Number), expect.any(Number)])

    await t.s.db.deleteFrom("generations").where("id", "=", id).execute()
    await removeDue(t.s)
    expect(await sizes(kept)).toEqual([null, null, null])
  })

  test("goes after an hour when nothing came to refer to it", async () => {
    const kept = await keepPicture(t.s, await drawing(), null)
    await removeDue(t.s)
    expect(await sizes(kept)).not.toContain(null)
    await sweepAfterAnHour()
    expect(await sizes(kept)).toEqual([null, null, null])
  })

  test("that passes is replaced by the next under its key, and goes after an hour", async () => {
    for (const text of ["first", "second one"]) await keepPassing(t.s, "order-previews/x/0.webp", Buffer.from(text))
    expect(await t.s.storage.size("order-previews/x/0.webp")).toBe(10)
    await sweepAfterAnHour()
    expect(await t.s.storage.size("order-previews/x/0.webp")).toBeNull()
  })

  test.each(["png", "webp", "jpeg"] as const)(
    "as %s loses what the engine wrote beside it, and no pixel",
    async (format) => {
      const exif = { IFD0: { ImageDescription: "SECRET words of the order" } }
      const picture = sharp(await drawing())
        .withExif(exif)
        .withXmp("<x:xmpmeta>SECRET</x:xmpmeta>")
      const encoded = await picture.toFormat(format).toBuffer()
      const words = pngChunk("tEXt", "parameters\0SECRET")
      const told = format === "png" ? [encoded.subarray(0, 33), words, encoded.subarray(33)] : [encoded]
      const drawn = Buffer.concat([...told, Buffer.from("SECRET behind it")])
      const { storageKey } = await keepPicture(t.s, drawn, markOf("trainedAlgorithmicMedia", "fake"))
      const kept = Buffer.concat((await (await t.s.storage.get(storageKey))?.body.toArray()) ?? [])
      const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
      expect((await pixels(kept)).equals(await pixels(drawn))).toBe(true)
      expect(kept.includes("SECRET")).toBe(false)
      expect(await readMark(kept)).toEqual(markOf("trainedAlgorithmicMedia", "fake"))
    },
  )

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ["text", () => Buffer.from("no picture at all")],
    ["markup", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    [
      "a format that is not served",
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
          .gif()
          .toBuffer(),
    ],
    ["a header without a picture", async () => (await drawing()).subarray(0, 20)],
  ])("is refused when the engine gave %s", async (_, make) => {
    await expect(keepPicture(t.s, await make(), null)).rejects.toMatchObject({ type: "engine_failed" })
  })
})

test("a private picture is shown by no other site", async () => {
  const [id = ""] = await buildPictures(t, person.accountId, [{ isPublic: false }])
  const { storageKey } = await keepPicture(t.s, await drawing(), null)
  await t.s.db.updateTable("generations").set({ storageKey }).where("id", "=", id).execute()
  for (const path of [`/pictures/${id}`, `/pictures/${id}/640`, `/pictures/${id}?download`]) {
    const { statusCode, headers } = await t.request("GET", path, { person })
    expect([statusCode, headers["cross-origin-resource-policy"]]).toEqual([200, "same-site"])
  }
})

describe("a copy of a public picture", () => {
  test("is asked for again within minutes, without its bytes, and is refused once it was taken back", async () => {
    const [id = ""] = await buildPictures(t, person.accountId, [{ isPublic: true }])
    const kept = await keepPicture(t.s, await drawing(), null)
    await t.s.db.updateTable("generations").set({ storageKey: kept.storageKey }).where("id", "=", id).execute()
    const get = (headers = {}) => t.request("GET", `/pictures/${id}/640`, { headers })
    const first = await get()
    expect(first.headers["cache-control"]).toBe("public, max-age=300")
    expect(first.headers["cross-origin-resource-policy"]).toBe("cross-origin")
    const again = { "if-none-match": `"other", W/${first.headers.etag}` }
    expect([(await get(again)).statusCode, (await get(again)).body]).toEqual([304, ""])
    await t.s.db.updateTable("generations").set({ isTakenDown: true }).where("id", "=", id).execute()
    expect((await get(again)).statusCode).toBe(404)
  })
})

describe("a small copy of a product that was cut out before", () => {
  /** Black on transparency: on black it would be lost. */
  const black = async () =>
    sharp({ create: { width: 8, height: 8, channels: 4, background: "#000" } })
      .extend({ right: 8, background: "#0000" })
      .png()
      .toBuffer()
  const ends = async (copy: Buffer) => {
    const { data, info } = await sharp(copy).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return [data.subarray(0, 4), data.subarray(4 * (info.width - 1), 4 * info.width)].map((pixel) => [...pixel])
  }

  test("stays cut out", async () => {
    const [product, ground] = await ends(await smallCopy(await black(), "image/png", 100, "clear"))
    expect([product, ground?.[3]]).toEqual([[0, 0, 0, 255], 0])
  })

  test("stands on white for who sees no transparency", async () => {
    const [product = [], ground = []] = await ends(await smallCopy(await black(), "image/png", 100, "white"))
    expect([Math.max(...product.slice(0, 3)) < 20, Math.min(...ground) > 235]).toEqual([true, true])
  })
})

test.each([
  ["bytes=4-11", 206, "bytes 4-11"],
  ["bytes=-5", 206, "bytes 595-599"],
  ["bytes=590-9999", 206, "bytes 590-599"],
  ["bytes=600-", 416, "bytes *"],
  ["bytes=0-1,4-5", 200, undefined],
  ["lines=1-2", 200, undefined],
  ["bytes=nonsense", 200, undefined],
])("the range %s of a preview is answered with %s", async (range, status, answered) => {
  const [id = ""] = await buildPictures(t, person.accountId, [{ isPublic: true }])
  const key = `pictures/ranges/${id}/original.webp`
  await t.s.db.updateTable("generations").set({ storageKey: key }).where("id", "=", id).execute()
  await t.s.storage.put(thumbnailKey(key, 320), Buffer.alloc(600, "abcdefghij"), "image/webp")
  const reply = await t.request("GET", `/pictures/${id}/320`, { headers: { range } })
  expect(reply.statusCode).toBe(status)
  expect(reply.headers["content-range"]).toBe(answered && `${answered}/600`)
})
