import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { filesAt } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { openPriceList, type PriceListHead, type PriceListRow } from "./price-lists/draw-price-list.ts"
import { addProduct, changeProduct, openShop } from "./testing/build-shop.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

async function read(person: TestPerson | undefined, query = "") {
  const reply = await t.request("GET", `/own-shop/prices.pdf${query}`, person ? { person } : {})
  const pdf = reply.rawPayload.toString("latin1")
  const count = (what: RegExp) => [...pdf.matchAll(what)].length
  return {
    status: reply.statusCode,
    type: reply.headers["content-type"],
    text: pdf,
    products: count(/\/S \/Div\b/g),
    pictures: count(/\/Subtype \/Image\b/g),
    pages: count(/\/Type \/Page\b/g),
    /** Sides of its pages, in points. */
    box: /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.slice(1).map(Number),
  }
}

describe("the price list", () => {
  test("has what stands in the shop, with pictures and links, on paper or for a phone", async () => {
    const { person, shop, product } = await openShop(t, { product: { name: "Ọ̀ṣun beads", sku: "B-1" } })
    await addProduct(t, person, { name: "حقيبة 🔥", category: "bags" })
    await addProduct(t, person, { name: "Draft", isOnShelf: false })
    const gone = await addProduct(t, person, { name: "Gone", stock: 0 })
    const a4 = await read(person)
    expect([a4.status, a4.type, a4.text.slice(0, 8)]).toEqual([200, "application/pdf", "%PDF-1.7"])
    expect(a4).toMatchObject({ products: 2, pictures: 2, pages: 1, box: [595.28, 841.89] })
    expect(a4.text).toContain("https://wa.me/2348031234567")
    expect(a4.text).toContain(`(${shop.url})`)
    // A name that no file of letters has is drawn, and can be copied and read aloud all the same.
    const isDrawn = ({ text }: { text: string }, name: string): boolean =>
      text
        .replace(/\\([()\\])/g, "$1")
        .includes(`/ActualText (${Buffer.from(`\ufeff${name}`, "utf16le").swap16().toString("latin1")}`)
    expect(isDrawn(a4, "حقيبة 🔥")).toBe(true)
    // Of each upload a small copy was kept, the one that the seller's own list shows; the next price list reads no whole photo.
    const copies = async () => {
      const rows = t.s.db.selectFrom("fileObjects").select("slot")
      return (await rows.where("previewOf", "=", person.accountId).execute()).map(({ slot }) => slot)
    }
    const kept = await copies()
    expect([kept.length, new Set(kept).size]).toEqual([2, 1])
    expect((await t.request("GET", product.pictures[0]?.preview ?? "", { person })).statusCode).toBe(200)
    expect(await copies()).toEqual(kept)
    const originals = await t.s.db
      .selectFrom("fileObjects")
      .select("storageKey")
      .where("slot", "=", "piece-0")
      .execute()
    const asked = vi.spyOn(t.s.storage, "get")
    expect(await read(person)).toMatchObject({ products: 2, pictures: 2 })
    expect(
      asked.mock.calls.map(([key]) => key).filter((key) => originals.some(({ storageKey }) => storageKey === key)),
    ).toEqual([])
    expect(asked).toHaveBeenCalledTimes(2)
    asked.mockRestore()
    const phone = await read(person, "?paper=phone&soldOut=mark")
    expect(phone).toMatchObject({ status: 200, products: 3, pictures: 3, box: [390, 844] })
    // So is one in which a line would else end within a word, where its letters come from another file.
    const name = "Ọ̀ṣun hand-sewn ankara bag, ẹlẹ́sìn pattern, size 10".normalize("NFC")
    const long = await addProduct(t, person, { name })
    expect(isDrawn(await read(person, "?paper=phone"), name)).toBe(true)
    expect(isDrawn(await read(person), "Ọ̀ṣun beads".normalize("NFC"))).toBe(false)
    await changeProduct(t, person, long, { isOnShelf: false })
    // What is deleted, taken off or deleted with its picture is gone from the next one.
    await changeProduct(t, person, product, { isOnShelf: false })
    const [picture] = gone.pictures
    const deleted = await t.request("DELETE", filesAt("images", picture?.id), { person, body: {} })
    expect(deleted.statusCode).toBe(204)
    expect(await read(person, "?soldOut=mark")).toMatchObject({ products: 2, pictures: 1 })
  })

  test("is its owner's, who has a shop, and says what it cannot do", async () => {
    expect((await read(undefined)).status).toBe(401)
    expect((await read(await t.signUp())).status).toBe(404)
    const { person } = await openShop(t, { shop: { whatsApp: "", isPublished: false, name: "😀 مكتبة" } })
    const closed = await read(person)
    expect([closed.status, closed.text.includes("wa.me"), closed.text.includes("/shop/")]).toEqual([200, false, false])
    for (const query of ["?paper=a3", "?soldOut=yes"])
      expect([query, (await read(person, query)).status]).toEqual([query, 400])
  })
})

const head: PriceListHead = {
  ...{ shop: "Adá's Bags", brandColour: "#33249c", accentColour: "#d9962e", day: "27 November 2026", logo: null },
  ...{ links: [], delivery: "Lagos in two days.", paper: "a4" },
}

async function draw(count: number, row: (place: number) => Partial<PriceListRow>) {
  const picture = await sharp({ create: { width: 96, height: 96, channels: 3, background: "#d9962e" } })
    .jpeg()
    .toBuffer()
  const sent: number[] = []
  let bytes = 0
  const chunks: Buffer[] = []
  const list = await openPriceList(head, (chunk) => {
    bytes += chunk.length
    chunks.push(chunk)
  })
  for (let from = 0; from < count; from += 25) {
    list.write(
      Array.from({ length: Math.min(25, count - from) }, (_, place) => ({
        ...{ heading: from + place === 0 ? "Bags" : null, name: `Bag ${from + place}`, price: "₦5,000" },
        ...{ details: [`No. ${from + place}`], isSoldOut: false, picture },
        ...row(from + place),
      })),
    )
    await new Promise((resolve) => setImmediate(resolve))
    sent.push(bytes)
  }
  await list.end()
  return { sent, bytes, text: Buffer.concat(chunks).toString("latin1") }
}

test("a list of two thousand products goes out page by page, whatever its marks", async () => {
  const { sent, bytes, text } = await draw(2_000, (place) => ({ name: `Ọ̀ṣun ọ̀wọ̀ ẹ̀kọ́ ńlá ${place}` }))
  expect([...text.matchAll(/\/S \/Div\b/g)]).toHaveLength(2_000)
  // After each tenth of the products about that share of the bytes has gone out: what is written is not kept.
  for (const tenth of [2, 5, 8]) expect((sent[tenth * 8 - 1] ?? 0) / bytes).toBeGreaterThan(((tenth - 0.5) / 10) * 0.75)
})

test("long options go on over pages, and nothing stands outside of one", async () => {
  const options = `Colour: ${Array.from({ length: 400 }, (_, n) => `shade number ${n}`).join(", ")}`
  const { text } = await draw(3, () => ({ name: "W".repeat(120), details: [options], isSoldOut: true }))
  expect([...text.matchAll(/\/Type \/Page\b/g)].length).toBeGreaterThan(1)
})
