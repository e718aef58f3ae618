import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildTraining } from "#server/testing/records/build-records.ts"
import { check, makeFinance, orderFor, play, refundFor } from "#server/testing/records/payments.ts"
import { filesAt, twoColours, upload, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ settings: { CONFORMANCE: "1", PAYMENTS: "sandbox" } })
})
afterAll(() => t.close())

const strong = "a clay pot for everyone"

const linkIn = (text: string): { userId: string; secret: string } => {
  const { searchParams } = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "")
  return { userId: searchParams.get("userId") ?? "", secret: searchParams.get("secret") ?? "" }
}

/** The session's proof was given an hour ago. */
async function letProofAge({ accountId }: TestPerson): Promise<void> {
  const provedAt = new Date(Date.now() - 3_600_000)
  await t.s.db.updateTable("sessions").set({ provedAt }).where("accountId", "=", accountId).execute()
}

describe("somebody who confirmed neither address nor number", () => {
  test.each(["any", "guests", "users", "users/unverified"])(
    "gives no right to %s: in no bucket, no document",
    async (role) => {
      const person = await t.signUp()
      const permissions = [`read("${role}")`]
      const picture = await twoColours(16, 16).png().toBuffer()
      for (const [bucket, name] of [
        ["images", "a.png"],
        ["documents", "a.pdf"],
      ] as const) {
        const reply = await upload(t, bucket === "images" ? picture : Buffer.from("%PDF-1.4"), {
          person,
          bucket,
          name,
          permissions,
        })
        expect([bucket, reply.statusCode]).toEqual([bucket, role === "guests" ? 401 : 403])
        const { $id } = await uploaded(t, bucket === "images" ? picture : Buffer.from("%PDF-1.4"), {
          person,
          bucket,
          name,
        })
        const changed = await t.request("PUT", filesAt(bucket, $id), { person, body: { permissions } })
        expect([bucket, changed.statusCode]).toEqual([bucket, role === "guests" ? 401 : 403])
        expect((await t.request("GET", filesAt(bucket, $id))).statusCode).toBe(404)
      }
      const path = "/v1/databases/main/collections/scratch/documents"
      const made = await t.request("POST", path, {
        person,
        body: { documentId: "unique()", data: { title: "Own" }, permissions },
      })
      expect(made.statusCode).toBe(role === "guests" ? 401 : 403)
    },
  )

  test("still gives every right to themselves", async () => {
    const person = await t.signUp()
    const own = `user:${person.accountId}`
    const { $permissions } = await uploaded(t, await twoColours(16, 16).png().toBuffer(), {
      person,
      bucket: "images",
      name: "a.png",
      permissions: [`read("${own}/unverified")`, `write("${own}")`],
    })
    expect($permissions).toEqual([`read("${own}/unverified")`, `update("${own}")`, `delete("${own}")`])
  })
})

describe("somebody who is kept from publishing", () => {
  const words = "Pictures of yours were taken down several times"

  async function keptFromIt(): Promise<TestPerson> {
    const person = await t.signUp({ isVerified: true, credits: 100 })
    await t.s.db.updateTable("accounts").set({ publishing: "blocked" }).where("id", "=", person.accountId).execute()
    return person
  }

  test("gives no right to others: in no bucket, no document", async () => {
    const person = await keptFromIt()
    const permissions = [`read("any")`]
    const file = { person, bucket: "images", name: "a.png" } as const
    const picture = await twoColours(16, 16).png().toBuffer()
    const refused = { code: 403, type: "not_allowed", message: expect.stringContaining(words) }
    expect((await upload(t, picture, { ...file, permissions })).json()).toMatchObject(refused)
    const { $id } = await uploaded(t, picture, file)
    const changed = await t.request("PUT", filesAt("images", $id), { person, body: { permissions } })
    expect(changed.json()).toMatchObject(refused)
    const body = { documentId: "unique()", data: { title: "Own" }, permissions }
    const made = await t.request("POST", "/v1/databases/main/collections/scratch/documents", { person, body })
    expect(made.json()).toMatchObject(refused)
    expect((await t.request("GET", filesAt("images", $id))).statusCode).toBe(404)
  })

  test("has no further pictures of a public model, which would be public; of a private one they do", async () => {
    const person = await keptFromIt()
    const shots = async (isPublic: boolean) => {
      const id = await buildTraining(t, person.accountId)
      await t.s.db.updateTable("trainings").set({ isPublic, model: id, engine: "fake" }).where("id", "=", id).execute()
      return t.request("POST", `/trainings/${id}/shots`, { person, body: { count: 1 } })
    }
    expect((await shots(true)).json()).toMatchObject({ code: 403, message: expect.stringContaining(words) })
    expect((await shots(false)).statusCode).not.toBe(403)
  })
})

