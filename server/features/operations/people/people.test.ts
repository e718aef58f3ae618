import { unzipSync } from "fflate"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mayOperate, operatorRights } from "#contract/identity/operator-rights.ts"
import { OperatorRole } from "#contract/identity/operators.ts"
import { transact } from "#server/db/open.ts"
import { writeLog } from "#server/features/identity/operators/service.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { buildApplicant } from "#server/testing/records/build-applicant.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { orderFor } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp
const operators = new Map<OperatorRole, TestPerson>()

/** By how much the product's clock is put forward, in ms. */
let ahead = 0

beforeAll(async () => {
  t = await openTestApp({ replace: { now: () => new Date(Date.now() + ahead) } })
  for (const role of OperatorRole.options) {
    const person = await t.signUp({ isVerified: true, name: `${role} Obi` })
    await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
    operators.set(role, person)
  }
})
afterAll(() => t.close())

const owner = () => operators.get("owner") as TestPerson
const reason = "Asked for by mail"

/** Every call with the right it needs. */
function calls(id: string) {
  return [
    ["people.see", "GET", "/operators/people?search=zz", undefined],
    ["people.see", "GET", `/operators/people/${id}`, undefined],
    ["credits.grant", "POST", `/operators/people/${id}/credits`, { credits: 5, reason }],
    ["people.block", "POST", `/operators/people/${id}/block`, { isBlocked: true, reason }],
    ["people.endSessions", "POST", `/operators/people/${id}/end-sessions`, { reason }],
    ["people.resetFactor", "POST", `/operators/people/${id}/reset-factor`, { reason }],
    ["log.see", "GET", "/operators/log", undefined],
  ] as const
}

const send = (person: TestPerson | undefined, method: "GET" | "POST", url: string, body?: object) =>
  t.request(method, url, { ...(person ? { person } : {}), ...(body ? { body } : {}) })

describe("who may do what", () => {
  test.each([...OperatorRole.options, "person", "guest"] as const)("as %s", async (role) => {
    const somebody = await t.signUp({ isVerified: true })
    const caller = role === "guest" ? undefined : role === "person" ? await t.signUp() : operators.get(role)
    await t.s.db
      .updateTable("accounts")
      .set({ secondFactorAt: new Date() })
      .where("id", "=", somebody.accountId)
      .execute()
    for (const [right, method, url, body] of calls(somebody.accountId)) {
      const reply = await send(caller, method, url, body)
      const isAllowed = role !== "person" && role !== "guest" && mayOperate(role, right)
      const refusal = role === "guest" ? 401 : 403
      expect([url, isAllowed ? reply.statusCode < 300 : reply.statusCode]).toEqual([url, isAllowed ? true : refusal])
    }
    const changed = role === "person" || role === "guest" ? false : mayOperate(role, "credits.grant")
    expect((await balanceOf(t.s.db, somebody.accountId)).credits).toBe(changed ? 5 : 0)
  })

  test("every right is a role's", () => {
    for (const { roles } of Object.values(operatorRights)) expect(roles).toContain("owner")
  })
})

test("people are found by the beginning of name, address, phone number and id", async () => {
  const person = await t.signUp({ isVerified: true, name: "Zainab Bello" })
  await t.s.db.updateTable("accounts").set({ phone: "+2348031112223" }).where("id", "=", person.accountId).execute()
  const found = async (search: string): Promise<string[]> => {
    const reply = await send(owner(), "GET", `/operators/people?search=${encodeURIComponent(search)}`)
    return reply.json().data.map(({ id }: { id: string }) => id)
  }
  for (const search of ["zainab", "ZAINAB b", person.email.toUpperCase(), "+23480311", person.accountId]) {
    expect(await found(search), search).toContain(person.accountId)
  }
  for (const search of ["%", "_ainab", "ainab"]) expect(await found(search), search).not.toContain(person.accountId)
  const record = (await send(owner(), "GET", `/operators/people/${person.accountId}`)).json().data
  expect(record).toMatchObject({ name: "Zainab Bello", isBlocked: false, sessions: 1, credits: 0 })
  expect(JSON.stringify(record)).not.toMatch(/hash|secret|password/i)
})

