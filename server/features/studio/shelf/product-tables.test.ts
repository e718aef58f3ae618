import { unzipSync } from "fflate"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readCsv } from "#server/testing/read-csv.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { addProduct, browser, changeProduct, measure, newShop, openShop } from "./testing/build-shop.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

const pathOf = (url: string): string => new URL(url).pathname
const get = (url: string) => t.request("GET", url, { headers: browser })

describe("the feed", () => {
  test("has what Meta's catalogue asks for, field by field, of what is in the shop alone", async () => {
    const { person, shop, product } = await openShop(t, {
      product: { name: 'Red "handbag", large', text: "Sewn in Yaba.\nTwo pockets.", condition: "used", sku: "B-1" },
    })
    await addProduct(t, person, { name: "Draft", isOnShelf: false })
    const gone = await addProduct(t, person, { name: "Sold out", stock: 0 })
    const reply = await get(pathOf(shop.feedUrl))
    expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8")
    expect(reply.headers["cache-control"]).toBe("no-store")
    const [head = [], row = [], ...more] = readCsv(reply.body)
    expect(more).toEqual([])
    const fields = Object.fromEntries(head.map((name, place) => [name, row[place]]))
    expect(fields).toEqual({
      id: product.id,
      title: 'Red "handbag", large',
      description: "Sewn in Yaba.\nTwo pockets.",
      availability: "in stock",
      condition: "used",
      price: "15000.00 NGN",
      link: `${shop.url}/${product.slug}`,
      image_link: expect.stringMatching(/\/shop-pictures\/[0-9a-f]+\/1080$/),
      brand: "Ada's Bags",
      additional_image_link: "",
    })
    const picture = await get(pathOf(fields.image_link ?? ""))
    expect(await measure(picture.rawPayload)).toMatchObject({ format: "jpeg", width: 1080 })
    expect((await get(pathOf(fields.link ?? ""))).statusCode).toBe(200)
    await changeProduct(t, person, gone, { stock: null })
    expect(readCsv((await get(pathOf(shop.feedUrl))).body)).toHaveLength(3)
  })

  test("leaves out what has no price in the shop's currency, and what has no picture any more", async () => {
    const { person, shop, product } = await openShop(t, { shop: { currency: "USD" }, product: { priceUsd: 1_250 } })
    const other = await addProduct(t, person, { name: "Only naira" })
    const bare = await addProduct(t, person, { name: "No picture", priceUsd: 900 })
    await t.request("DELETE", `/v1/storage/buckets/images/files/${bare.pictures[0]?.id}`, { person })
    const feed = (await get(pathOf(shop.feedUrl))).body
    expect([product, other, bare].map(({ id }) => feed.includes(id))).toEqual([true, false, false])
    expect(readCsv(feed)[1]).toContain("12.50 USD")
  })

  test("is nobody's without its secret, and another one makes the old one worthless", async () => {
    const { person, shop } = await openShop(t)
    expect((await get(`/shop/${shop.handle}/feed/${"0".repeat(40)}.csv`)).statusCode).toBe(404)
    expect((await get(`/shop/${shop.handle}/feed/x`)).statusCode).toBe(404)
    const renewed = (await t.request("POST", "/own-shop/feed", { person })).json().data
    expect(renewed.feedUrl).not.toBe(shop.feedUrl)
    expect((await get(pathOf(shop.feedUrl))).statusCode).toBe(404)
    expect((await get(pathOf(renewed.feedUrl))).statusCode).toBe(200)
    // The form that stands open beside it saves all the same.
    const saved = await t.request("PUT", "/own-shop", {
      person,
      body: { ...newShop, ...shop, logo: null, name: "Ada" },
    })
    expect(saved.statusCode).toBe(200)
  })
})

test("tables for places and for oneself hold every product once, with formulas made harmless", async () => {
  const { person, product } = await openShop(t, {
    product: {
      name: "=HYPERLINK(1)",
      sku: "B-1",
      category: "bags",
      options: [{ name: "Size", values: ["S", "M"] }],
      variants: [
        { values: ["S"], stock: 0 },
        { values: ["M"], stock: 3 },
      ],
    },
  })
  await addProduct(t, person, { name: "Draft", isOnShelf: false, notes: "cost 3k" })
  const table = async (name: string) => {
    const reply = await t.request("GET", `/own-shop/products.csv?for=${name}`, { person })
    const [head = [], ...rows] = readCsv(reply.body.replace(/^\ufeff/, ""))
    return rows.map((row) => Object.fromEntries(head.map((column, place) => [column, row[place] ?? ""])))
  }
  expect(await table("own")).toMatchObject([
    { number: "B-1", name: "'=HYPERLINK(1)", trade: "Bags", price_ngn: "15000.00", in_shop: "yes", values_1: "S | M" },
    { name: "Draft", notes: "cost 3k", in_shop: "no" },
  ])
  const [jumia = {}, ...none] = await table("jumia")
  expect(none).toEqual([])
  expect(jumia).toMatchObject({ SellerSKU: "B-1-M", Price: "15000.00", Quantity: "3", Variation: "M" })
  const picture = await get(pathOf(jumia.MainImage ?? ""))
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 680, height: 850, format: "jpeg" })
  expect(await table("konga")).toMatchObject([{ SKU: product.sku, Price: "15000.00", Condition: "new" }])
  const closed = await t.signUp()
  expect((await t.request("GET", "/own-shop/products.csv?for=jumia", { person: closed })).statusCode).toBe(404)
})

test("a product, or all of them, come as a ZIP of their pictures with a table of what is whose", async () => {
  const { person, product } = await openShop(t, { product: { name: "Ọ̀ṣun bag", sku: "=1" } })
  const second = await addProduct(t, person, { name: "Tote", isOnShelf: false })
  await t.request("DELETE", `/v1/storage/buckets/images/files/${second.pictures[0]?.id}`, { person })
  const pack = async (query = "") => {
    const reply = await t.request("GET", `/own-shop/products.zip${query}`, { person })
    expect(reply.headers["content-type"]).toBe("application/zip")
    const { "manifest.csv": manifest, ...files } = unzipSync(reply.rawPayload)
    return { files, rows: readCsv(Buffer.from(manifest ?? []).toString()).slice(1) }
  }
  const { files, rows } = await pack()
  const name = "0001-ọ̀ṣun-bag/01.png"
  expect(Object.keys(files).map((file) => file.normalize("NFC"))).toEqual([name.normalize("NFC")])
  const bytes = Buffer.from(Object.values(files)[0] ?? [])
  expect(bytes).toEqual((await t.request("GET", product.pictures[0]?.url ?? "", { person })).rawPayload)
  expect(rows).toEqual([
    ["Ọ̀ṣun bag", "'=1", "15000.00", "", "yes", expect.stringContaining("01.png"), String(bytes.length), ""],
    ["Tote", "", "15000.00", "", "no", "", "", "no picture"],
  ])
  expect((await pack(`?product=${second.id}`)).rows).toHaveLength(1)
  const other = await t.signUp()
  for (const query of ["", `?product=${product.id}`]) {
    expect((await t.request("GET", `/own-shop/products.zip${query}`, { person: other })).statusCode).toBe(404)
  }
})

test("the address of a shop comes as a code for the counter", async () => {
  const { person } = await openShop(t)
  const reply = await t.request("GET", "/own-shop/code.svg", { person })
  expect(reply.headers["content-type"]).toContain("image/svg+xml")
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 1024, height: 1024 })
  expect((await t.request("GET", "/own-shop/code.svg", { person: await t.signUp() })).statusCode).toBe(404)
})
