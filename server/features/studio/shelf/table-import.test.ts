import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { maxProducts, type Product } from "#contract/studio/shelf.ts"
import type { TableCheck } from "#contract/studio/shelf-import.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { addProduct, changeProduct, openShop } from "./testing/build-shop.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

type Extra = Partial<{ encoding: string | null; mapping: (string | null)[] | null; known: string; shelf: string }>

const sent = (file: string | Buffer, extra: Extra) => ({
  file: Buffer.from(file).toString("base64"),
  ...{ encoding: null, mapping: null, known: "update" },
  ...extra,
})

async function check(person: TestPerson, file: string | Buffer, extra: Extra = {}) {
  const reply = await t.request("POST", "/shelf/table/check", { person, body: sent(file, extra) })
  return { status: reply.statusCode, data: reply.json().data as TableCheck }
}

/** Imports what was checked just before. */
async function take(person: TestPerson, file: string | Buffer, extra: Extra = {}) {
  const { data } = await check(person, file, extra)
  const body = sent(file, { shelf: data.shelf, ...extra })
  const reply = await t.request("POST", "/shelf/table", { person, body })
  return { status: reply.statusCode, body: reply.json() }
}

async function shelf(person: TestPerson): Promise<Product[]> {
  const { data } = (await t.request("GET", "/shelf/products", { person })).json()
  const read = async ({ id }: { id: string }) =>
    (await t.request("GET", `/shelf/products/${id}`, { person })).json().data as Product
  return Promise.all(data.toReversed().map(read))
}

const own = async (person: TestPerson) => (await t.request("GET", "/own-shop/products.csv?for=own", { person })).body

describe("a table of other columns", () => {
  test("is guessed, mapped anew and taken whole", async () => {
    const person = await t.signUp({ isVerified: true })
    const file =
      "Item Code;Product Title;Selling Price;Qty;Size;Cost\r\n" +
      'B-1;"Bag; red";"5k";3;"S, M";100\r\n' +
      'B-2;"She said ""hi""";"₦5.000,50";sold out;;\r\n' +
      "\r\n" +
      "B-3;=HYPERLINK(1);5,000.00;available;L;\r\n"
    const { data } = await check(person, file)
    expect(data).toMatchObject({ encoding: "utf-8", separator: ";", rows: 3, created: 3, faults: [] })
    expect(data.columns.map(({ title, field }) => [title, field])).toEqual([
      ["Item Code", "sku"],
      ["Product Title", "name"],
      ["Selling Price", "priceNgn"],
      ["Qty", "stock"],
      ["Size", "option"],
      ["Cost", null],
    ])
    expect(data.columns[1]?.samples).toEqual(["Bag; red", 'She said "hi"', "=HYPERLINK(1)"])
    expect(await shelf(person)).toEqual([])
    const mapping = ["sku", "name", "priceNgn", "stock", "option", "notes"]
    expect((await take(person, file, { mapping })).body.data).toEqual({ created: 3, changed: 0, unchanged: 0 })
    expect(await shelf(person)).toMatchObject([
      {
        sku: "B-1",
        name: "Bag; red",
        priceNgn: 500_000,
        notes: "100",
        options: [{ name: "Size", values: ["S", "M"] }],
      },
      { sku: "B-2", name: 'She said "hi"', priceNgn: 500_050, stock: 0, options: [] },
      { sku: "B-3", name: "=HYPERLINK(1)", priceNgn: 500_000, stock: null, isOnShelf: false },
    ])
    expect(await own(person)).toContain(`"'=HYPERLINK(1)"`)
  })

  test.each([
    ["utf-8", Buffer.from("\ufeffname,price\nỌ̀ṣun,5k\n")],
    ["utf-16le", Buffer.from("\ufeffname,price\nỌ̀ṣun,5k\n", "utf16le")],
    ["utf-16be", Buffer.from("\ufeffname,price\nỌ̀ṣun,5k\n", "utf16le").swap16()],
    ["windows-1252", Buffer.from("name,price\nCaf\xe9 \x80,5k\n", "latin1")],
  ])("is read in %s", async (encoding, file) => {
    const { data } = await check(await t.signUp(), file)
    expect([data.encoding, data.faults]).toEqual([encoding, []])
    expect(data.columns[0]?.samples).toEqual([encoding === "windows-1252" ? "Café €" : "Ọ̀ṣun"])
  })

  test.each([
    [",", "name,price\nBag,5k"],
    [";", "sep=;\r\nname;price\r\nBag;5k"],
    ["\t", "name\tprice\rBag\t5k"],
    ["|", "name|price\nBag|5k"],
  ])("is read with %j between its cells", async (separator, file) => {
    const { data } = await check(await t.signUp(), file)
    expect([data.separator, data.faults, data.created]).toEqual([separator, [], 1])
  })
})