test("the file of people has everybody once, however many were made at the same moment", async () => {
  await sql`insert into accounts (id, name, email) select 'many-' || n, 'Zuri ' || n, 'many-' || n || '@example.com'
    from generate_series(1, 1001) as n`.execute(t.s.db)
  const file = await t.request("GET", "/operators/people.csv?search=zuri", { person: owner() })
  const ids = readCsv(file.body).map(([id]) => id)
  expect(ids).toHaveLength(1_002)
  expect(new Set(ids).size).toBe(1_002)
})

test("the list of people goes on where its page ended, however many were made at the same moment", async () => {
  await sql`insert into accounts (id, name, email) select 'page-' || n, 'Quam ' || n, 'page-' || n || '@example.com'
    from generate_series(1, 101) as n`.execute(t.s.db)
  const ids: string[] = []
  let cursor = ""
  do {
    const reply = await send(owner(), "GET", `/operators/people?search=quam${cursor && `&cursor=${cursor}`}`)
    const page = reply.json<{ data: { id: string }[]; nextCursor: string | null }>()
    expect(page.data.length).toBeLessThanOrEqual(50)
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor ?? ""
  } while (cursor)
  expect(ids).toHaveLength(101)
  expect(new Set(ids).size).toBe(101)
  const gone = await send(owner(), "GET", "/operators/people?search=quam&cursor=nobody")
  expect([gone.statusCode, gone.json().message]).toEqual([400, "The list has changed. Load it again."])
})

test("the record has the phone number of the account, else the one that was given at sign-up", async () => {
  const person = await t.signUp({ isVerified: true })
  const change = t.s.db.updateTable("profiles").set({ phoneNumber: "+2348034445556" })
  await change.where("accountId", "=", person.accountId).execute()
  const phone = async () => (await send(owner(), "GET", `/operators/people/${person.accountId}`)).json().data.phone
  expect(await phone()).toBe("+2348034445556")
  for (const search of ["+23480344455", "234 803 444", "0803444", "0803-444-55"]) {
    const people = (await send(owner(), "GET", `/operators/people?search=${encodeURIComponent(search)}`)).json().data
    expect([search, people]).toMatchObject([search, [{ id: person.accountId, phone: "+2348034445556" }]])
  }
  expect((await send(owner(), "GET", "/operators/people?search=8034445")).json().data).toEqual([])
  await t.s.db.updateTable("accounts").set({ phone: "+2348037778889" }).where("id", "=", person.accountId).execute()
  expect(await phone()).toBe("+2348037778889")
})

test("a grant stands in the person's list and in the log, and is refused without a reason or beyond the limit", async () => {
  const person = await t.signUp({ isVerified: true })
  const path = `/operators/people/${person.accountId}/credits`
  for (const body of [
    { credits: 0, reason },
    { credits: 10_001, reason },
    { credits: 5, reason: " " },
  ]) {
    expect((await send(owner(), "POST", path, body)).statusCode).toBe(400)
  }
  expect((await send(owner(), "POST", "/operators/people/nobody/credits", { credits: 5, reason })).statusCode).toBe(404)
  expect((await send(owner(), "POST", path, { credits: 40, reason })).statusCode).toBe(201)
  const entries = (await t.request("GET", "/credits/entries", { person })).json().data
  expect(entries[0]).toMatchObject({ amount: 40, note: reason })
  const [line] = (await send(owner(), "GET", "/operators/log")).json().data
  expect(line).toMatchObject({ operator: "owner Obi", action: "credits.grant", subject: "Ada Obi", reason })
  const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
  const acts = JSON.parse(Buffer.from(copy["operator-acts.json"] ?? []).toString())
  expect(acts).toMatchObject([{ operatorName: "owner Obi", action: "credits.grant", reason }])
  expect(acts[0]).not.toHaveProperty("ip")
  await expect(sql`update operator_log set reason = 'x'`.execute(t.s.db)).rejects.toThrow(/never changed/)
  await expect(sql`delete from operator_log`.execute(t.s.db)).rejects.toThrow(/never changed/)
})

