import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { emptyProduct, maxProducts, type Product, type ProductFields, shelfPage } from "#contract/studio/shelf.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { buildShot } from "#server/testing/records/build-records.ts"
import { twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let ada: TestPerson
let bola: TestPerson
let picture: string

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  ;[ada, bola] = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
  ;[picture = ""] = await buildPictures(t, ada.accountId, [{ prompt: "a bag", isPublic: false }])
})
afterAll(() => t.close())

const own = (id = picture) => ({ source: "generations", id }) as const

async function create(fields: Partial<ProductFields> | Record<string, unknown>, person = ada) {
  const body = { ...emptyProduct, ...fields }
  const reply = await t.request("POST", "/shelf/products", { person, body })
  return { status: reply.statusCode, data: reply.json().data as Product, fields: reply.json().fields }
}

async function save(product: Product, change: Partial<ProductFields> | Record<string, unknown>, person = ada) {
  const { id, slug: _slug, takenDownFor: _why, updatedAt: _when, ...fields } = product
  const pictures = fields.pictures.map(({ source, id: pictureId }) => ({ source, id: pictureId }))
  const body = { ...fields, pictures, ...change }
  const reply = await t.request("PUT", `/shelf/products/${id}`, { person, body })
  return { status: reply.statusCode, data: reply.json().data as Product, error: reply.json() }
}

async function read(id: string, person = ada) {
  const reply = await t.request("GET", `/shelf/products/${id}`, { person })
  return { status: reply.statusCode, data: reply.json().data as Product }
}

async function list(query: Record<string, string> = {}, person = ada) {
  return (await t.request("GET", `/shelf/products?${new URLSearchParams(query)}`, { person })).json()
}

const sellable = { name: "Red handbag", priceNgn: 600_000, isOnShelf: true }

