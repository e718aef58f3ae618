import { afterAll, beforeAll, expect, test } from "vitest"
import { buildOperator } from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo } from "#server/testing/wait.ts"
import { browser, openShop } from "./testing/build-shop.ts"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp({ settings: { PUBLISHING_STRIKES: "2" } })
  operator = await buildOperator(t, "content")
})
afterAll(() => t.close())

const reason = "It deceives buyers."
const status = async (url: string) => (await t.request("GET", url, { headers: browser })).statusCode
const act = (kind: string, id: string, step: string) =>
  t.request("POST", `/operators/shops/${kind}/${id}/${step}`, { person: operator, body: { reason } })
const list = async (name: string) =>
  (await t.request("GET", `/operators/shops?list=${name}`, { person: operator })).json().data as {
    id: string
    kind: string
    reports: object[]
  }[]

async function report(handle: string, fields: Record<string, string>, ip = "203.0.113.7") {
  return t.app.inject({
    method: "POST",
    url: `/shop/${handle}/report`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    remoteAddress: ip,
    payload: new URLSearchParams(fields).toString(),
  })
}

test("anybody reports a shop or a product by a form without scripts, and one network counts once", async () => {
  const { person, shop, product } = await openShop(t)
  const form = await t.request("GET", `/shop/${shop.handle}/report?product=${product.slug}`, { headers: browser })
  expect(form.body).toContain("Report Red handbag")
  expect(form.body).not.toContain("<script")
  for (const ip of ["203.0.113.7", "203.0.113.7", "198.51.100.1"]) {
    const sent = await report(shop.handle, { product: String(product.slug), reason: "spam", note: "<b>fake</b>" }, ip)
    expect([sent.statusCode, sent.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
  }
  expect((await report(shop.handle, { reason: "rights" })).statusCode).toBe(200)
  expect((await report(shop.handle, { reason: "nothing" })).statusCode).toBe(400)
  expect((await report("no-such-shop", { reason: "spam" })).statusCode).toBe(404)
  const reported = await list("reports")
  expect(reported.map(({ kind, id, reports }) => [kind, id, reports.length])).toEqual(
    expect.arrayContaining([
      ["product", product.id, 2],
      ["shop", person.accountId, 1],
    ]),
  )
  expect((await act("product", product.id, "dismiss")).statusCode).toBe(200)
  expect((await act("product", product.id, "dismiss")).statusCode).toBe(409)
  expect((await list("reports")).map(({ id }) => id)).not.toContain(product.id)
})

test("a product that is taken down is gone at once, its seller is told why, and it comes back", async () => {
  const { person, shop, product } = await openShop(t)
  const address = `/shop/${shop.handle}/${product.slug}`
  expect((await act("product", product.id, "take-down")).statusCode).toBe(200)
  expect((await act("product", product.id, "take-down")).statusCode).toBe(409)
  expect([await status(address), await status(`${address}/preview.jpg`), await status(`/shop/${shop.handle}`)]).toEqual(
    [404, 404, 200],
  )
  const own = await t.request("GET", `/shelf/products/${product.id}`, { person })
  expect(own.json().data.takenDownFor).toBe(reason)
  const letter = await mailTo(t, person.email)
  expect([letter.subject, letter.text]).toEqual([
    "A product of yours was taken down",
    expect.stringContaining(`The reason: ${reason}`),
  ])
  expect((await list("down")).map(({ id }) => id)).toContain(product.id)
  expect((await act("product", product.id, "restore")).statusCode).toBe(200)
  const notices = (await t.request("GET", "/notices", { person })).json().data
  const told = { text: `The reason: ${reason}`, path: `/shelf/${product.id}` }
  expect(notices).toMatchObject([
    { title: "A product of yours is public again", ...told },
    { title: "A product of yours was taken down", ...told },
  ])
  expect(await status(address)).toBe(200)
})

test("a shop that is taken down is closed with everything in it, and strikes count", async () => {
  const { person, shop, product } = await openShop(t)
  await act("shop", person.accountId, "take-down")
  expect([await status(`/shop/${shop.handle}`), await status(`/shop/${shop.handle}/${product.slug}`)]).toEqual([
    404, 404,
  ])
  expect((await t.request("GET", "/own-shop", { person })).json().data.takenDownFor).toBe(reason)
  await act("product", product.id, "take-down")
  const account = await t.s.db
    .selectFrom("accounts")
    .select("publishing")
    .where("id", "=", person.accountId)
    .executeTakeFirst()
  expect(account?.publishing).toBe("blocked")
  await act("shop", person.accountId, "restore")
  expect(await status(`/shop/${shop.handle}`)).toBe(200)
})

test("only those who look at pictures may do it, and each step stands in the log", async () => {
  const { person, product } = await openShop(t)
  const reply = await t.request("POST", `/operators/shops/product/${product.id}/take-down`, {
    person,
    body: { reason },
  })
  expect(reply.statusCode).toBe(403)
  await act("product", product.id, "take-down")
  const line = await t.s.db
    .selectFrom("operatorLog")
    .select(["action", "subjectId"])
    .where("action", "=", "shops.takeDown")
    .where("subjectId", "=", person.accountId)
    .executeTakeFirst()
  expect(line?.subjectId).toBe(person.accountId)
})
