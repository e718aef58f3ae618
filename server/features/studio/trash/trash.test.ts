import { unzipSync } from "fflate"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { fileQuota } from "#contract/hosted/files.ts"
import { emptyProduct } from "#contract/studio/shelf.ts"
import { type TrashedPicture, trashPage } from "#contract/studio/trash.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { buildShot } from "#server/testing/records/build-records.ts"
import { randomFile, upload } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { sweepTrash } from "./job.ts"
import { stepRows } from "./queries.ts"

let t: TestApp
let ada: TestPerson
let bola: TestPerson

beforeAll(async () => {
  t = await openTestApp({ settings: { CONFORMANCE: "1" }, hasWorker: false })
  ;[ada, bola] = [await t.signUp({ isVerified: true }), await t.signUp()]
})
afterAll(() => t.close())

type Ref = Pick<TrashedPicture, "source" | "id">
const drawn = (id: string | undefined): Ref => ({ source: "generations", id: id ?? "" })

const documents = (collection = "generations") => `/v1/databases/main/collections/${collection}/documents`
const remove = (person: TestPerson, { source, id }: Ref) =>
  t.request("DELETE", `${documents(source)}/${id}`, { person })

async function trash(person: TestPerson, query = "") {
  const reply = await t.request("GET", `/own-pictures/trash${query}`, { person })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data as {
    pictures: TrashedPicture[]
    next: string | null
    count: number
    bytes: number
    quotaBytes: number
  }
}

async function post(what: "restoration" | "deletion", person: TestPerson, pictures: Ref[] | "all") {
  const reply = await t.request("POST", `/own-pictures/trash/${what}`, { person, body: { pictures } })
  return { status: reply.statusCode, data: reply.json().data }
}

async function isStored(id: string): Promise<boolean> {
  const { rows } = await sql`select id from generations_with_trash where id = ${id}`.execute(t.s.db)
  return rows.length > 0
}

/** Puts bytes where a picture's row says that they are. */
async function store(id: string): Promise<void> {
  const { storageKey } = await t.s.db
    .selectFrom("generations")
    .select("storageKey")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  for (const key of [storageKey, storageKey.replace(/[^/]+$/, "320.webp")]) {
    await t.s.storage.put(key, Buffer.from(key), "image/webp")
  }
}