describe("faults", () => {
  test("are told by row, column and sentence, and nothing is taken", async () => {
    const person = await t.signUp({ isVerified: true })
    const cells = ["0", "-5", "1000000000000", "cheap", "5k", "5k", "5k", "5k", "5k"]
    const rows = cells.map((price, place) => [`Bag ${place}`, price, `N-${place}`, "new", "", ""])
    const put = (row: number, column: number, cell: string) => {
      const line = rows[row]
      if (line) line[column] = cell
    }
    put(4, 3, "worn")
    put(5, 4, "some")
    put(6, 2, "n-5")
    put(7, 0, "")
    put(8, 0, "x".repeat(121))
    const file = [["name", "price", "sku", "condition", "stock", "trade"], ...rows]
      .map((row) => row.join(","))
      .join("\n")
    const { data } = await check(person, file)
    expect(data.faults.map(({ row, column }) => [row, column])).toEqual([
      [2, "price"],
      [3, "price"],
      [4, "price"],
      [5, "price"],
      [6, "condition"],
      [7, "stock"],
      [8, "sku"],
      [9, "name"],
      [10, "name"],
    ])
    expect(data.faults[0]?.message).toBe("A price is more than 0.")
    expect(data.faults[6]?.message).toBe("Row 7 has this number already.")
    const refused = await take(person, file)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "Nothing was imported. Row 2: A price is more than 0.",
    ])
    expect(await shelf(person)).toEqual([])
  })

  test.each([
    ["nothing", ""],
    ["a workbook", Buffer.from("PK\u0003\u0004xl/workbook.xml")],
    ["bytes", Buffer.from([1, 0, 2, 0, 0, 3, 255, 0])],
    ["an open quote", 'name,price\n"Bag,5k\n'],
    ["titles alone", "name,price\n"],
    ["no name", "colour of it,weight\nred,5\n"],
    ["many columns", `${"a,".repeat(80)}name\n`],
    ["many rows", `name\n${"Bag\n".repeat(5_001)}`],
  ])("of a file with %s are said of it as a whole", async (_what, file) => {
    const person = await t.signUp()
    const { status, data } = file === "" ? { status: 200, data: null } : await check(person, file)
    if (data) expect([status, data.faults[0]?.row, data.created]).toEqual([200, 0, 0])
    else expect((await t.request("POST", "/shelf/table/check", { person, body: sent(file, {}) })).statusCode).toBe(400)
  })

  test.each([
    [{ file: "%%%" }],
    [{ encoding: "ebcdic" }],
    [{ mapping: ["price"] }],
    [{ known: "skip" }],
    [{ mapping: Array.from({ length: 61 }, () => null) }],
  ])("of the call are refused: %o", async (wrong) => {
    const person = await t.signUp()
    const body = { ...sent("name\nBag", {}), ...wrong }
    expect((await t.request("POST", "/shelf/table/check", { person, body })).statusCode).toBe(400)
    expect((await t.request("POST", "/shelf/table/check", { body })).statusCode).toBe(401)
  })
})

