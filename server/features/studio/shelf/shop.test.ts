import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Shop, visitDays } from "#contract/studio/shelf-shop.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { sweepShopVisits } from "./job.ts"
import { addProduct, browser, changeProduct, measure, newShop, openShop } from "./testing/build-shop.ts"

let t: TestApp
let moment = new Date("2026-11-27T10:00:00Z")

beforeAll(async () => {
  t = await openTestApp({ replace: { now: () => moment } })
})
afterAll(() => t.close())

async function save(person: TestPerson, change: object) {
  const now = (await t.request("GET", "/own-shop", { person })).json().data as Shop | null
  const body = now ? { ...newShop, ...now, logo: null, ...change } : { ...newShop, ...change }
  const { url: _url, handleFreeAt: _free, takenDownFor: _why, ...sent } = body as Record<string, unknown>
  const reply = await t.request("PUT", "/own-shop", { person, body: sent })
  return { status: reply.statusCode, data: reply.json().data as Shop, error: reply.json() }
}

/** The code in the newest message to a number, once the worker has sent it. */
const codeTo = (recipient: string): Promise<string> =>
  until(async () => {
    const row = await t.s.db
      .selectFrom("capturedMessages")
      .select("text")
      .where("recipient", "=", recipient)
      .executeTakeFirst()
    return row && (/^(\d{6}) /.exec(row.text)?.[1] ?? "")
  })

const get = (url: string, headers: Record<string, string> = browser) => t.request("GET", url, { headers })