test("the log is narrowed down by its part, by who did it and by whom it is about, and the file the same", async () => {
  const [person, other] = [await t.signUp(), await t.signUp()]
  const support = operators.get("support") as TestPerson
  await send(support, "POST", `/operators/people/${person.accountId}/credits`, { credits: 5, reason })
  await send(owner(), "POST", `/operators/people/${person.accountId}/end-sessions`, { reason })
  await send(owner(), "POST", `/operators/people/${other.accountId}/credits`, { credits: 5, reason })
  const found = async (query: string): Promise<string[]> => {
    const { data } = (await send(owner(), "GET", `/operators/log?${query}`)).json()
    const file = await send(owner(), "GET", `/operators/log.csv?${query}`)
    expect(readCsv(file.body)).toHaveLength(data.length + 1)
    return data.map(({ operator, action }: { operator: string; action: string }) => `${operator}: ${action}`)
  }
  const both = ["owner Obi: people.endSessions", "support Obi: credits.grant"]
  expect(await found(`search=${person.accountId}`)).toEqual(both)
  expect(await found(`search=${encodeURIComponent(person.email.toUpperCase())}`)).toEqual(both)
  expect(await found(`search=${person.accountId}&part=credits`)).toEqual(["support Obi: credits.grant"])
  for (const line of await found("search=SUPPORT")) expect(line).toMatch(/^support Obi: /)
  for (const line of await found("part=people")) expect(line).toMatch(/: people\./)
  for (const search of ["%25", "_upport"]) expect(await found(`search=${search}`)).toEqual([])
  expect((await send(owner(), "GET", "/operators/log?part=nothing")).statusCode).toBe(400)
})

test("no line of the log is given to somebody else, renumbered, or emptied away with its table", async () => {
  const [person, somebody] = [await t.signUp(), await t.signUp()]
  await send(owner(), "POST", `/operators/people/${person.accountId}/credits`, { credits: 5, reason })
  for (const change of [
    sql`operator_id = ${somebody.accountId}`,
    sql`subject_id = ${somebody.accountId}`,
    sql`operator_id = null, subject_id = ${somebody.accountId}`,
  ]) {
    const write = sql`update operator_log set ${change} where subject_id = ${person.accountId}`.execute(t.s.db)
    await expect(write).rejects.toThrow(/never changed/)
  }
  await expect(sql`truncate operator_log`.execute(t.s.db)).rejects.toThrow(/never changed/)
  await sql`delete from accounts where id = ${person.accountId}`.execute(t.s.db)
  const [line] = (await send(owner(), "GET", "/operators/log")).json().data
  expect(line).toMatchObject({ operator: "owner Obi", action: "credits.grant", subject: "", reason })
})

test("the log says what was before and after a person was blocked, let in, signed out, and given or taken credits", async () => {
  const person = await t.signUp({ isVerified: true, credits: 10 })
  const path = `/operators/people/${person.accountId}`
  const acts: readonly [what: string, body: object, action: string, before: string, after: string][] = [
    ["credits", { credits: 5 }, "credits.grant", "credits: 10", "credits: 15"],
    ["credits-taken", { credits: 3 }, "credits.take", "credits: 15", "credits: 12"],
    ["end-sessions", {}, "people.endSessions", "sessions: 1", "sessions: 0"],
    ["block", { isBlocked: true }, "people.block", "open", "blocked"],
    ["block", { isBlocked: false }, "people.unblock", "blocked", "open"],
  ]
  for (const [what, body, action, before, after] of acts) {
    expect((await send(owner(), "POST", `${path}/${what}`, { ...body, reason })).statusCode).toBeLessThan(300)
    const [line] = (await send(owner(), "GET", "/operators/log")).json().data
    expect(line).toMatchObject({ action, before, after, reason, operator: "owner Obi" })
  }
  const table = await send(owner(), "GET", `${path}/credits.csv`)
  expect(readCsv(table.body).map(([, amount]) => amount)).toEqual(["amount", "-3", "5", "10"])
  const log = (await send(owner(), "GET", `/operators/log.csv?search=${person.accountId}`)).body
  expect(log.match(/people\.|credits\./g)).toHaveLength(acts.length)
  for (const list of ["credits", "runs"]) {
    expect((await send(owner(), "GET", `/operators/people/nobody/${list}.csv`)).statusCode).toBe(404)
  }
})

test("all work of a person comes as a table, and nobody else's", async () => {
  const [person, other] = [await t.signUp({ credits: 50 }), await t.signUp({ credits: 50 })]
  const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
  const draw = (by: TestPerson) => t.request("POST", "/image-gen-with-flux-1.1", { person: by, body })
  for (const by of [person, person, other]) expect((await draw(by)).statusCode).toBeLessThan(300)
  const table = await send(operators.get("support"), "GET", `/operators/people/${person.accountId}/runs.csv`)
  const [head, ...lines] = readCsv(table.body).map((cells) => cells.join(","))
  expect(head).toBe("id,begun,ended,kind,title,state")
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/,picture,/)
})

