import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { referralsPerMonth } from "#contract/catalogue/referrals.ts"
import { newId } from "#server/platform/ids.ts"
import { sumLedger } from "#server/testing/records/credit-sums.ts"
import { check, makeFinance, orderFor, play, refundFor } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { rewardReferrals, sweepReferrals } from "./job.ts"
import { rewardReferral } from "./service.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { REFERRALS: "1", TRUST_PROXY: "loopback" } })
})
afterAll(() => t.close())

let networks = 0

/** A network that nobody else joined from. */
function freshNetwork(): string {
  return `203.0.${Math.floor(++networks / 250)}.${networks % 250}`
}

async function codeOf(person: TestPerson): Promise<string> {
  const { link } = (await t.request("GET", "/referral", { person })).json().data
  return new URL(link).searchParams.get("invite") ?? ""
}

async function claim(person: TestPerson, code: string, network = freshNetwork(), cookie = ""): Promise<boolean> {
  const headers = { "x-forwarded-for": network, cookie: [person.cookie, cookie].filter(Boolean).join("; ") }
  const reply = await t.request("POST", "/referral/claim", { headers, body: { code } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.isTaken
}

async function pay(person: TestPerson): Promise<string> {
  const { tx_ref } = await orderFor(t, person)
  await play(t, tx_ref, { outcome: "success", notices: 0 })
  await check(t, person, tx_ref)
  return tx_ref
}

const look = () => rewardReferrals.run(t.s, {}, new AbortController().signal)

async function creditsOf(person: TestPerson): Promise<number> {
  return (await t.request("GET", "/credits", { person })).json().data.credits
}

/** Somebody who joined by the code, confirmed the address and paid. */
async function newBuyer(code: string, network = freshNetwork()): Promise<TestPerson> {
  const person = await t.signUp({ isVerified: true })
  expect(await claim(person, code, network)).toBe(true)
  await pay(person)
  return person
}

const own = async (person: TestPerson) => (await t.request("GET", "/referral", { person })).json().data

describe("an invitation", () => {
  test("brings both twenty credits with the first purchase, once, through the ledger", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    expect(await codeOf(inviter)).toBe(code)
    const worth = await t.request("GET", `/referral/invitation?code=${code.toLowerCase()}`)
    expect(worth.json().data).toEqual({ credits: 20 })

    const invited = await t.signUp({ isVerified: true })
    expect(await claim(invited, code)).toBe(true)
    await look()
    expect([await creditsOf(inviter), await creditsOf(invited)]).toEqual([0, 0])
    expect(await own(inviter)).toMatchObject({ credits: 20, joined: 1, rewarded: 0 })

    await pay(invited)
    await look()
    await look()
    expect([await creditsOf(inviter), await creditsOf(invited)]).toEqual([20, 220])
    expect(await own(inviter)).toMatchObject({ joined: 1, rewarded: 1 })
    const { data } = (await t.request("GET", "/credits/entries", { person: inviter })).json()
    expect(data).toMatchObject([
      { amount: 20, kind: "grant", note: "Invitation: somebody you invited made a first purchase" },
    ])
    await pay(invited)
    await look()
    expect(await creditsOf(inviter)).toBe(20)
    expect(await sumLedger(t.s.db, invited.accountId)).toEqual({ available: 420, held: 0 })
  })

  test("waits for the address to be confirmed, whichever comes last", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const invited = await t.signUp()
    await claim(invited, await codeOf(inviter))
    await pay(invited)
    await look()
    expect(await creditsOf(inviter)).toBe(0)
    await t.s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", invited.accountId).execute()
    await look()
    expect(await creditsOf(inviter)).toBe(20)
  })

  test("is given once when many look at the same moment", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const invited = await newBuyer(await codeOf(inviter))
    const { id } = await t.s.db
      .selectFrom("referrals")
      .select("id")
      .where("invitedId", "=", invited.accountId)
      .executeTakeFirstOrThrow()
    await Promise.all(Array.from({ length: 6 }, () => rewardReferral(t.s, id)))
    expect([await creditsOf(inviter), await creditsOf(invited)]).toEqual([20, 220])
  })

  test("is taken once when its browser sends it several times at once", async () => {
    const [inviter, other] = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
    const codes = [await codeOf(inviter), await codeOf(other), await codeOf(inviter)]
    const invited = await t.signUp({ isVerified: true })
    const taken = await Promise.all(codes.map((code) => claim(invited, code)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test("brings nothing once the money of the purchase went back", async () => {
    const finance = await t.signUp({ isVerified: true })
    await makeFinance(t, finance)
    const inviter = await t.signUp({ isVerified: true })
    const invited = await t.signUp({ isVerified: true })
    await claim(invited, await codeOf(inviter))
    await refundFor(t, finance, await pay(invited))
    await look()
    expect([await creditsOf(inviter), await creditsOf(invited)]).toEqual([0, 0])
  })

  test("is no longer open when nothing was bought in time", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const invited = await newBuyer(await codeOf(inviter))
    const old = new Date(Date.now() - 121 * 86_400_000)
    const row = t.s.db.updateTable("referrals").where("invitedId", "=", invited.accountId)
    await row.set({ createdAt: old }).execute()
    await sweepReferrals.run(t.s, {}, new AbortController().signal)
    await look()
    expect(await creditsOf(inviter)).toBe(0)
    const kept = await t.s.db
      .selectFrom("referrals")
      .select(["outcome", "networkHash"])
      .where("invitedId", "=", invited.accountId)
      .executeTakeFirst()
    expect(kept).toEqual({ outcome: "expired", networkHash: null })
  })
})

describe("the limits", () => {
  test("nobody invites themselves, and nobody who was here before is invited", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    expect(await claim(inviter, code)).toBe(false)

    const buyer = await t.signUp({ isVerified: true })
    await pay(buyer)
    expect(await claim(buyer, code)).toBe(false)

    const old = await t.signUp({ isVerified: true })
    const before = new Date(Date.now() - 25 * 3_600_000)
    await t.s.db.updateTable("accounts").set({ createdAt: before }).where("id", "=", old.accountId).execute()
    expect(await claim(old, code)).toBe(false)
    expect(await claim(await t.signUp(), "ZZZZZZZZ")).toBe(false)
  })

  test("a browser in which an invitation was made or taken takes none", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    const made = await t.request("GET", "/referral", { person: inviter })
    expect(made.cookies[0]).toMatchObject({ name: "aworan_invite", httpOnly: true, path: "/referral" })
    const cookie = "aworan_invite=1"
    expect(await claim(await t.signUp(), code, freshNetwork(), cookie)).toBe(false)
    const promised = await t.request("GET", `/referral/invitation?code=${code}`, { headers: { cookie } })
    expect(promised.json().data).toEqual({ credits: null })
    const invited = await t.signUp()
    const taken = await t.request("POST", "/referral/claim", { person: invited, body: { code } })
    expect(taken.cookies[0]).toMatchObject({ name: "aworan_invite", httpOnly: true })
  })

  test("an address that had an account before brings nothing", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    const first = await t.signUp({ isVerified: true })
    const left = await t.request("DELETE", "/v1/account", { person: first, body: { password: first.password } })
    expect(left.statusCode, left.body).toBeLessThan(300)
    const { email, password } = first
    const body = { userId: "unique()", email, password, name: "Ada Obi" }
    const made = await t.request("POST", "/v1/account", { body })
    const session = await t.request("POST", "/v1/account/sessions/email", { body: { email, password } })
    const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
    const again: TestPerson = { accountId: made.json().$id, email, password, cookie }
    await t.s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", again.accountId).execute()
    const details = { phoneNumber: "+233241234567", country: "Ghana", state: "Accra" }
    await t.s.db.updateTable("profiles").set(details).where("accountId", "=", again.accountId).execute()
    expect(await claim(again, code)).toBe(true)
    await pay(again)
    await look()
    expect([await creditsOf(inviter), await creditsOf(again)]).toEqual([0, 200])
    expect(await own(inviter)).toMatchObject({ joined: 1, rewarded: 0 })
  })

  test("one network brings an inviter credits once, also for a person who left", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    const network = freshNetwork()
    const first = await newBuyer(code, network)
    await look()
    await t.request("DELETE", "/v1/account", { person: first, body: { password: first.password } })
    const second = await newBuyer(code, network)
    await look()
    expect([await creditsOf(inviter), await creditsOf(second)]).toEqual([20, 200])
    // Somebody else's friend from the same network is not refused: many share one.
    const other = await t.signUp({ isVerified: true })
    const third = await newBuyer(await codeOf(other), network)
    await look()
    expect([await creditsOf(other), await creditsOf(third)]).toEqual([20, 220])
  })

  test("a network counts from the day its credits came, whenever its people joined", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    const network = freshNetwork()
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const first = await newBuyer(code, network)
    const row = t.s.db.updateTable("referrals").where("invitedId", "=", first.accountId)
    await row.set({ createdAt: daysAgo(60) }).execute()
    await look()
    await row.set({ endedAt: daysAgo(29) }).execute()
    await newBuyer(code, network)
    await look()
    expect(await creditsOf(inviter)).toBe(20)
    await row.set({ endedAt: daysAgo(31) }).execute()
    await newBuyer(code, network)
    await look()
    expect(await creditsOf(inviter)).toBe(40)
  })

  test("ten in thirty days bring the inviter credits, also when the last ones end at once", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    const nobody = { inviterId: inviter.accountId, invitedId: null, networkHash: null }
    for (let n = 1; n < referralsPerMonth; n++) {
      const row = { id: newId(), ...nobody, outcome: "both" as const, endedAt: new Date() }
      await t.s.db.insertInto("referrals").values(row).execute()
    }
    const buyers = [await newBuyer(code), await newBuyer(code)]
    const open = await t.s.db
      .selectFrom("referrals")
      .select("id")
      .where("inviterId", "=", inviter.accountId)
      .where("outcome", "is", null)
      .execute()
    await Promise.all(open.map(({ id }) => rewardReferral(t.s, id)))
    expect(await creditsOf(inviter)).toBe(20)
    expect([await creditsOf(buyers[0] as TestPerson), await creditsOf(buyers[1] as TestPerson)]).toEqual([220, 220])
  })

  test("a blocked inviter gets nothing", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    const invited = await newBuyer(code)
    await t.s.db.updateTable("accounts").set({ isBlocked: true }).where("id", "=", inviter.accountId).execute()
    await look()
    expect(await sumLedger(t.s.db, inviter.accountId)).toEqual({ available: 0, held: 0 })
    expect(await creditsOf(invited)).toBe(220)
    expect(await claim(await t.signUp(), code)).toBe(false)
    expect((await t.request("GET", `/referral/invitation?code=${code}`)).json().data).toEqual({ credits: null })
  })
})