describe("a shop", () => {
  test("is off until it is published, by somebody whose address is confirmed", async () => {
    const person = await t.signUp({ isVerified: false })
    const handle = "not-open-yet"
    expect((await save(person, { handle, isPublished: true })).status).toBe(403)
    expect((await save(person, { handle, isPublished: false })).status).toBe(200)
    expect((await get(`/shop/${handle}`)).statusCode).toBe(404)
  })

  test("takes the number with its country, and the name of an account", async () => {
    const person = await t.signUp()
    const { data } = await save(person, { handle: "numbers", isPublished: false })
    expect([data.whatsApp, data.instagram]).toEqual(["+2348031234567", "adasbags"])
    const abroad = await save(person, {
      whatsApp: "+44 7700 900123",
      instagram: "https://www.instagram.com/ada.bags/?hl=en",
    })
    expect([abroad.data.whatsApp, abroad.data.instagram]).toEqual(["+447700900123", "ada.bags"])
    const wrong = await save(person, { whatsApp: "12" })
    expect([wrong.status, Object.keys(wrong.error.fields)]).toEqual([400, ["whatsApp"]])
    expect((await save(person, { whatsApp: "" })).data.whatsApp).toBe("")
  })

  test("proves its number by a code sent there, which a few wrong guesses or another number end", async () => {
    const { person, shop, product } = await openShop(t)
    const { person: other } = await openShop(t, { shop: { whatsApp: "+44 7700 900123" } })
    const lines = async () =>
      Promise.all(
        ["", `/${product.slug}`].map(
          async (path) => /class="soft proof">([^<]+)</.exec((await get(`/shop/${shop.handle}${path}`)).body)?.[1],
        ),
      )
    const send = (by = person) => t.request("POST", "/own-shop/number-code", { person: by })
    const prove = (code: string, by = person) =>
      t.request("POST", "/own-shop/number-proof", { person: by, body: { code } })
    expect(shop.isNumberProved).toBe(false)
    expect(await lines()).toEqual(Array(2).fill("The seller has not confirmed this number to Aworan."))
    expect((await send()).statusCode).toBe(204)
    const code = await codeTo("+2348031234567")
    for (let guess = 0; guess < 5; guess++)
      expect((await prove(code === "000000" ? "111111" : "000000")).statusCode).toBe(401)
    expect((await prove(code)).statusCode).toBe(401)

    // Another country's number; one person's code is nobody else's.
    expect((await send(other)).statusCode).toBe(204)
    const theirs = await codeTo("+447700900123")
    expect((await prove(theirs)).statusCode).toBe(401)
    expect((await prove("12345", other)).statusCode).toBe(400)
    const proved = await prove(theirs, other)
    expect([proved.statusCode, proved.json().data.isNumberProved]).toEqual([200, true])
    expect((await send(other)).json().type).toBe("step_not_allowed")
    const changed = await save(other, { handle: proved.json().data.handle, whatsApp: "0803 555 0000" })
    expect([changed.status, changed.data.isNumberProved]).toEqual([200, false])
    const back = await save(other, { whatsApp: "+44 7700 900123" })
    expect(back.data.isNumberProved).toBe(true)
    const page = await get(`/shop/${back.data.handle}`)
    expect(page.body).toContain("The seller confirmed this number to Aworan.")
  })

  test.each(["ab", "a".repeat(31), "admin", "Ada Bags", "ada--bags", "-ada", "ada_bags", "12345", "ọṣun", "wa.me"])(
    "has no handle like %s",
    async (handle) => {
      const reply = await save(await t.signUp(), { handle, isPublished: false })
      expect([reply.status, Object.keys(reply.error.fields)]).toEqual([400, ["handle"]])
    },
  )

  test("gives a handle to one of those who ask at once", async () => {
    const people = await Promise.all([t.signUp(), t.signUp(), t.signUp()])
    const replies = await Promise.all(people.map((person) => save(person, { handle: "the-one", isPublished: false })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test("changes its handle once a month, and the one before leads on", async () => {
    const { person, shop, product } = await openShop(t)
    const soon = await save(person, { handle: "another-name" })
    expect([soon.status, Object.keys(soon.error.fields)]).toEqual([400, ["handle"]])
    moment = new Date(moment.getTime() + 31 * 86_400_000)
    expect((await save(person, { handle: "another-name" })).data.handle).toBe("another-name")
    const old = await get(`/shop/${shop.handle}/${product.slug}`)
    expect([old.statusCode, old.headers.location]).toEqual([301, `/shop/another-name/${product.slug}`])
    expect((await save(await t.signUp(), { handle: shop.handle, isPublished: false })).status).toBe(409)
    expect((await save(person, { handle: "a-third-name" })).status).toBe(400)
  })

  test("holds no handle that nobody knows", async () => {
    const person = await t.signUp()
    await save(person, { handle: "first-thought", isPublished: false })
    await save(person, { handle: "second-thought", isPublished: false })
    expect((await save(await t.signUp(), { handle: "first-thought", isPublished: false })).status).toBe(200)
  })

  test("is not saved over what another phone saved", async () => {
    const person = await t.signUp()
    await save(person, { handle: "two-phones", isPublished: false })
    const reply = await save(person, { name: "Other", version: 0 })
    expect([reply.status, reply.error.type]).toEqual([409, "version_changed"])
  })
})

describe("the page that everybody sees", () => {
  test("is ready HTML without scripts, says what it sells to machines, and is small", async () => {
    const { person, shop, product } = await openShop(t, {
      product: {
        name: 'Ọ̀ṣun <b>bag</b> & "more"',
        text: "Sewn in Yaba.</script><script>alert(1)</script>",
        sku: "B-1",
        category: "bags",
        options: [{ name: "Size", values: ["S", "M"] }],
        variants: [{ values: ["M"], stock: 0 }],
        notes: "cost 3k",
      },
    })
    for (let n = 0; n < 50; n++) await addProduct(t, person, { name: `Tote ${n} `.padEnd(118, "long ") })
    const page = await get(`/shop/${shop.handle}`)
    expect(page.statusCode).toBe(200)
    expect(page.body.length).toBeLessThan(60_000)
    expect(page.body).not.toMatch(/<script(?! type="application\/ld\+json")/)
    expect(page.body).toContain(`<link rel="canonical" href="${t.s.config.publicUrl}/shop/${shop.handle}">`)
    expect(page.body).toContain("Tote 49")
    expect(page.body).not.toContain("Tote 0 ")
    const second = await get(`/shop/${shop.handle}?page=2`)
    expect(second.body).toContain("Ọ̀ṣun &#60;b&#62;bag&#60;/b&#62; &#38; &#34;more&#34;")
    const found = await get(`/shop/${shop.handle}?q=tote+3`)
    expect(found.body).toContain("Tote 33")
    expect(found.body).toContain('content="noindex"')

    const own = (await get(`/shop/${shop.handle}/${product.slug}`)).body
    expect(own.length).toBeLessThan(60_000)
    expect(own).not.toContain("<script>alert")
    expect(own).not.toContain("cost 3k")
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(own)?.[1] ?? ""
    expect(JSON.parse(json)).toMatchObject({
      "@type": "Product",
      name: 'Ọ̀ṣun <b>bag</b> & "more"',
      sku: "B-1",
      category: "Bags",
      offers: {
        "@type": "Offer",
        price: "15000.00",
        priceCurrency: "NGN",
        availability: "https://schema.org/InStock",
        itemCondition: "https://schema.org/NewCondition",
      },
    })
    const order = new URL(/href="(https:\/\/wa\.me\/[^"]+)"/.exec(own)?.[1]?.replaceAll("&#39;", "'") ?? "")
    expect(order.pathname).toBe("/2348031234567")
    expect(order.searchParams.get("text")).toBe(
      `Hello Ada's Bags, I want to order Ọ̀ṣun <b>bag</b> & "more" for ₦15,000.\nSize: (S / M)\n${t.s.config.publicUrl}/shop/${shop.handle}/${product.slug}`,
    )
    const policy = String(page.headers["content-security-policy"])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain("unsafe-inline")
  })

  test("has no order button without a number", async () => {
    const { shop, product } = await openShop(t, { shop: { whatsApp: "" } })
    expect((await get(`/shop/${shop.handle}/${product.slug}`)).body).not.toContain("wa.me")
  })

  test("is sent once: whoever has it is told that it is the same", async () => {
    const { shop } = await openShop(t)
    const first = await get(`/shop/${shop.handle}`)
    const headers = { ...browser, "if-none-match": String(first.headers.etag) }
    expect((await get(`/shop/${shop.handle}`, headers)).statusCode).toBe(304)
    expect(first.headers["cache-control"]).toBe("no-cache")
  })

  test("shows pictures in sizes, and a link preview that chats take", async () => {
    const { shop, product } = await openShop(t)
    const page = (await get(`/shop/${shop.handle}/${product.slug}`)).body
    const path = /src="(\/shop-pictures\/[^"]+)\/640"/.exec(page)?.[1] ?? ""
    const small = await get(`${path}/320`)
    expect(await measure(small.rawPayload)).toMatchObject({ width: 320, format: "webp" })
    expect(await measure((await get(`${path}/1080`)).rawPayload)).toMatchObject({ width: 1080, format: "jpeg" })
    expect(small.headers["cache-control"]).toBe("public, max-age=0")
    for (const address of [`/shop/${shop.handle}/preview.jpg`, `/shop/${shop.handle}/${product.slug}/preview.jpg`]) {
      const preview = await measure((await get(address)).rawPayload)
      expect(preview).toMatchObject({ width: 1200, height: 630, format: "jpeg" })
      expect(preview.bytes).toBeLessThanOrEqual(300_000)
    }
    expect((await get(`${path}/9999`)).statusCode).toBe(404)
  })

  test("is read by a chat's program as by a person: name, words, address and a preview that is there", async () => {
    const { shop, product } = await openShop(t, { product: { text: "Sewn in Yaba." } })
    const bot = { accept: "*/*", "user-agent": "WhatsApp/2.23.20.0 A" }
    for (const [path, title] of [
      ["", "Ada's Bags"],
      [`/${product.slug}`, "Red handbag"],
    ] as const) {
      const page = (await get(`/shop/${shop.handle}${path}`, bot)).body
      const said = (name: string): string =>
        new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1]?.replaceAll("&#39;", "'") ??
        ""
      expect([said("og:title"), said("og:url")]).toEqual([
        expect.stringContaining(title),
        `${t.s.config.publicUrl}/shop/${shop.handle}${path}`,
      ])
      expect(said("og:description")).not.toBe("")
      const preview = await get(new URL(said("og:image")).pathname, bot)
      expect(await measure(preview.rawPayload)).toMatchObject({ width: 1200, height: 630, format: "jpeg" })
    }
  })

  test("shows hostile words of every field as words, on every page and file of the shop", async () => {
    const evil = (field: string): string => `</script><script>alert("${field}")</script><img src=x onerror=alert(1)>`
    const { person, shop, product } = await openShop(t, {
      shop: { name: evil("n").slice(0, 60), opening: evil("opening"), delivery: evil("delivery") },
      product: {
        name: evil("name"),
        text: evil("text"),
        sku: `<script>1</script>`,
        options: [{ name: "<script>2</script>", values: ["<img src=x>", "<svg onload=alert(1)>"] }],
        variants: [{ values: ["<img src=x>"], stock: 3 }],
      },
    })
    for (const path of [
      "",
      `/${product.slug}`,
      `/report?product=${product.slug}`,
      "/sitemap.xml",
      "?q=<script>3</script>",
    ]) {
      const { statusCode, body } = await get(`/shop/${shop.handle}${path}`)
      expect([path, statusCode]).toEqual([path, 200])
      expect(body, path).not.toMatch(/<script>|<img src=x|<svg onload/)
      for (const [, json = ""] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
        JSON.parse(json)
    }
    for (const path of [
      "/own-shop/prices.pdf",
      "/own-shop/products.csv",
      `/own-shop/products.zip?product=${product.id}`,
    ]) {
      expect([path, (await t.request("GET", path, { person })).statusCode]).toEqual([path, 200])
    }
  })

  test("lets one network ask for so many in a minute, and another one go on", async () => {
    const strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "0.01" } })
    const ask = (remoteAddress: string) =>
      strict.app
        .inject({ url: "/shop/nobody-here", headers: browser, remoteAddress })
        .then(({ statusCode }) => statusCode)
    const said: number[] = []
    // Twelve in a minute are let in, and one minute may end meanwhile.
    for (let n = 0; n < 26; n++) said.push(await ask("203.0.113.9"))
    expect([new Set(said), said.slice(0, 12)]).toEqual([new Set([404, 429]), Array(12).fill(404)])
    expect(await ask("198.51.100.9")).toBe(404)
    await strict.close()
  })

  test("leaves out a picture that operators took down, and shows the next one first", async () => {
    const { person, shop } = await openShop(t)
    const [down = ""] = await buildPictures(t, person.accountId, [{ isTakenDown: true }])
    const product = await addProduct(t, person, { name: "Tote" })
    const [own] = product.pictures
    if (!own) throw new Error("There is no picture.")
    const both = await changeProduct(t, person, product, {
      pictures: [
        { source: "generations", id: down },
        { source: own.source, id: own.id },
      ],
    })
    expect(both.pictures).toHaveLength(2)
    for (const address of [`/shop/${shop.handle}`, `/shop/${shop.handle}/${product.slug}`]) {
      const shown = (await get(address)).body.matchAll(/src="(\/shop-pictures\/[^"]+)"/g)
      for (const [, picture = ""] of shown) expect([picture, (await get(picture)).statusCode]).toEqual([picture, 200])
    }
    expect((await get(`/shop/${shop.handle}/${product.slug}`)).body.match(/<img src="\/shop-pictures/g)).toHaveLength(1)
    const feed = readCsv((await get(new URL(shop.feedUrl).pathname)).body)
    const pictures = feed.slice(1).flatMap((row) => [row[7] ?? "", row[9] ?? ""].filter(Boolean))
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) expect((await get(new URL(picture).pathname)).statusCode).toBe(200)
  })

  test("has a link preview in its colour before there is a picture", async () => {
    const person = await t.signUp({ isVerified: true })
    await save(person, { handle: "still-empty" })
    const first = await get("/shop/still-empty/preview.jpg")
    expect(await measure(first.rawPayload)).toMatchObject({ width: 1200, height: 630, format: "jpeg" })
    await save(person, { brandColour: "#aa0000" })
    const second = await get("/shop/still-empty/preview.jpg", { "if-none-match": String(first.headers.etag) })
    const { dominant } = await sharp(second.rawPayload).stats()
    expect([second.statusCode, dominant.r > 150, dominant.b < 50]).toEqual([200, true, true])
  })

  test.each([
    ["sold out", { stock: 0 }],
    ["taken off", { isOnShelf: false }],
  ] as const)("is gone at once when it is %s, with its pictures", async (_what, change) => {
    const { person, shop, product } = await openShop(t)
    const address = `/shop/${shop.handle}/${product.slug}`
    const picture = /src="(\/shop-pictures\/[^"]+\/640)"/.exec((await get(address)).body)?.[1] ?? ""
    expect((await get(picture)).statusCode).toBe(200)
    await changeProduct(t, person, product, change)
    for (const gone of [address, picture, `${address}/preview.jpg`]) {
      expect([gone, (await get(gone)).statusCode]).toEqual([gone, 404])
    }
    expect((await get(`/shop/${shop.handle}`)).body).not.toContain(String(product.slug))
    expect((await get(`/shop/${shop.handle}/sitemap.xml`)).body).not.toContain(String(product.slug))
  })

  test("closes with its shop, and when its person may not publish any more", async () => {
    const { person, shop, product } = await openShop(t)
    await save(person, { isPublished: false })
    for (const path of ["", `/${product.slug}`, "/preview.jpg", "/sitemap.xml", "/logo"]) {
      expect([path, (await get(`/shop/${shop.handle}${path}`)).statusCode]).toEqual([path, 404])
    }
    await save(person, { isPublished: true })
    await t.s.db.updateTable("accounts").set({ publishing: "blocked" }).where("id", "=", person.accountId).execute()
    expect((await get(`/shop/${shop.handle}`)).statusCode).toBe(404)
  })

  test("is on the map for search engines", async () => {
    const { shop, product } = await openShop(t)
    expect((await get("/sitemap-shops.xml")).body).toContain(`/shop/${shop.handle}/sitemap.xml</loc>`)
    expect((await get(`/shop/${shop.handle}/sitemap.xml`)).body).toContain(`/${product.slug}</loc>`)
  })
})