describe("credits that are taken", () => {
  const path = (person: TestPerson) => `/operators/people/${person.accountId}/credits-taken`
  const taken = (person: TestPerson, credits: number, by = owner()) =>
    send(by, "POST", path(person), { credits, reason })

  test("stand with their reason in the person's list, in the bonuses and in the log, and the effect is told first", async () => {
    const person = await t.signUp({ credits: 40 })
    const effect = (await send(owner(), "GET", `${path(person)}?credits=15`)).json().data.effect
    expect(effect).toBe("Take 15 credits; 25 stay free.")
    expect((await taken(person, 15)).statusCode).toBe(201)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 25, held: 0 })
    const [entry] = (await t.request("GET", "/credits/entries", { person })).json().data
    expect(entry).toMatchObject({ amount: -15, kind: "take", note: reason })
    const bonus = await t.s.db
      .selectFrom("bonuses")
      .select(["credits", "reason", "grantedBy"])
      .where("accountId", "=", person.accountId)
      .executeTakeFirst()
    expect(bonus).toEqual({ credits: -15, reason, grantedBy: owner().accountId })
    const [line] = (await send(owner(), "GET", "/operators/log")).json().data
    expect(line).toMatchObject({ action: "credits.take", reason })
    const record = (await send(owner(), "GET", `/operators/people/${person.accountId}`)).json().data
    expect(record.log[0]).toMatchObject({ operator: "owner Obi", action: "credits.take", reason })
  })

  test("are never more than are free, however many are asked for at once", async () => {
    const person = await t.signUp({ credits: 10 })
    expect((await send(owner(), "GET", `${path(person)}?credits=11`)).json().fields).toHaveProperty("credits")
    const replies = await Promise.all([1, 2, 3].map(() => taken(person, 6)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400])
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(4)
    expect((await taken(await t.signUp({ credits: 10 }), 5, operators.get("support"))).statusCode).toBe(403)
  })
})

describe("credits that a second operator has to agree to", () => {
  const give = async (by: TestPerson, to: TestPerson, credits: number) =>
    (await send(by, "POST", `/operators/people/${to.accountId}/credits`, { credits, reason })).json().message
  const log = async ({ accountId }: TestPerson) =>
    t.s.db
      .selectFrom("operatorLog")
      .select(["action", "detail"])
      .where("subjectId", "=", accountId)
      .where("action", "like", "credits.%")
      .orderBy("id")
      .execute()
  const of = (role: OperatorRole) => operators.get(role) as TestPerson

  test("are given once another one gives the same, and the log says who asked", async () => {
    const person = await t.signUp()
    expect(await give(of("support"), person, 1_001)).toMatch(/^Nothing is given yet/)
    expect(await give(of("support"), person, 1_001)).toMatch(/^Nothing is given yet/)
    expect(await give(owner(), person, 1_002)).toMatch(/^Nothing is given yet/)
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(0)
    const replies = await Promise.all([give(of("finance"), person, 1_001), give(of("finance"), person, 1_001)])
    expect(replies.filter((message) => message === "The credits are given.")).toHaveLength(1)
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(1_001)
    expect((await log(person)).filter(({ action }) => action === "credits.grant")).toMatchObject([
      { detail: { credits: 1_001, askedBy: "support Obi", before: { credits: 0 }, after: { credits: 1_001 } } },
    ])
  })

  test("are those for oneself, however few, and nobody agrees to their own", async () => {
    const support = of("support")
    const { credits: before } = await balanceOf(t.s.db, support.accountId)
    expect(await give(support, support, 5)).toMatch(/^Nothing is given yet/)
    expect(await give(support, support, 5)).toMatch(/^Nothing is given yet/)
    // Few for somebody else need nobody, but nor are they a word for what is for oneself.
    expect((await balanceOf(t.s.db, support.accountId)).credits).toBe(before)
    expect(await give(owner(), support, 2_000)).toMatch(/^Nothing is given yet/)
    expect(await give(support, support, 2_000)).toMatch(/^Nothing is given yet/)
    expect((await balanceOf(t.s.db, support.accountId)).credits).toBe(before)
    expect(await give(of("finance"), support, 2_000)).toBe("The credits are given.")
    expect((await balanceOf(t.s.db, support.accountId)).credits).toBe(before + 2_000)
  })

  test("are not given on the word of somebody whose role ended, or after a day", async () => {
    const [person, left] = [await t.signUp(), await t.signUp({ isVerified: true })]
    await t.s.db.insertInto("operators").values({ accountId: left.accountId, role: "support" }).execute()
    expect(await give(left, person, 3_000)).toMatch(/^Nothing is given yet/)
    await t.s.db.deleteFrom("operators").where("accountId", "=", left.accountId).execute()
    expect(await give(owner(), person, 3_000)).toMatch(/^Nothing is given yet/)
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(0)
    const ask = (credits: number, hoursAgo: number) =>
      t.s.db
        .insertInto("operatorLog")
        .values({
          ...{ action: "credits.ask", subjectId: person.accountId, operatorId: of("support").accountId, ip: "" },
          ...{ operatorName: "support Obi", reason, detail: JSON.stringify({ credits }) },
          createdAt: new Date(Date.now() - hoursAgo * 3_600_000),
        })
        .execute()
    await ask(4_000, 25)
    expect(await give(owner(), person, 4_000)).toMatch(/^Nothing is given yet/)
    // Asked again, the day of the first time goes on.
    await ask(5_000, 23)
    expect(await give(of("support"), person, 5_000)).toMatch(/within a day of the first time[.]$/)
    const asked = (await log(person)).filter(({ detail }) => JSON.stringify(detail).includes("5000"))
    expect(asked).toHaveLength(1)
    expect(await give(owner(), person, 5_000)).toBe("The credits are given.")
  })
})

