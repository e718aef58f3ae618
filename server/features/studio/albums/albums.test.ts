import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Album, maxAlbumPictures, maxAlbums } from "#contract/studio/albums.ts"
import { emptyProduct } from "#contract/studio/shelf.ts"
import { buildPictures, type PictureOptions } from "#server/testing/records/build-pictures.ts"
import { twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let ada: TestPerson
let bola: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  ;[ada, bola] = [await t.signUp({ isVerified: true, credits: 200 }), await t.signUp({ isVerified: true })]
})
afterAll(() => t.close())

const base = "/own-pictures/albums"

async function call(method: "GET" | "POST" | "PATCH", path: string, body?: object, person = ada) {
  const reply = await t.request(method, `${base}${path}`, { person, ...(body && { body }) })
  return { status: reply.statusCode, data: reply.json().data, error: reply.json() }
}

const list = async (query = "", person = ada): Promise<Album[]> => (await call("GET", query, undefined, person)).data
const create = async (name: string, more: object = {}, person = ada): Promise<Album> =>
  (await call("POST", "", { name, ...more }, person)).data
const add = (album: Album, ids: readonly string[], person = ada) =>
  call("POST", `/${album.id}/pictures`, { ids }, person)
const take = (album: Album, ids: readonly string[]) => call("POST", `/${album.id}/removal`, { ids })
const build = (pictures: readonly PictureOptions[], person = ada) => buildPictures(t, person.accountId, pictures)
const several = (count: number) => build(Array.from({ length: count }, () => ({ isPublic: false })))

async function inAlbum(album: Album, query = ""): Promise<string[]> {
  const reply = await t.request("GET", `/own-pictures?album=${album.id}${query}`, { person: ada })
  return reply.json().data.map(({ $id }: { $id: string }) => $id)
}

const trash = (id: string) =>
  t.request("DELETE", `/v1/databases/main/collections/generations/documents/${id}`, { person: ada })
const restore = (id: string) =>
  t.request("POST", "/own-pictures/trash/restoration", {
    person: ada,
    body: { pictures: [{ source: "generations", id }] },
  })

test("an album has its pictures, which may be in others too, is renamed and archived, and nobody else knows of it", async () => {
  const [one = "", two = "", three = ""] = await build([{ prompt: "a red bag" }, { prompt: "a shoe" }, {}])
  const bags = await create("  Bags ")
  const sale = await create("sale")
  expect(bags).toMatchObject({ name: "Bags", count: 0, cover: null, is_archived: false, product: null, chosen: 0 })
  expect((await add(bags, [one, two, one, "gone"])).data).toEqual({
    done: [one, two],
    skipped: [{ id: "gone", why: "This picture does not exist." }],
  })
  await add(sale, [two])
  await add(bags, [one])
  expect((await list(`?pictures=${two},${three}`)).map(({ name, count, chosen }) => [name, count, chosen])).toEqual([
    ["Bags", 2, 1],
    ["sale", 1, 1],
  ])
  expect(new Set(await inAlbum(bags))).toEqual(new Set([one, two]))
  expect(await inAlbum(bags, "&words=red")).toEqual([one])
  expect(await inAlbum(sale, "&seenBy=me")).toEqual([])

  // In the trash it counts nowhere, and comes back to its albums.
  await trash(two)
  expect((await list()).map(({ count }) => count)).toEqual([1, 0])
  await restore(two)
  expect((await list()).map(({ count }) => count)).toEqual([2, 1])
  await take(bags, [two, "gone"])
  expect([await inAlbum(bags), await inAlbum(sale)]).toEqual([[one], [two]])
  expect((await list())[0]?.cover).toBe(`/pictures/${one}/320`)

  expect((await call("PATCH", `/${bags.id}`, { name: "Handbags" })).data).toMatchObject({ name: "Handbags", count: 1 })
  expect((await call("PATCH", `/${bags.id}`, { is_archived: true })).data).toMatchObject({
    name: "Handbags",
    is_archived: true,
  })
  for (const name of ["", "  ", "x".repeat(61), "two\nlines", "a\u0000"]) {
    expect((await call("POST", "", { name })).status).toBe(400)
  }

  expect(await list("", bola)).toEqual([])
  expect((await add(bags, [one], bola)).status).toBe(404)
  expect((await call("PATCH", `/${bags.id}`, { name: "mine" }, bola)).status).toBe(404)
  expect((await call("GET", `/${bags.id}/numbers`, undefined, bola)).status).toBe(404)
  expect((await call("POST", `/${bags.id}/deletion`, { pictures: "trash" }, bola)).status).toBe(404)
  const hers = await create("hers", {}, bola)
  expect((await add(hers, [one], bola)).data.skipped).toHaveLength(1)
  expect((await t.request("GET", base)).statusCode).toBe(401)
  expect(
    (
      await add(
        bags,
        Array.from({ length: 101 }, (_, n) => `p${n}`),
      )
    ).status,
  ).toBe(400)
})