describe("a product", () => {
  test("holds what its seller says, for nobody else", async () => {
    const options = [
      { name: "Size", values: ["S", "M"] },
      { name: "Colour", values: ["Red", "Blue"] },
    ]
    const { status, data } = await create({
      ...sellable,
      sku: "BAG-1",
      category: "bags",
      priceUsd: 1_250,
      options,
      variants: [{ values: ["M", "Red"], stock: 3 }],
      condition: "used",
      text: "Sewn in Yaba.\nTwo pockets.",
      notes: "cost 3k",
      pictures: [own()],
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({ slug: "red-handbag", version: 1, priceNgn: 600_000, takenDownFor: null })
    expect(data.pictures).toEqual([
      { source: "generations", id: picture, url: `/pictures/${picture}`, preview: `/pictures/${picture}/320` },
    ])
    expect(data.variants).toEqual([
      { values: ["S", "Red"], stock: null },
      { values: ["S", "Blue"], stock: null },
      { values: ["M", "Red"], stock: 3 },
      { values: ["M", "Blue"], stock: null },
    ])
    expect((await read(data.id)).data).toEqual(data)
    expect((await read(data.id, bola)).status).toBe(404)
    expect((await save(data, {}, bola)).status).toBe(404)
    expect((await t.request("DELETE", `/shelf/products/${data.id}`, { person: bola })).statusCode).toBe(404)
    expect((await t.request("GET", `/shelf/products/${data.id}`)).statusCode).toBe(401)
    expect((await t.request("DELETE", `/shelf/products/${data.id}`, { person: ada })).statusCode).toBe(204)
    expect((await read(data.id)).status).toBe(404)
  })

  test("is one however often it is sent with one key, and another person's with the same key is their own", async () => {
    const [sender, other] = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
    const send = async (person: TestPerson, name: string, key = "from-a-phone") => {
      const headers = { "idempotency-key": key }
      const reply = await t.request("POST", "/shelf/products", { person, headers, body: { ...emptyProduct, name } })
      return [reply.statusCode, reply.json().data?.id, reply.json().data?.name]
    }
    const [first, second] = await Promise.all([send(sender, "Cup"), send(sender, "Cup")])
    expect(first).toEqual([201, expect.stringMatching(/^[0-9a-f]{20}$/), "Cup"])
    expect(second).toEqual(first)
    const theirs = await send(other, "Plate")
    expect(theirs[1]).not.toBe(first?.[1])
    expect((await send(sender, "Cup", "from-a-laptop"))[1]).not.toBe(first?.[1])
    expect((await list({}, sender)).counts.all).toBe(2)
    expect((await list({}, other)).counts.all).toBe(1)
    expect((await send(sender, "Cup", "short"))[0]).toBe(400)
  })

  test("has pictures of every kind, in their order, and loses one that is deleted", async () => {
    const person = await t.signUp({ isVerified: true })
    const [made = ""] = await buildPictures(t, person.accountId, [{ prompt: "a bag" }])
    const file = await uploaded(t, await twoColours(64, 48).png().toBuffer(), {
      person,
      bucket: "images",
      name: "bag.png",
    })
    const shot = await buildShot(t, person.accountId, { isPublic: false })
    const pictures = [
      { source: "files", id: file.$id },
      { source: "photoshoots", id: shot },
      { source: "generations", id: made },
    ] as const
    const { data } = await create({ ...sellable, pictures: [...pictures] }, person)
    expect(data.pictures.map(({ source, id }) => ({ source, id }))).toEqual(pictures)
    for (const address of [data.pictures[0]?.url ?? "", data.pictures[0]?.preview ?? ""]) {
      expect([address, (await t.request("GET", address, { person })).statusCode]).toEqual([address, 200])
    }
    await t.request("POST", "/own-pictures/deletion", { person, body: { ids: [made] } })
    const left = (await read(data.id, person)).data
    expect(left.pictures.map(({ id }) => id)).toEqual([file.$id, shot])
    const late = await save(data, {}, person)
    expect([late.status, Object.keys(late.error.fields)]).toEqual([400, ["pictures"]])
    expect((await save(left, { name: "Blue bag" }, person)).status).toBe(200)
  })

  test("never takes a picture of somebody else", async () => {
    const reply = await create({ pictures: [own()] }, bola)
    expect([reply.status, Object.keys(reply.fields)]).toEqual([400, ["pictures"]])
    expect((await list({}, bola)).data).toEqual([])
  })

  test("stands in the shop only with a name, a price and a picture, of somebody whose address is confirmed", async () => {
    const bare = await create({ isOnShelf: true })
    expect([bare.status, Object.keys(bare.fields)]).toEqual([400, ["name", "priceNgn", "pictures"]])
    const person = await t.signUp({ isVerified: false })
    const [id = ""] = await buildPictures(t, person.accountId, [{ prompt: "a bag" }])
    expect((await create({ ...sellable, pictures: [own(id)] }, person)).status).toBe(403)
    expect((await create({ ...sellable, isOnShelf: false, pictures: [own(id)] }, person)).status).toBe(201)
  })

  test("is held against the words that may not be public, with the field that has them", async () => {
    await t.s.db
      .insertInto("blockedWords")
      .values({ id: "w", language: "en", word: "contraband", spellings: [], reach: "public" })
      .execute()
    const reply = await create({ ...sellable, text: "Finest contraband", pictures: [own()] })
    expect([reply.status, Object.keys(reply.fields)]).toEqual([422, ["text"]])
  })

  test("keeps its address when its name changes, and gets another one than its neighbours", async () => {
    const [first, second] = [
      (await create({ ...sellable, name: "Ọ̀ṣun Bead's!", pictures: [own()] })).data,
      (await create({ ...sellable, name: "Osun beads", pictures: [own()] })).data,
    ]
    expect([first.slug, second.slug]).toEqual(["osun-bead-s", "osun-beads"])
    const same = (await create({ ...sellable, name: "OSUN BEADS", pictures: [own()] })).data
    expect(same.slug).toBe("osun-beads-2")
    expect((await save(first, { name: "Coral" })).data.slug).toBe("osun-bead-s")
    const smile = (await create({ ...sellable, name: "😀", pictures: [own()] })).data
    const arabic = (await create({ ...sellable, name: "حقيبة", pictures: [own()] })).data
    expect([smile.slug, smile.name, arabic.slug, arabic.name]).toEqual(["product", "😀", "product-2", "حقيبة"])
  })

  test("has a number that no other product of its seller has", async () => {
    expect((await create({ sku: "A-1" })).status).toBe(201)
    const again = await create({ sku: "a-1" })
    expect([again.status, Object.keys(again.fields)]).toEqual([400, ["sku"]])
    expect((await create({ sku: "A-1" }, bola)).status).toBe(201)
    expect((await create({})).status).toBe(201)
    expect((await create({})).status).toBe(201)
  })

  test("is sold out when nothing of it is left", async () => {
    const person = await t.signUp()
    await create({ name: "none", stock: 0 }, person)
    await create({ name: "some", stock: 2 }, person)
    await create({ name: "uncounted" }, person)
    const options = [{ name: "Size", values: ["S", "M"] }]
    const gone = [
      { values: ["S"], stock: 0 },
      { values: ["M"], stock: 0 },
    ]
    await create({ name: "no size left", options, variants: gone }, person)
    await create({ name: "one size left", options, variants: gone.slice(1) }, person)
    const { data } = await list({ state: "sold-out" }, person)
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["no size left", "none"])
  })

  test.each([
    [{ priceNgn: 0 }],
    [{ priceNgn: -5 }],
    [{ priceNgn: 10.5 }],
    [{ priceNgn: 1e14 }],
    [{ priceUsd: "5" }],
    [{ name: "a\u0000b" }],
    [{ name: "x".repeat(121) }],
    [{ stock: -1 }],
    [{ stock: 1.5 }],
    [{ category: "weapons" }],
    [{ options: [{ name: "Size", values: [] }] }],
    [{ options: [{ name: "Size", values: ["S", "s"] }] }],
    [{ options: Array.from({ length: 4 }, (_, n) => ({ name: `o${n}`, values: ["a"] })) }],
    [{ options: Array.from({ length: 3 }, (_, n) => ({ name: `o${n}`, values: ["a", "b", "c", "d", "e"] })) }],
    [{ pictures: Array.from({ length: 13 }, (_, n) => ({ source: "files", id: `f${n}` })) }],
    [{ pictures: [own("same"), own("same")] }],
  ])("refuses %o", async (fields) => {
    expect((await create(fields)).status).toBe(400)
  })
})

test("of two phones that change one product, the later one is told and loses nothing of the first", async () => {
  const { data } = await create({ name: "Bag" })
  const [first, second] = await Promise.all([save(data, { name: "Bag one" }), save(data, { name: "Bag two" })])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  const refused = first.status === 409 ? first : second
  expect(refused.error.type).toBe("version_changed")
  const now = (await read(data.id)).data
  expect([now.version, now.name]).toEqual([2, first.status === 200 ? "Bag one" : "Bag two"])
  expect((await save(now, { name: "Bag two" })).status).toBe(200)
})

describe("pictures put on the shelf", () => {
  const put = async (body: object, person: TestPerson) =>
    (await t.request("POST", "/shelf/pictures", { person, body })).json().data as { ids: string[]; skipped: number }

  test("become a draft each, or one of all", async () => {
    const person = await t.signUp()
    const ids = await buildPictures(
      t,
      person.accountId,
      Array.from({ length: 14 }, (_, n) => ({ prompt: `a bag ${n}` })),
    )
    const refs = ids.map((id) => own(id))
    const each = await put({ pictures: [...refs.slice(0, 3), own(picture)], as: "one-each" }, person)
    expect([each.ids.length, each.skipped]).toEqual([3, 1])
    const all = await put({ pictures: refs, as: "one-of-all" }, person)
    expect([all.ids.length, all.skipped]).toEqual([1, 2])
    expect((await read(all.ids[0] ?? "", person)).data).toMatchObject({ isOnShelf: false, name: "" })
    expect((await read(all.ids[0] ?? "", person)).data.pictures).toHaveLength(12)
    const foreign = await t.request("POST", "/shelf/pictures", {
      person: bola,
      body: { pictures: refs, as: "one-each" },
    })
    expect(foreign.statusCode).toBe(404)
  })
})

test("the list goes on page by page, and finds by name and number", async () => {
  const person = await t.signUp()
  for (let n = 0; n < shelfPage + 2; n++) await create({ name: `Bag ${n}`, sku: `SKU-${n}` }, person)
  const first = await list({}, person)
  const second = await list({ after: first.nextCursor }, person)
  expect([first.data.length, second.data.length, second.nextCursor]).toEqual([shelfPage, 2, null])
  expect(first.counts).toEqual({ all: shelfPage + 2, onShelf: 0 })
  const found = async (words: string) => (await list({ words }, person)).data.map(({ name }: { name: string }) => name)
  expect(await found("bag 26")).toEqual(["Bag 26"])
  expect(await found("sku-3")).toEqual(["Bag 3"])
  expect(await found("100%_'")).toEqual([])
})

test("a shelf is full at its limit, also for those who come at once", async () => {
  const person = await t.signUp()
  const row = { ...emptyProduct, accountId: person.accountId, options: "[]", variants: "[]", isSoldOut: false }
  const { pictures: _none, ...columns } = row
  const rows = Array.from({ length: maxProducts - 1 }, (_, n) => ({
    ...columns,
    id: `full-${n}`,
    slug: null,
    takenDownFor: null,
  }))
  for (let n = 0; n < rows.length; n += 500) {
    await t.s.db
      .insertInto("products")
      .values(rows.slice(n, n + 500))
      .execute()
  }
  const replies = await Promise.all([create({}, person), create({}, person)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 413])
})

test("goes with its account", async () => {
  const person = await t.signUp()
  const { data } = await create({ name: "Bag" }, person)
  await t.s.db.deleteFrom("accounts").where("id", "=", person.accountId).execute()
  expect(await t.s.db.selectFrom("products").select("id").where("id", "=", data.id).execute()).toEqual([])
})
