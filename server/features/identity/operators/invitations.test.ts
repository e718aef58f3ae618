import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { invitationDays, type OperatorRole } from "#contract/identity/operators.ts"
import { sha256 } from "#server/platform/ids.ts"
import { buildOperator } from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailInvitationLink } from "./invitation-mail.ts"
import { inviteFirstOperator, inviteOperator } from "./service.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
beforeEach(async () => {
  await t.s.db.deleteFrom("operators").execute()
  await t.s.db.deleteFrom("operatorInvites").execute()
})
afterAll(() => t.close())

const reason = "The team changes"

/** Makes an invitation. @returns the secret of its link */
async function invite(person: TestPerson, role: OperatorRole): Promise<string> {
  const reply = await t.request("POST", "/operators/team/invitations", { person, body: { role, reason } })
  expect(reply.statusCode).toBe(201)
  return new URL(reply.json().data.url).searchParams.get("token") ?? ""
}

const claim = (person: TestPerson, token: string) => t.request("POST", "/operators/claim", { person, body: { token } })
const remove = (person: TestPerson, { accountId }: TestPerson) =>
  t.request("POST", `/operators/team/${accountId}/removal`, { person, body: { reason } })
const change = (person: TestPerson, { accountId }: TestPerson, role: OperatorRole) =>
  t.request("PUT", `/operators/team/${accountId}`, { person, body: { role, reason } })

async function roleOf(person: TestPerson): Promise<OperatorRole | null> {
  return (await t.request("GET", "/operators/me", { person })).json().data.role
}

/** Opens a link that must give nothing, with the same words as one whose time is over. */
async function expectEnded(person: TestPerson, token: string): Promise<void> {
  const before = await roleOf(person)
  const expired = randomBytes(32).toString("hex")
  const past = new Date(Date.now() - 1_000)
  const link = { tokenHash: sha256(expired), role: "owner" as const, expiresAt: past, usedAt: null, createdBy: null }
  await t.s.db.insertInto("operatorInvites").values(link).execute()
  const [asked, known] = [await claim(person, token), await claim(person, expired)]
  expect(asked.statusCode).toBe(401)
  expect(asked.json()).toEqual(known.json())
  expect(await roleOf(person)).toBe(before)
}

test("an invitation gives its role once", async () => {
  const [owner, one, two] = [await buildOperator(t, "owner"), await t.signUp(), await t.signUp()]
  const token = await invite(owner, "finance")
  expect((await claim(one, token)).json()).toEqual({ data: { role: "finance" } })
  await expectEnded(two, token)
})

describe("an invitation ends with what its maker may do:", () => {
  test("a role that was taken does not come back by it, nor anybody else's by a link of that person", async () => {
    const [owner, former, other] = [await buildOperator(t, "owner"), await buildOperator(t, "owner"), await t.signUp()]
    const [forThemselves, forAnother] = [await invite(former, "owner"), await invite(former, "support")]
    expect((await remove(owner, former)).statusCode).toBe(200)
    await expectEnded(former, forThemselves)
    await expectEnded(other, forAnother)
  })

  test("an owner who became something else does not climb by it", async () => {
    const [owner, former] = [await buildOperator(t, "owner"), await buildOperator(t, "owner")]
    const token = await invite(former, "owner")
    expect((await change(owner, former, "support")).statusCode).toBe(200)
    await expectEnded(former, token)
  })

  test("what ended stays ended when its maker is an owner again", async () => {
    const [owner, former, other] = [await buildOperator(t, "owner"), await buildOperator(t, "owner"), await t.signUp()]
    const token = await invite(former, "owner")
    await change(owner, former, "support")
    expect((await change(owner, former, "owner")).statusCode).toBe(200)
    await expectEnded(other, token)
    expect((await claim(other, await invite(former, "owner"))).statusCode).toBe(200)
  })

  test("it goes with its maker's account", async () => {
    await buildOperator(t, "owner")
    const [former, other] = [await buildOperator(t, "owner"), await t.signUp()]
    const token = await invite(former, "owner")
    const { password } = former
    expect((await t.request("DELETE", "/v1/account", { person: former, body: { password } })).statusCode).toBe(204)
    await expectEnded(other, token)
  })

  test("nobody comes in by one of an owner who blocked their own account", async () => {
    await buildOperator(t, "owner")
    const [former, other] = [await buildOperator(t, "owner"), await t.signUp()]
    const token = await invite(former, "owner")
    expect((await t.request("PATCH", "/v1/account/status", { person: former })).statusCode).toBe(200)
    await expectEnded(other, token)
  })

  test("of a role that is taken and a link that is opened at once, no role is left", async () => {
    for (let round = 0; round < 5; round++) {
      await t.s.db.deleteFrom("operators").execute()
      const [owner, former] = [await buildOperator(t, "owner"), await buildOperator(t, "owner")]
      const tokens = [await invite(former, "owner"), await invite(former, "support")]
      const [removed] = await Promise.all([remove(owner, former), ...tokens.map((token) => claim(former, token))])
      expect(removed?.statusCode).toBe(200)
      expect(await roleOf(former)).toBeNull()
    }
  })
})