test("the pictures of an album are sent as a ZIP, without those in the trash, to its owner alone", async () => {
  const [one = "", two = "", lost = "", trashed = "", other = ""] = await build([
    { prompt: "A Red Bag" },
    { prompt: "a shoe" },
    { prompt: "lost" },
    { prompt: "thrown away" },
    { prompt: "other" },
  ])
  const bags = await create("Bags / 2026")
  const download = (id: string, person = ada) => t.request("GET", `/own-pictures/albums/${id}/download`, { person })
  expect((await download(bags.id)).statusCode).toBe(404)
  await add(bags, [one, two, lost, trashed])
  await trash(trashed)
  for (const { id, storageKey } of await t.s.db.selectFrom("generations").select(["id", "storageKey"]).execute()) {
    if ([one, two, other].includes(id)) await t.s.storage.put(storageKey, Buffer.from(`bytes of ${id}`), "image/webp")
  }
  const reply = await download(bags.id)
  expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="bags-2026-\w+\.zip"$/)
  const files = unzipSync(reply.rawPayload)
  const texts = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()] as const)
  expect(
    texts
      .map(([, text]) => text)
      .filter((text) => text.startsWith("bytes"))
      .sort(),
  ).toEqual([`bytes of ${one}`, `bytes of ${two}`].sort())
  expect(texts.find(([name]) => name === "left-out.txt")?.[1]).toContain("lost")
  expect(texts).toHaveLength(3)
  expect((await download(bags.id, await t.signUp())).statusCode).toBe(404)
})

test("what two devices do to one album at once is all done", async () => {
  const ids = await several(60)
  const album = await create("Both phones")
  const [first, second] = [ids.slice(0, 30), ids.slice(30)]
  await add(album, first)
  await Promise.all([
    ...first.slice(0, 10).map((id) => take(album, [id])),
    ...second.map((id) => add(album, [id])),
    call("PATCH", `/${album.id}`, { name: "Renamed" }),
    call("PATCH", `/${album.id}`, { is_archived: true }),
  ])
  const known = (await list()).find(({ id }) => id === album.id)
  expect(known).toMatchObject({ name: "Renamed", is_archived: true, count: 50 })
  expect((await list(`?pictures=${first.slice(0, 10).join(",")}`)).find(({ id }) => id === album.id)?.chosen).toBe(0)
})

describe("deleting an album", () => {
  test("tells its numbers before, leaves its pictures or puts them into the trash, and says how far it came", async () => {
    const ids = await several(103)
    const inTrash = async (): Promise<number> =>
      (await t.request("GET", "/own-pictures/trash", { person: ada })).json().data.count
    const before = await inTrash()
    const [album, other] = [await create("Old"), await create("Kept")]
    await add(album, ids.slice(0, 100))
    await add(album, ids.slice(100))
    await add(other, ids.slice(0, 2))
    const pictures = [{ source: "generations", id: ids[0] }]
    await t.request("POST", "/shelf/products", { person: ada, body: { ...emptyProduct, name: "Bag", pictures } })
    await call("POST", `/${album.id}/links`, { hours: 1 })
    expect((await call("GET", `/${album.id}/numbers`)).data).toEqual({
      pictures: 103,
      inOthers: 2,
      onProducts: 1,
      public: 0,
      links: 1,
    })
    const remove = (pictures: string) => call("POST", `/${album.id}/deletion`, { pictures })
    expect((await remove("trash")).data).toEqual({ is_deleted: false, trashed: 100, left: 3 })
    expect((await remove("trash")).data).toEqual({ is_deleted: true, trashed: 3, left: 0 })
    expect((await remove("trash")).status).toBe(404)
    expect(await inTrash()).toBe(before + 103)
    await restore(ids[0] ?? "")
    expect(await inAlbum(other)).toEqual([ids[0]])

    expect((await call("POST", `/${other.id}/deletion`, { pictures: "keep" })).data).toMatchObject({ is_deleted: true })
    expect((await t.request("GET", `/pictures/${ids[0]}`, { person: ada })).statusCode).not.toBe(410)
    expect((await t.request("GET", `/own-pictures/generations/${ids[0]}`, { person: ada })).statusCode).toBe(200)
  })
})

