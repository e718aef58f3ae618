import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { offerPath } from "#contract/catalogue/ways-to-pay.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { buildOperator, calls } from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson
const reason = "The fair in May"

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  owner = await buildOperator(t, "owner")
})
afterAll(() => t.close())

const add = (body: object, status = 201) =>
  calls(t, owner, ["POST", "/operators/codes/promotions"], { ...body, reason }, status)
const list = async (search: string) => (await calls(t, owner, ["GET", `/operators/codes?search=${search}`])).data
const quote = (person: TestPerson, code: string, item = "credits:basic") =>
  t.request("POST", "/orders/quote", { person, body: { item, currency: "NGN", code } })

describe("a promotion", () => {
  test("lowers prices until it is ended, and then no more", async () => {
    const { data } = await add({ code: "fair25", percent: 25, maxUses: 10 })
    expect(data).toMatchObject({ code: "FAIR25", state: "open", uses: 0, maxUses: 10 })
    const person = await t.signUp()
    expect((await quote(person, "fair25")).json().data.amount).toBe(4_500)
    const ended = await calls(t, owner, ["POST", "/operators/codes/end"], { ids: [data.id, "none"], reason })
    expect(ended.data).toMatchObject({ done: 1, skipped: [{ id: "none" }] })
    expect((await quote(person, "fair25")).statusCode).toBe(400)
    expect(await list("FAIR2")).toMatchObject([{ state: "ended" }])
    expect((await calls(t, owner, ["POST", "/operators/codes/end"], { ids: [data.id], reason })).data.done).toBe(0)
  })

  test.each([
    [{ code: "no", percent: 5 }, "code"],
    [{ code: "NEITHER" }, "percent"],
    [{ code: "BOTH1", percent: 5, amount: 5, currency: "NGN" }, "percent"],
    [{ code: "BARE1", amount: 5 }, "currency"],
    [{ code: "DAYS1", percent: 5, startsOn: "2027-02-02", endsOn: "2027-02-01" }, "endsOn"],
  ])("that cannot be is refused at the field: %o", async (body, field) => {
    expect(Object.keys((await add(body, 400)).fields)).toEqual([field])
  })

  test("of a code that is there is refused, and one that begins later is planned", async () => {
    await add({ code: "LATER", amount: 500, currency: "NGN", startsOn: "2090-01-01", endsOn: "2090-02-01" })
    expect((await add({ code: "later", percent: 10 }, 400)).fields).toHaveProperty("code")
    expect(await list("LATER")).toMatchObject([{ state: "planned", amount: 500, currency: "NGN" }])
    expect((await quote(await t.signUp(), "LATER")).statusCode).toBe(400)
  })
})

test("a batch of vouchers is made at once, in the file for the printer, and each gives its credits once", async () => {
  const batch = { batch: "Fair 2027", count: 30, credits: 7, endsOn: "2090-01-01", reason }
  await calls(t, owner, ["POST", "/operators/codes/vouchers"], batch, 201)
  await calls(t, owner, ["POST", "/operators/codes/vouchers"], batch, 400)
  const file = await t.request("GET", "/operators/codes.csv?search=Fair%202027", { person: owner })
  const codes = readCsv(file.body)
    .slice(1)
    .map(([code = ""]) => code)
  expect(new Set(codes).size).toBe(30)
  expect(codes.every((code) => /^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/.test(code))).toBe(true)
  const person = await t.signUp()
  const redeem = () => t.request("POST", "/codes/redeem", { person, body: { code: codes[0] } })
  expect((await redeem()).statusCode).toBe(200)
  expect((await redeem()).statusCode).toBe(400)
  expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(7)
  expect(await list(codes[0] ?? "")).toMatchObject([{ state: "used", uses: 1, batch: "Fair 2027" }])
  const [ended] = await list(codes[1] ?? "")
  await calls(t, owner, ["POST", "/operators/codes/end"], { ids: [ended.id], reason })
  const late = await t.request("POST", "/codes/redeem", { person, body: { code: codes[1] } })
  expect(late.statusCode).toBe(400)
  const log = (await calls(t, owner, ["GET", "/operators/log"])).data
  expect(log.filter(({ action }: { action: string }) => action === "codes.addVouchers")).toHaveLength(1)
})

test("codes are used by nobody who makes them, where somebody else could give the same", async () => {
  const batch = { batch: "For the team", count: 1, credits: 9_000, endsOn: "2090-01-01", reason }
  await calls(t, owner, ["POST", "/operators/codes/vouchers"], batch, 201)
  await add({ code: "NOTHING", percent: 100 })
  const [voucher] = await list("For%20the%20team")
  const finance = await buildOperator(t, "finance")
  try {
    for (const maker of [owner, finance]) {
      const { credits: before } = await balanceOf(t.s.db, maker.accountId)
      const redeemed = await t.request("POST", "/codes/redeem", { person: maker, body: { code: voucher.code } })
      const order = { item: "credits:max", currency: "NGN", code: "NOTHING" }
      const bought = await t.request("POST", "/orders", { person: maker, body: order })
      for (const reply of [redeemed, bought, await quote(maker, "NOTHING")]) {
        expect([reply.statusCode, reply.json().type]).toEqual([403, "not_allowed"])
      }
      expect((await balanceOf(t.s.db, maker.accountId)).credits).toBe(before)
    }
    expect((await quote(await buildOperator(t, "support"), "NOTHING")).json().data.amount).toBe(0)
  } finally {
    await t.s.db.deleteFrom("operators").where("accountId", "<>", owner.accountId).execute()
  }
})

test("the promotion price is what is offered and charged, and two who switch it at once make one change", async () => {
  const offer = async () => (await t.request("GET", offerPath)).json().data?.isStudioPromo
  const price = async () => {
    const body = { item: "studio:pro", currency: "NGN" }
    return (await t.request("POST", "/orders/quote", { person: await t.signUp(), body })).json().data.amount
  }
  expect(await price()).toBe(54_500)
  const on = () =>
    t.request("PUT", "/operators/prices/studio-promo", { person: owner, body: { isStudioPromo: true, reason } })
  const replies = await Promise.all([on(), on()])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await price()).toBe(6_600)
  expect(await offer()).toBe(true)
  const off = { isStudioPromo: false, reason }
  const reply = await t.request("PUT", "/operators/prices/studio-promo", { person: owner, body: off })
  expect(reply.statusCode).toBe(200)
  expect([await price(), await offer()]).toEqual([54_500, false])
})