test("a link that has an end but no known maker, of before makers were written down, gives nothing", async () => {
  await buildOperator(t, "owner")
  const [other, token] = [await t.signUp(), randomBytes(32).toString("hex")]
  const expiresAt = new Date(Date.now() + 86_400_000)
  const link = { tokenHash: sha256(token), role: "owner" as const, expiresAt, usedAt: null, createdBy: null }
  await t.s.db.insertInto("operatorInvites").values(link).execute()
  await expectEnded(other, token)
})

/** Lets as many days pass for every link that was made. */
async function letPass(days: number): Promise<void> {
  await t.s.db
    .updateTable("operatorInvites")
    .set({ createdAt: sql<Date>`created_at - make_interval(days => ${days})` })
    .execute()
}

describe("a link of the machine itself", () => {
  test("ends when a week is over, and the next start makes another while nobody is an operator", async () => {
    const [first, late] = [await inviteFirstOperator(t.s.db), await t.signUp()]
    await letPass(invitationDays - 1)
    expect(await inviteFirstOperator(t.s.db)).toBeNull()
    await letPass(1)
    await expectEnded(late, first ?? "")
    const second = await inviteFirstOperator(t.s.db)
    expect((await claim(late, second ?? "")).json()).toEqual({ data: { role: "owner" } })
    await letPass(invitationDays)
    expect(await inviteFirstOperator(t.s.db)).toBeNull()
  })

  test("made by a command ends likewise, and one for a helper leaves the first start its own", async () => {
    const [helper, other] = [await t.signUp(), await t.signUp()]
    const [used, left] = [await inviteOperator(t.s.db, "support"), await inviteOperator(t.s.db, "support")]
    expect(await inviteFirstOperator(t.s.db)).not.toBeNull()
    expect((await claim(helper, used)).json()).toEqual({ data: { role: "support" } })
    await letPass(invitationDays)
    await expectEnded(other, left)
  })
})

test("no first link is made where somebody is an operator, whatever became of all links", async () => {
  await buildOperator(t, "owner")
  expect(await inviteFirstOperator(t.s.db)).toBeNull()
  await t.s.db.deleteFrom("operators").execute()
  expect(await inviteFirstOperator(t.s.db)).not.toBeNull()
  expect(await inviteFirstOperator(t.s.db)).toBeNull()
})

describe("invitations that wait", () => {
  const listed = async (person: TestPerson) =>
    (await t.request("GET", "/operators/team/invitations", { person })).json().data
  const act = (person: TestPerson, id: string, what: "link" | "mail" | "end") =>
    t.request("POST", `/operators/team/invitations/${id}/${what}`, { person, body: {} })

  test("are listed without their secret, get a new link that ends the one before, and are ended", async () => {
    const [owner, one] = [await buildOperator(t, "owner"), await t.signUp()]
    const first = await invite(owner, "finance")
    const [invitation] = await listed(owner)
    expect(invitation).toMatchObject({ role: "finance", email: "", cohortIds: [] })
    expect(JSON.stringify(invitation)).not.toContain(first)
    const renewed = (await act(owner, invitation.id, "link")).json().data.url
    const second = new URL(renewed).searchParams.get("token") ?? ""
    await expectEnded(one, first)
    expect((await act(owner, invitation.id, "mail")).statusCode).toBe(409)
    expect((await act(owner, invitation.id, "end")).statusCode).toBe(200)
    await expectEnded(one, second)
    expect(await listed(owner)).toEqual([])
    expect((await act(owner, invitation.id, "link")).statusCode).toBe(404)
    const used = await invite(owner, "support")
    expect((await claim(one, used)).statusCode).toBe(200)
    expect(await listed(owner)).toEqual([])
    expect((await t.request("GET", "/operators/team/invitations", { person: one })).statusCode).toBe(403)
  })

  test("go to an address, and again with a link that ends the one before", async () => {
    const owner = await buildOperator(t, "owner")
    const one = await t.signUp()
    const body = { role: "support", reason, email: "New.Colleague@example.com" }
    const made = await t.request("POST", "/operators/team/invitations", { person: owner, body })
    expect(made.json()).toMatchObject({ data: { url: "" } })
    const [invitation] = await listed(owner)
    expect(invitation.email).toBe("new.colleague@example.com")
    const send = async () => {
      await mailInvitationLink.run(
        t.s,
        { invitationId: invitation.id, accountId: owner.accountId },
        new AbortController().signal,
      )
      const mails = (await t.request("GET", "/dev/mail.json?to=new.colleague@example.com")).json<{ text: string }[]>()
      const tokens = mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? "")
      return new Set(tokens)
    }
    const before = await send()
    const both = await send()
    expect([before.size, both.size]).toEqual([1, 2])
    const [old = ""] = before
    await expectEnded(one, old)
    const latest = [...both].find((token) => token !== old) ?? ""
    expect((await claim(one, latest)).json()).toEqual({ data: { role: "support" } })
    expect((await send()).size).toBe(2)
  })
})