describe("a person's copy and end", () => {
  test("the copy says when somebody joined and what came of it, and not who", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    const invited = await newBuyer(code)
    await look()
    const archive = await t.request("GET", "/v1/account/export", { person: inviter })
    const text = Buffer.from(unzipSync(archive.rawPayload)["invitations.json"] ?? []).toString()
    expect(JSON.parse(text)).toMatchObject({ code, joined: [{ outcome: "both", isOwnInvitation: true }] })
    expect(text).not.toContain(invited.accountId)
  })

  test("who left is named nowhere, and deleting at the moment of the reward ends well", async () => {
    const inviter = await t.signUp({ isVerified: true })
    const code = await codeOf(inviter)
    const invited = await newBuyer(code)
    const gone = t.request("DELETE", "/v1/account", { person: invited, body: { password: invited.password } })
    const [left] = await Promise.all([gone, look()])
    expect(left.statusCode, left.body).toBeLessThan(300)
    await look()
    const rows = await t.s.db.selectFrom("referrals").selectAll().where("inviterId", "=", inviter.accountId).execute()
    expect(rows).toMatchObject([{ invitedId: null }])
    const end = await t.request("DELETE", "/v1/account", { person: inviter, body: { password: inviter.password } })
    expect(end.statusCode, end.body).toBeLessThan(300)
    const code2 = await t.request("GET", `/referral/invitation?code=${code}`)
    expect(code2.json().data).toEqual({ credits: null })
  })
})

test("nothing is offered, noted or given unless the setting is on", async () => {
  const off = await openTestApp({ hasWorker: false })
  try {
    const person = await off.signUp({ isVerified: true })
    expect((await off.request("GET", "/referral", { person })).json().data).toEqual({
      link: null,
      credits: 0,
      joined: 0,
      rewarded: 0,
    })
    const body = { code: "ABCDEFGH" }
    const claimed = await off.request("POST", "/referral/claim", { person, body })
    expect(claimed.json().data).toEqual({ isTaken: false })
    expect((await off.request("GET", "/referral/invitation?code=ABCDEFGH")).json().data).toEqual({ credits: null })
    expect((await off.request("GET", "/referral/invitation?code=1")).statusCode).toBe(400)
  } finally {
    await off.close()
  }
})