test("support signs out no owner, and an owner does", async () => {
  const second = await t.signUp({ isVerified: true })
  await t.s.db.insertInto("operators").values({ accountId: second.accountId, role: "owner" }).execute()
  const end = async (by: TestPerson) =>
    (await send(by, "POST", `/operators/people/${second.accountId}/end-sessions`, { reason })).statusCode
  expect(await end(operators.get("support") as TestPerson)).toBe(403)
  expect((await t.request("GET", "/v1/account", { person: second })).statusCode).toBe(200)
  expect(await end(owner())).toBe(200)
  expect((await t.request("GET", "/v1/account", { person: second })).statusCode).toBe(401)
})

describe("credits that are given or taken with a key", () => {
  const headers = { "idempotency-key": "one-filled-form" }
  const post = (person: TestPerson, what: string, credits: number, more: { by?: TestPerson; reason?: string } = {}) =>
    t.request("POST", `/operators/people/${person.accountId}/${what}`, {
      person: more.by ?? owner(),
      body: { credits, reason: more.reason ?? reason },
      headers,
    })
  /** What is written down about a person's credits. */
  async function written({ accountId }: TestPerson) {
    const bonuses = await t.s.db.selectFrom("bonuses").select("credits").where("accountId", "=", accountId).execute()
    const log = await t.s.db.selectFrom("operatorLog").select("action").where("subjectId", "=", accountId).execute()
    const { credits } = await balanceOf(t.s.db, accountId)
    return { credits, bonuses: bonuses.map((bonus) => bonus.credits), log: log.map(({ action }) => action) }
  }

  test.each([
    ["credits", 17, 5, "credits.grant"],
    // The second one finds none that are free.
    ["credits-taken", 0, -12, "credits.take"],
  ])("at %s move once, however often the form is sent", async (what, left, bonus, action) => {
    const [person, second] = [await t.signUp({ credits: 12 }), await t.signUp({ isVerified: true })]
    await t.s.db.insertInto("operators").values({ accountId: second.accountId, role: "owner" }).execute()
    const again = () => post(person, what, Math.abs(bonus), { by: second })
    const replies = [...(await Promise.all([again(), again(), again()])), await again()]
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(replies[0]?.statusCode, replies[0]?.body).toBe(201)
    expect(await written(person)).toEqual({ credits: left, bonuses: [bonus], log: [action] })
  })

  test("are refused where the key came with something else, and each operator has keys of their own", async () => {
    const [person, other] = [await t.signUp({ credits: 10 }), await t.signUp()]
    expect((await post(person, "credits", 5)).statusCode).toBe(201)
    for (const reply of [
      await post(person, "credits", 6),
      await post(person, "credits", 5, { reason: "Something else" }),
      await post(other, "credits", 5),
      await post(person, "credits-taken", 5),
    ]) {
      expect(reply.json()).toMatchObject({ code: 422, type: "idempotency_key_reused" })
    }
    expect(await written(person)).toEqual({ credits: 15, bonuses: [5], log: ["credits.grant"] })
    expect(await written(other)).toEqual({ credits: 0, bonuses: [], log: [] })
    expect((await post(person, "credits", 5, { by: operators.get("support") as TestPerson })).statusCode).toBe(201)
    expect((await written(person)).credits).toBe(20)
  })
})