describe("a blocked account", () => {
  const ways = ["recovery", "verification"] as const

  test.each(ways)("is not opened, confirmed or welcomed by the link of a %s sent before", async (way) => {
    const person = await t.signUp()
    const path = `/v1/account/${way}`
    const page = way === "recovery" ? "reset-password" : "verify-user"
    await t.request("POST", path, { person, body: { email: person.email, url: `http://localhost:3000/${page}` } })
    const link = linkIn((await mailTo(t, person.email)).text)
    // Whoever blocked it, and whatever that ended: the deed looks by itself.
    await t.s.db.updateTable("accounts").set({ isBlocked: true }).where("id", "=", person.accountId).execute()
    const reply = await t.request("PUT", path, { body: { ...link, password: strong } })
    expect([reply.statusCode, reply.json().type]).toEqual([401, "user_blocked"])
    const account = await t.s.db
      .selectFrom("accounts")
      .innerJoin("creditAccounts", "creditAccounts.accountId", "accounts.id")
      .select(["isEmailVerified", "available"])
      .where("id", "=", person.accountId)
      .executeTakeFirst()
    expect(account).toEqual({ isEmailVerified: false, available: 0 })
  })

  test("loses links and codes under way, so that none works once it is let in again", async () => {
    const [person, owner] = [await t.signUp(), await t.signUp({ isVerified: true })]
    await t.s.db.insertInto("operators").values({ accountId: owner.accountId, role: "owner" }).execute()
    const url = "http://localhost:3000/verify-user"
    await t.request("POST", "/v1/account/verification", { person, body: { url } })
    const link = linkIn((await mailTo(t, person.email)).text)
    for (const isBlocked of [true, false]) {
      const body = { isBlocked, reason: "Asked for by mail" }
      await t.request("POST", `/operators/people/${person.accountId}/block`, { person: owner, body })
    }
    const reply = await t.request("PUT", "/v1/account/verification", { body: link })
    expect(reply.json().type).toBe("user_invalid_token")
  })
})

describe("a token of fifteen minutes", () => {
  async function tokenOf(person: TestPerson): Promise<Record<string, string>> {
    const { jwt } = (await t.request("POST", "/v1/account/jwts", { person, body: {} })).json()
    return { "x-appwrite-jwt": jwt }
  }

  test("takes no copy of everything and ends no other session", async () => {
    const person = await t.signUp({ isVerified: true })
    const headers = await tokenOf(person)
    const { email, password } = person
    const other = (await t.request("POST", "/v1/account/sessions/email", { body: { email, password } })).json().$id
    for (const [method, path] of [
      ["GET", "/v1/account/export"],
      ["POST", "/v1/account/export"],
      ["DELETE", "/v1/account/sessions"],
      ["DELETE", `/v1/account/sessions/${other}`],
    ] as const) {
      const reply = await t.request(method, path, { headers, ...(method === "GET" ? {} : { body: {} }) })
      expect([path, reply.statusCode, reply.json().type]).toEqual([path, 401, "user_unauthorized"])
    }
    expect((await t.request("GET", "/v1/account/sessions", { person })).json().total).toBe(2)
    expect((await t.request("DELETE", "/v1/account/sessions/current", { headers, body: {} })).statusCode).toBe(204)
  })

  test("nor does a session whose proof is old; it does after a new one", async () => {
    const person = await t.signUp({ isVerified: true })
    await letProofAge(person)
    const copy = () => t.request("GET", "/v1/account/export", { person })
    const prepare = () => t.request("POST", "/v1/account/export", { person, body: {} })
    const end = () => t.request("DELETE", "/v1/account/sessions", { person, body: {} })
    for (const call of [copy, prepare, end]) expect((await call()).json().type).toBe("proof_required")
    await t.request("POST", "/account/proof", { person, body: { password: person.password } })
    expect((await copy()).headers["content-type"]).toBe("application/zip")
    for (const call of [prepare, end]) expect((await call()).statusCode).toBe(204)
  })
})

describe("limits", () => {
  test("count tries at an account where the call takes it from, not where it does not look", async () => {
    const strict = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" } })
    try {
      const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
      const tries: number[] = []
      for (let n = 0; n < 14; n++) {
        const password = `${strong} ${n}`
        const payload = new URLSearchParams({ newPassword: password, confirmPassword: password, userId: `other-${n}` })
        const reply = await strict.app.inject({
          method: "POST",
          url: `/reset-password?userId=somebody&secret=guess${n}`,
          headers: form,
          payload: payload.toString(),
        })
        tries.push(reply.statusCode)
      }
      expect(tries).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
      const calls: number[] = []
      for (let n = 0; n < 14; n++) {
        const body = { userId: "anybody", secret: `guess${n}`, password: strong }
        calls.push((await strict.request("PUT", `/v1/account/recovery?userId=other-${n}`, { body })).statusCode)
      }
      expect(calls).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    } finally {
      await strict.close()
    }
  })

  test("of guests' lists hold for sessions without an address too", async () => {
    const strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "0.01" } })
    try {
      const list = (headers: Record<string, string>) =>
        strict.request("GET", "/v1/databases/main/collections/generations/documents", { headers })
      const signedIn = await strict.request("POST", "/v1/account/sessions/anonymous", { body: {} })
      const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
      const statuses: number[] = []
      for (const headers of [{}, { cookie }, {}, { cookie }]) statuses.push((await list(headers)).statusCode)
      // Three hundred a minute, a hundredth of it.
      expect(statuses).toEqual([200, 200, 200, 429])
    } finally {
      await strict.close()
    }
  })
})

test("a purchase that was paid back opens private pictures no longer; those that are private stay so", async () => {
  const person = await t.signUp({ credits: 20 })
  const { tx_ref } = await orderFor(t, person)
  await play(t, tx_ref, { outcome: "success", notices: 0 })
  await check(t, person, tx_ref)
  const draw = async (): Promise<{ isPublic: boolean; pictures: { id: string }[] }> => {
    const body = { prompt: "a clay pot", aspect_ratio: "1:1", is_public: false }
    return (await t.request("POST", "/image-gen-with-flux-1.1", { person, body })).json().job
  }
  const { isPublic, pictures } = await draw()
  expect(isPublic).toBe(false)
  const finance = await t.signUp({ isVerified: true })
  await makeFinance(t, finance)
  await refundFor(t, finance, tx_ref)
  expect((await draw()).isPublic).toBe(true)
  expect((await t.request("GET", `/pictures/${pictures[0]?.id}`)).statusCode).toBe(404)
  expect((await t.request("GET", `/pictures/${pictures[0]?.id}`, { person })).statusCode).toBe(200)
})