describe("products that are there", () => {
  test("go out and come in again as they were, and change only where the table says something else", async () => {
    const { person, product } = await openShop(t, {
      product: {
        ...{
          name: "-5% bag",
          sku: "A|1",
          text: "Line one\n=two",
          notes: "cost, 3k",
          priceUsd: 1_250,
          category: "bags",
        },
        options: [
          { name: "Size", values: ["S|M", "a, b"] },
          { name: "Colour", values: ["red/blue"] },
        ],
        variants: [
          { values: ["S|M", "red/blue"], stock: 0 },
          { values: ["a, b", "red/blue"], stock: 3 },
        ],
      },
    })
    await addProduct(t, person, { isOnShelf: false, name: "", priceNgn: null })
    const before = await shelf(person)
    const file = await own(person)
    const { data } = await check(person, file)
    expect(data).toMatchObject({ created: 0, changed: 0, unchanged: 2, faults: [] })
    expect((await take(person, file)).status).toBe(200)
    expect(await shelf(person)).toEqual(before)
    const price = `aworan_id,price,in_shop\n${product.id},7k,no`
    expect((await take(person, price)).body.data).toEqual({ created: 0, changed: 1, unchanged: 0 })
    expect((await shelf(person))[0]).toEqual({
      ...before[0],
      ...{ priceNgn: 700_000, isOnShelf: false, version: 2, updatedAt: expect.any(String) },
    })
    // The table from before says again what was.
    expect((await take(person, file)).body.data).toEqual({ created: 0, changed: 1, unchanged: 1 })
    expect((await shelf(person))[0]).toMatchObject({ priceNgn: product.priceNgn, isOnShelf: true, slug: product.slug })
  })

  test("are changed or refused by their number, as was chosen; numbers may change places", async () => {
    const person = await t.signUp({ isVerified: true })
    await take(person, "name,sku\nOne,A\nTwo,B")
    const file = "name,sku,price\nOne more,a,9k\nThree,C,1k"
    const refused = await check(person, file, { known: "refuse" })
    expect(refused.data.faults).toEqual([{ row: 2, column: "sku", message: "This product is on your shelf already." }])
    expect(refused.data).toMatchObject({ created: 1, changed: 1 })
    expect((await take(person, file)).body.data).toEqual({ created: 1, changed: 1, unchanged: 0 })
    const [one, two] = await shelf(person)
    expect(one).toMatchObject({ name: "One more", sku: "a", priceNgn: 900_000 })
    const swap = `aworan_id,sku\n${one?.id},B\n${two?.id},a`
    expect((await take(person, swap)).body.data).toMatchObject({ changed: 2 })
    expect((await shelf(person)).map(({ sku }) => sku)).toEqual(["B", "a", "C"])
    const taken = await check(person, `aworan_id,sku\n${one?.id},C`)
    expect(taken.data.faults).toEqual([{ row: 2, column: "sku", message: "Another product of yours has this number." }])
  })

  test("that somebody changed since are not overwritten", async () => {
    const { person, product } = await openShop(t)
    const file = `aworan_id,price\n${product.id},9k`
    const { data } = await check(person, file)
    await changeProduct(t, person, product, { priceNgn: 800_000 })
    const late = await take(person, file, { shelf: data.shelf })
    expect([late.status, late.body.type]).toEqual([409, "version_changed"])
    expect((await shelf(person))[0]?.priceNgn).toBe(800_000)
  })
})

test("what is to stand in the shop has a price and a picture, words that may, and a seller who may", async () => {
  const { person, product } = await openShop(t)
  const bare = await check(person, "name,in shop\nNo picture,yes")
  expect(bare.data).toMatchObject({ created: 1, withoutPicture: 1, faults: [] })
  await take(person, "name,in shop\nNo picture,yes")
  expect((await shelf(person))[1]).toMatchObject({ isOnShelf: false, slug: null })
  await t.s.db
    .insertInto("blockedWords")
    .values({ id: "w", language: "en", word: "contraband", spellings: [], reach: "public" })
    .execute()
  const words = await check(person, `aworan_id,text\n${product.id},Finest contraband`)
  expect(words.data.faults).toMatchObject([{ row: 2, message: expect.stringContaining("contraband") }])
  expect((await check(person, "name,text\nDraft,Finest contraband")).data.faults).toEqual([])
})

test("a table of five thousand rows is read at once, and what the shelf cannot hold is told before", async () => {
  const person = await t.signUp()
  const rows = (count: number) =>
    `name,sku,price,text\n${Array.from({ length: count }, (_, n) => `Bag ${n},S-${n},${n + 1}k,"${"Sewn in Yaba. ".repeat(30)}"`).join("\n")}`
  const many = await check(person, rows(5_000))
  expect(many.data.rows).toBe(5_000)
  expect(many.data.faults).toEqual([
    { row: 0, column: "", message: "A shelf holds at most 2,000 products: this table has 3,000 too many." },
  ])
  expect((await take(person, rows(maxProducts))).body.data).toEqual({ created: 2_000, changed: 0, unchanged: 0 })
  expect((await take(person, rows(maxProducts))).body.data).toEqual({ created: 0, changed: 0, unchanged: 2_000 })
  expect((await take(person, rows(maxProducts + 1))).status).toBe(400)
})