test("the record has profile, sessions, orders, movements, work, application and log, and no picture nor its words", async () => {
  const person = await t.signUp({ isVerified: true, credits: 9, name: "Zainab Bello" })
  const { accountId } = person
  const application = await buildApplicant(t, person)
  const { tx_ref } = await orderFor(t, person)
  await buildPictures(t, accountId, [{ isPublic: false, prompt: "a secret lamp" }])
  await sql`insert into runs (id, account_id, kind, title, input, count, fee_credits, status, body_hash, created_at)
    values ('record-run', ${accountId}, 'none', 'Realistic', '{"prompt":"a secret lamp"}', 1, 1, 'failed', 'x', now())`.execute(
    t.s.db,
  )
  await send(owner(), "POST", `/operators/people/${accountId}/credits`, { credits: 3, reason })
  const reply = await send(operators.get("support"), "GET", `/operators/people/${accountId}`)
  const { data } = reply.json()
  expect(data).toMatchObject({
    name: "Zainab Bello",
    email: person.email,
    isEmailVerified: true,
    stage: "applied",
    credits: 12,
    held: 0,
    sessions: 1,
    pictures: 1,
    hasSecondFactor: false,
    application: { id: application, program: "Systems Integration" },
    signIns: [{ provider: "email" }],
    log: [{ operator: "owner Obi", action: "credits.grant", reason }],
  })
  expect(data.runs).toContainEqual(expect.objectContaining({ id: "record-run", title: "Realistic", status: "failed" }))
  expect(data.orders).toContainEqual(expect.objectContaining({ tx_ref, status: "created", amount: 6_000 }))
  expect(data.ledger.map(({ amount }: { amount: number }) => amount)).toEqual([3, 9])
  expect(reply.body).not.toMatch(/a secret lamp|hash|password/i)
})

test("who sees no money reads no orders, movements nor reasons of refunds and reviews on a person's page", async () => {
  const { accountId } = await t.signUp({ isVerified: true, credits: 9 })
  const lines = ["orders.refund", "review.takeDown", "credits.grant", "people.stage"] as const
  await transact(t.s.db, async (tx) => {
    for (const action of lines) {
      await writeLog(tx, { accountId: null, ip: "" }, { action, subjectId: accountId, reason: action })
    }
  })
  const seenBy = async (role: OperatorRole) => {
    const { data } = (await send(operators.get(role), "GET", `/operators/people/${accountId}`)).json()
    const file = await send(operators.get(role), "GET", `/operators/people/${accountId}/credits.csv`)
    const reasons = data.log.map((line: { reason: string }) => line.reason).toSorted()
    return [data.orders?.length, data.ledger?.length, reasons.join(), file.statusCode]
  }
  expect(await seenBy("admissions")).toEqual([undefined, undefined, "people.stage", 403])
  expect(await seenBy("finance")).toEqual([0, 1, "credits.grant,orders.refund,people.stage", 200])
  expect(await seenBy("support")).toEqual([0, 1, lines.toSorted().join(), 200])
})