describe("a picture that is deleted", () => {
  test("is in its owner's trash and nowhere else, and comes back as it was", async () => {
    const [id = ""] = await buildPictures(t, ada.accountId, [{ prompt: "a red bag" }])
    const shot: Ref = { source: "photoshoots", id: await buildShot(t, ada.accountId, { isPublic: true }) }
    await store(id)
    await t.request("PUT", `/own-pictures/${id}/star`, { person: ada, body: { is_starred: true } })
    const fields = { ...emptyProduct, name: "Bag", pictures: [drawn(id), shot] }
    const product = (await t.request("POST", "/shelf/products", { person: ada, body: fields })).json().data
    await t.request("POST", "/reports", { body: { pictureId: id, reason: "spam" } })

    const places = [
      [`/pictures/${id}`, undefined],
      [`/pictures/${id}/320`, undefined],
      [`/pictures/${id}`, ada],
      [`${documents()}/${id}`, undefined],
      [`${documents()}/${id}`, ada],
      [`${documents("photoshoots")}/${shot.id}`, ada],
    ] as const
    const statuses = async () =>
      Promise.all(places.map(async ([path, person]) => (await t.request("GET", path, person && { person })).statusCode))
    const listed = async () => {
      const own = (await t.request("GET", "/own-pictures", { person: ada })).json().data as { $id: string }[]
      const shown = (await t.request("GET", documents())).json().documents as { $id: string }[]
      const ofProduct = (await t.request("GET", `/shelf/products/${product.id}`, { person: ada })).json().data
      return [own, shown].map((list) => list.some(({ $id }) => $id === id)).concat(ofProduct.pictures.length === 2)
    }
    expect([await statuses(), await listed()]).toEqual([
      [200, 200, 200, 200, 200, 200],
      [true, true, true],
    ])

    // By the hosted backend's call, as it always was; and once more is nothing.
    expect((await remove(bola, drawn(id))).statusCode).toBe(401)
    expect((await remove(ada, drawn(id))).statusCode).toBe(204)
    expect((await remove(ada, drawn(id))).statusCode).toBe(404)
    expect((await remove(ada, shot)).statusCode).toBe(204)
    expect([await statuses(), await listed()]).toEqual([
      [404, 404, 404, 404, 404, 404],
      [false, false, false],
    ])
    expect((await t.request("POST", "/reports", { body: { pictureId: id, reason: "spam" } })).statusCode).toBe(404)
    const star = { person: ada, body: { is_starred: true } }
    expect((await t.request("PUT", `/own-pictures/${id}/star`, star)).statusCode).toBe(404)
    const opening = { person: ada, body: { ids: [id], is_public: true } }
    expect((await t.request("POST", "/own-pictures/visibility", opening)).json().data.done).toEqual([])

    const { pictures, count, bytes, next } = await trash(ada)
    expect({ count, bytes, next, ids: pictures.map((one) => one.id) }).toEqual({
      count: 2,
      bytes: 200,
      next: null,
      ids: [shot.id, id],
    })
    expect(pictures[1]).toMatchObject({ source: "generations", prompt: "a red bag", size: 100, width: 64 })
    const { trashed_at = "", gone_at = "", preview = "" } = pictures[1] ?? {}
    expect(Date.parse(gone_at) - Date.parse(trashed_at)).toBe(30 * 86_400_000)
    expect((await t.request("GET", preview, { person: ada })).body).toMatch(/320\.webp$/)
    for (const asking of [undefined, { person: bola }]) {
      expect((await t.request("GET", preview, asking)).statusCode).toBe(404)
    }
    expect((await trash(bola)).pictures).toEqual([])
    expect((await t.request("GET", "/own-pictures/trash")).statusCode).toBe(401)

    expect(await post("restoration", bola, [drawn(id)])).toMatchObject({ data: { done: [], skipped: [{ id }] } })
    expect(await post("restoration", ada, [drawn(id), shot, drawn("gone")])).toEqual({
      status: 200,
      data: { done: [id, shot.id], skipped: [{ id: "gone", why: "This picture is not in your trash." }] },
    })
    expect([await statuses(), await listed()]).toEqual([
      [200, 200, 200, 200, 200, 200],
      [true, true, true],
    ])
    const [first] = (await t.request("GET", "/own-pictures", { person: ada })).json().data
    expect(first).toMatchObject({ $id: id, is_starred: true, is_public: true })
    expect((await trash(ada)).count).toBe(0)
  })

  test("is deleted for good one by one or all at once, and by itself after 30 days, a few rows at a time", async () => {
    const person = await t.signUp()
    const made = await buildPictures(
      t,
      person.accountId,
      Array.from({ length: stepRows + trashPage + 5 }, () => ({})),
    )
    await sql`update generations_with_trash set trashed_at = now() - interval '1 day' where account_id = ${person.accountId}`.execute(
      t.s.db,
    )
    const [one = "", other = "", late = "", out = ""] = made
    expect(await post("restoration", person, [drawn(out)])).toMatchObject({ data: { done: [out] } })
    await sql`update generations_with_trash set trashed_at = now() - interval '30 days 1 second' where id in (${late}, ${other})`.execute(
      t.s.db,
    )
    await sql`update generations_with_trash set trashed_at = now() - interval '29 days 23 hours' where id = ${other}`.execute(
      t.s.db,
    )

    // What had its time is nobody's any more, before its row goes, too.
    expect(await post("restoration", person, [drawn(late)])).toMatchObject({ data: { done: [] } })
    expect((await trash(person)).count).toBe(made.length - 2)
    await sweepTrash.run(t.s, {}, new AbortController().signal)
    expect([await isStored(late), await isStored(other)]).toEqual([false, true])

    const first = await trash(person)
    const second = await trash(person, `?after=${first.next}`)
    const seen = [...first.pictures, ...second.pictures].map(({ id }) => id)
    expect([first.pictures.length, new Set(seen).size]).toEqual([trashPage, 2 * trashPage])

    // Neither another person's nor what is not in the trash.
    expect(await post("deletion", bola, [drawn(one)])).toEqual({ status: 200, data: { deleted: 0 } })
    expect(await post("deletion", person, [drawn(one), drawn(out)])).toEqual({ status: 200, data: { deleted: 1 } })
    expect(await post("deletion", person, "all")).toEqual({ status: 200, data: { deleted: made.length - 3 } })
    expect((await trash(person)).count).toBe(0)
    expect([await isStored(one), await isStored(out)]).toEqual([false, true])
    const orphans = await t.s.db.selectFrom("mediaOrphans").select("storageKey").execute()
    expect(orphans.length).toBeGreaterThan(made.length)

    const tooMany = Array.from({ length: 101 }, (_, n) => drawn(`p${n}`))
    for (const wrong of [[], tooMany, [drawn("a b")], "some"]) {
      for (const what of ["restoration", "deletion"] as const) {
        expect((await post(what, person, wrong as never)).status).toBe(400)
      }
    }
    expect((await t.request("GET", "/own-pictures/trash?after=x", { person })).statusCode).toBe(400)
  })

  test("takes the room of files until it is gone, which a full storage says", async () => {
    const person = await t.signUp({ isVerified: true })
    const [id = ""] = await buildPictures(t, person.accountId, [{}])
    const room = { isInQuota: true, byteSize: 34_000_000 }
    await t.s.db.updateTable("generations").set(room).where("id", "=", id).execute()
    const usage = () =>
      t.s.db.selectFrom("fileUsage").select("bytes").where("accountId", "=", person.accountId).executeTakeFirst()
    await remove(person, drawn(id))
    expect([Number((await usage())?.bytes), (await trash(person)).quotaBytes]).toEqual([34_000_000, 34_000_000])
    await t.s.db
      .updateTable("fileUsage")
      .set({ bytes: String(fileQuota.bytes) })
      .where("accountId", "=", person.accountId)
      .execute()
    const full = await upload(t, randomFile(10), { person })
    expect(full.json().message).toBe(
      "There is no room for more files. Please remove some first. Pictures in your trash take 34.0 MB: empty it for more room.",
    )
    await post("deletion", person, "all")
    expect(Number((await usage())?.bytes)).toBe(fileQuota.bytes - 34_000_000)
    expect((await upload(t, randomFile(10), { person })).statusCode).toBe(201)
  })

  test("is in the copy of a person's data, and goes with the account", async () => {
    const person = await t.signUp()
    const [id = ""] = await buildPictures(t, person.accountId, [{ prompt: "a lamp" }])
    await store(id)
    await remove(person, drawn(id))
    const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
    expect(JSON.parse(Buffer.from(copy["trash.json"] ?? []).toString())).toMatchObject([{ id, prompt: "a lamp" }])
    expect(Object.keys(copy)).toContain(`pictures/${id}.webp`)
    const leaving = await t.request("DELETE", "/v1/account", { person, body: { password: person.password } })
    expect(leaving.statusCode).toBe(204)
    expect(await isStored(id)).toBe(false)
  })
})