test("looks are counted by day and product, and programs and those who only load ahead are not", async () => {
  const { person, shop, product } = await openShop(t)
  const page = `/shop/${shop.handle}/${product.slug}`
  const reply = await get(page)
  expect(reply.headers["set-cookie"]).toBeUndefined()
  await get(page)
  await get(`/shop/${shop.handle}`)
  await get(page, { ...browser, "user-agent": "WhatsApp/2.23" })
  await get(page, { ...browser, "sec-purpose": "prefetch" })
  await t.request("HEAD", page, { headers: browser })
  const { data } = (await t.request("GET", "/own-shop/visits", { person })).json()
  expect(data).toEqual({
    days: [{ day: moment.toISOString().slice(0, 10), visits: 3 }],
    products: [{ id: product.id, name: "Red handbag", visits: 2 }],
  })
})

test("looks are told and kept for ninety days, and no longer", async () => {
  const { person, shop, product } = await openShop(t)
  await get(`/shop/${shop.handle}/${product.slug}`)
  const told = async () => (await t.request("GET", "/own-shop/visits", { person })).json().data
  const kept = () => t.s.db.selectFrom("shopVisits").select("day").where("accountId", "=", person.accountId).execute()
  const later = (days: number) => {
    moment = new Date(moment.getTime() + days * 86_400_000)
    return sweepShopVisits.run(t.s, {}, new AbortController().signal)
  }
  await later(visitDays)
  expect([(await told()).days.length, (await kept()).length]).toEqual([1, 1])
  await later(1)
  expect([await told(), await kept()]).toEqual([{ days: [], products: [] }, []])
})

test.each([
  "/shop/%2e%2e",
  "/shop/a%00b",
  "/shop/ada/..%2f",
  `/shop/${"x".repeat(150)}`,
  "/shop/x?page=-1&q=%F0",
  "/shop/x?q[]=1",
])("answers %s without falling over", async (address) => {
  expect((await get(address)).statusCode).toBeLessThan(500)
})