test("the confirmation goes out again, once more only while the address is not confirmed", async () => {
  const person = await t.signUp()
  const again = () => send(owner(), "POST", `/operators/people/${person.accountId}/confirmation`, { reason })
  expect((await again()).statusCode).toBe(200)
  await until(async () => {
    const mails = (await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(person.email)}`)).json()
    return mails.some(({ text }: { text: string }) => text.includes("/verify-user"))
  })
  await t.s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", person.accountId).execute()
  expect((await again()).json()).toMatchObject({ type: "user_email_already_verified" })
})

describe("what a reason opens", () => {
  /** What the call answers nine and a half minutes after the reason, and half a minute after the ten are over. */
  async function aroundTheLimit(path: string): Promise<number[]> {
    try {
      const statuses = []
      for (ahead of [9.5 * 60_000, 10.5 * 60_000]) statuses.push((await send(owner(), "GET", path)).statusCode)
      return statuses
    } finally {
      ahead = 0
    }
  }

  test("the copy of somebody's data, for the operator who gave it, for ten minutes; the person is told", async () => {
    const person = await t.signUp({ isVerified: true, name: "Zainab Bello" })
    const [open, file] = [
      `/operators/people/${person.accountId}/copy`,
      `/operators/people/${person.accountId}/copy.zip`,
    ]
    expect((await send(owner(), "GET", file)).statusCode).toBe(403)
    expect((await send(owner(), "POST", open, { reason })).json().data.url).toBe(file)
    const zip = await send(owner(), "GET", file)
    expect(zip.headers["content-disposition"]).toMatch(/attachment; filename=".*\.zip"/)
    const copy = unzipSync(zip.rawPayload)
    expect(Buffer.from(copy["documents/profiles.json"] ?? []).toString()).toContain("Zainab Bello")
    const own = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
    expect(Object.keys(copy).sort()).toEqual(Object.keys(own).sort())
    const told = await until(async () => {
      const mails = (await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(person.email)}`)).json()
      return mails.find(({ subject }: { subject: string }) => /copy of your/i.test(subject))
    })
    expect(told.text).toContain(reason)
    expect(await aroundTheLimit(file)).toEqual([200, 403])
    const later = await t.signUp({ isVerified: true })
    await t.s.db.insertInto("operators").values({ accountId: later.accountId, role: "owner" }).execute()
    expect((await send(later, "GET", file)).statusCode).toBe(403)
  })

  test("private pictures, which nobody sees without one", async () => {
    const person = await t.signUp({ isVerified: true })
    const [id = ""] = await buildPictures(t, person.accountId, [{ isPublic: false }])
    const { storageKey } = await t.s.db
      .selectFrom("generations")
      .select("storageKey")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
    await t.s.storage.put(thumbnailKey(storageKey, 640), Buffer.from("bytes"), "image/webp")
    const list = `/operators/people/${person.accountId}/pictures`
    expect((await send(owner(), "GET", `${list}/${id}`)).statusCode).toBe(403)
    expect((await t.request("GET", `/pictures/${id}`, { person: owner() })).statusCode).toBe(404)
    const { data } = (await send(owner(), "POST", list, { reason })).json()
    expect(data).toMatchObject([{ id, isPublic: false, preview: `${list}/${id}` }])
    expect((await send(owner(), "GET", `${list}/${id}`)).statusCode).toBe(200)
    expect((await t.request("GET", `/pictures/${id}`, { person: owner() })).statusCode).toBe(404)
    expect((await send(operators.get("support"), "GET", `${list}/${id}`)).statusCode).toBe(403)
    expect(await aroundTheLimit(`${list}/${id}`)).toEqual([200, 403])
  })
})

describe("an account that is deleted on request", () => {
  const erase = (id: string, confirmation: string) =>
    send(owner(), "POST", `/operators/people/${id}/erasure`, { confirmation, reason })

  test("goes by the same way as its person would delete it, and the log keeps the reason without the name", async () => {
    const person = await t.signUp({ isVerified: true, credits: 5 })
    const wrong = await erase(person.accountId, "somebody.else@example.com")
    expect(wrong.json().fields).toHaveProperty("confirmation")
    expect((await erase(person.accountId, person.email.toUpperCase())).statusCode).toBe(200)
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
    expect((await send(owner(), "GET", `/operators/people/${person.accountId}`)).statusCode).toBe(404)
    const [line] = (await send(owner(), "GET", "/operators/log")).json().data
    expect(line).toMatchObject({ action: "people.erase", reason, subject: "" })
    expect((await erase(person.accountId, person.email)).statusCode).toBe(404)
  })

  test("is never an operator's", async () => {
    const support = operators.get("support") as TestPerson
    expect((await erase(support.accountId, support.email)).statusCode).toBe(403)
  })
})

test("a block signs out at once, happens once, and spares owners and oneself", async () => {
  const person = await t.signUp({ isVerified: true })
  const path = `/operators/people/${person.accountId}/block`
  const twice = await Promise.all([1, 2].map(() => send(owner(), "POST", path, { isBlocked: true, reason })))
  expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
  expect((await send(owner(), "POST", path, { isBlocked: false, reason })).statusCode).toBe(200)
  const support = operators.get("support")
  for (const id of [owner().accountId, support?.accountId]) {
    const reply = await send(support, "POST", `/operators/people/${id}/block`, { isBlocked: true, reason })
    expect(reply.statusCode).toBe(403)
  }
})