test("a product has one album of its own, which stays when the product goes", async () => {
  const body = { ...emptyProduct, name: "Ankara bag" }
  const product = (await t.request("POST", "/shelf/products", { person: ada, body })).json().data
  const album = await create("Ankara", { productId: product.id })
  expect(album.product).toEqual({ id: product.id, name: "Ankara bag" })
  const again = await call("POST", "", { name: "Second", productId: product.id })
  expect([again.status, again.error.fields]).toEqual([400, { productId: "This product has an album already." }])
  expect((await call("POST", "", { name: "Hers", productId: product.id }, bola)).status).toBe(400)
  expect((await call("PATCH", `/${album.id}`, { productId: product.id })).status).toBe(200)
  await t.request("DELETE", `/shelf/products/${product.id}`, { person: ada })
  expect((await list()).find(({ id }) => id === album.id)?.product).toBeNull()
})

test("an album that is named with an order gets what comes of it, from every tool", async () => {
  const album = await create("Orders")
  const order = async (path: string, more: object) => {
    const reply = await t.request("POST", path, { person: ada, body: { album: album.id, ...more } })
    expect([path, reply.statusCode, reply.body.slice(0, 200)]).toEqual([path, 200, expect.anything()])
    return reply.json().job
  }
  const drawn = await order("/image-gen-with-flux-dev-realism", {
    prompt: "a glass bottle",
    aspect_ratio: "1:1",
    num_outputs: 2,
  })
  const [{ id: first }] = drawn.pictures
  expect(new Set(await inAlbum(album))).toEqual(new Set(drawn.pictures.map(({ id }: { id: string }) => id)))
  const file = await uploaded(t, await twoColours(300, 200).png().toBuffer(), {
    person: ada,
    bucket: "images",
    name: "b.png",
  })
  const image = `/v1/storage/buckets/images/files/${file.$id}/view`
  await order("/image-upscaler", { image, factor: 2 })
  await order("/background-remover", { image })
  const ground = { kind: "colour", colour: "#f3ece0" }
  await order("/photo-scenes", { image, hasBackground: true, ground })
  const batch = { images: [image], recipe: { tool: "upscale" }, album: album.id }
  const { data } = (await t.request("POST", "/photo-batches", { person: ada, body: batch })).json()
  await expect
    .poll(async () => (await t.request("GET", `/photo-batches/${data.id}`, { person: ada })).json().data.status)
    .toBe("ready")
  // Two drawn, one enlarged, one cut out, a scene with its cut-out, and one of the batch.
  expect(await inAlbum(album)).toHaveLength(7)

  const { credits } = (await t.request("GET", "/credits", { person: ada })).json().data ?? {}
  for (const gone of ["gone", (await create("hers", {}, bola)).id]) {
    const body = { prompt: "a glass bottle", aspect_ratio: "1:1", album: gone }
    const reply = await t.request("POST", "/image-gen-with-flux-dev-realism", { person: ada, body })
    expect([reply.statusCode, reply.json().fields]).toEqual([
      400,
      { album: expect.stringContaining("Nothing was paid") },
    ])
  }
  expect((await t.request("GET", "/credits", { person: ada })).json().data?.credits).toBe(credits)
  await trash(first)
  expect(await inAlbum(album)).toHaveLength(6)
})

test("albums and their pictures have limits", async () => {
  const person = await t.signUp()
  for (let n = 0; n < maxAlbums; n++) await create(`${n}`, {}, person)
  expect((await call("POST", "", { name: "one more" }, person)).status).toBe(409)

  const album = await create("Full")
  const ids = await several(maxAlbumPictures + 2)
  const values = ids.slice(0, maxAlbumPictures - 1).map((generationId) => ({ albumId: album.id, generationId }))
  await t.s.db.insertInto("albumPictures").values(values).execute()
  const { data } = await add(album, [ids[0] ?? "", ...ids.slice(maxAlbumPictures - 1)])
  expect([data.done.length, data.skipped.length]).toEqual([2, 2])
  expect(data.skipped[0].why).toBe("An album has at most 1,000 pictures.")
})

test("albums are in the copy of a person's data, and go with the account", async () => {
  const person = await t.signUp()
  const album = await create("Mine", {}, person)
  const [id = ""] = await build([{}], person)
  await add(album, [id], person)
  const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
  expect(JSON.parse(Buffer.from(copy["albums.json"] ?? []).toString())).toMatchObject([
    { name: "Mine", pictures: [id] },
  ])
  await t.s.db.deleteFrom("accounts").where("id", "=", person.accountId).execute()
  expect(await t.s.db.selectFrom("albums").select("id").where("id", "=", album.id).execute()).toEqual([])
})
