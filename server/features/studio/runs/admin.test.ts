import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mayOperate, type OperatorRight } from "#contract/identity/operator-rights.ts"
import { OperatorRole } from "#contract/identity/operators.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp
const operators = new Map<OperatorRole, TestPerson>()
const reason = "The engine was away"
const secret = "a-server-key-that-nobody-should-ever-see"

beforeAll(async () => {
  t = await openTestApp({
    hasWorker: false,
    settings: { API_KEY: secret, GENERATION_WAIT_SECONDS: "0", WELCOME_CREDITS: "7" },
  })
  for (const role of OperatorRole.options) {
    const person = await t.signUp({ isVerified: true, name: `${role} Obi` })
    await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
    operators.set(role, person)
  }
})
afterAll(() => t.close())

const owner = () => operators.get("owner") as TestPerson

async function order(person: TestPerson): Promise<string> {
  const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
  const reply = await t.request("POST", "/image-gen-with-flux-1.1", { person, body })
  expect(reply.statusCode, reply.body).toBe(202)
  return reply.json().job.id
}

const act = (what: "refund" | "retry", ids: string[], person = owner()) =>
  t.request("POST", `/operators/runs/${what}`, { person, body: { ids, reason } })
const list = async (query: string) => (await t.request("GET", `/operators/runs?${query}`, { person: owner() })).json()
const credits = async (person: TestPerson) => balanceOf(t.s.db, person.accountId)

/** Lets everything that waits be done. */
async function work(...ids: string[]): Promise<void> {
  const worker = startWorker(t.s, jobs, { backOffFactor: 0 })
  for (const id of ids) {
    await until(async () => {
      const row = await t.s.db.selectFrom("runs").select("status").where("id", "=", id).executeTakeFirstOrThrow()
      return !["waiting", "running"].includes(row.status)
    })
  }
  await worker.stop(5_000)
}

test("nobody gives the credits of an own run back: another operator does", async () => {
  const support = operators.get("support") as TestPerson
  await t.request("POST", `/operators/people/${support.accountId}/credits`, {
    person: owner(),
    body: { credits: 20, reason },
  })
  const id = await order(support)
  await work(id)
  const { credits: before } = await credits(support)
  expect((await act("refund", [id], support)).json().data).toMatchObject({ done: 0, skipped: [{ id }] })
  expect((await credits(support)).credits).toBe(before)
  expect((await act("refund", [id])).json().data).toMatchObject({ done: 1 })
  expect((await credits(support)).credits).toBe(before + 5)
})

test("waiting runs are ended with their credits back, each once, and what cannot be done is said", async () => {
  const person = await t.signUp({ credits: 20 })
  const ids = [await order(person), await order(person)]
  expect(await credits(person)).toEqual({ credits: 10, held: 10 })
  const found = (await list("status=waiting")).data.filter((run: { id: string }) => ids.includes(run.id))
  expect(found).toMatchObject([{ credits: 5, person: { id: person.accountId } }, { credits: 5 }])
  const reply = await act("refund", [...ids, "nothing", ...ids])
  expect(reply.json().data).toEqual({ done: 2, skipped: [{ id: "nothing", why: "This run does not exist." }] })
  expect(await credits(person)).toEqual({ credits: 20, held: 0 })
  expect((await act("refund", ids)).json().data).toMatchObject({ done: 0, skipped: [{}, {}] })
  expect(await credits(person)).toEqual({ credits: 20, held: 0 })
  const [line] = (await t.request("GET", "/operators/log", { person: owner() })).json().data
  expect(line).toMatchObject({ action: "runs.refund", reason })
})

test("a finished run's credits are returned once, whoever presses at the same time", async () => {
  const person = await t.signUp({ credits: 20 })
  const id = await order(person)
  await work(id)
  expect(await credits(person)).toEqual({ credits: 15, held: 0 })
  const both = await Promise.all([act("refund", [id]), act("refund", [id])])
  expect(both.map((reply) => reply.json().data.done).sort()).toEqual([0, 1])
  expect(await credits(person)).toEqual({ credits: 20, held: 0 })
})

test("a failed run is drawn again at no cost, once", async () => {
  const person = await t.signUp({ credits: 5 })
  const id = await order(person)
  await t.request("POST", `/generation-orders/${id}/cancel`, { person })
  await t.s.db.updateTable("runs").set({ status: "failed", failure: "Not today." }).where("id", "=", id).execute()
  const page = await list(`status=failed&failure=${encodeURIComponent("Not today.")}`)
  expect(page.data.map((run: { id: string }) => run.id)).toContain(id)
  expect(page.failures).toContainEqual({ failure: "Not today.", count: 1 })
  expect((await list("status=failed&failure=other")).data).toEqual([])
  expect((await act("retry", [id])).json().data).toEqual({ done: 1, skipped: [] })
  expect((await act("retry", [id])).json().data).toMatchObject({
    done: 0,
    skipped: [{ why: "It was tried again before." }],
  })
  const again = await t.s.db
    .selectFrom("runs")
    .select("id")
    .where("accountId", "=", person.accountId)
    .where("id", "<>", id)
    .executeTakeFirstOrThrow()
  await work(again.id)
  expect(await credits(person)).toEqual({ credits: 5, held: 0 })
  const pictures = await t.s.db
    .selectFrom("generations")
    .select("id")
    .where("accountId", "=", person.accountId)
    .execute()
  expect(pictures.length).toBe(1)
  expect((await act("retry", [again.id])).json().data).toMatchObject({ done: 0 })
})

test("engines are told with what they carry out and how the last day went", async () => {
  const { data } = (await t.request("GET", "/operators/engines", { person: owner() })).json()
  expect(data.routes).toContainEqual({ what: "Flux 1.1 Pro", engine: "fake", refusal: "" })
  expect(data.lastDay).toMatchObject([{ engine: "fake", failed: 0 }])
  expect(data.lastDay[0].ready).toBeGreaterThan(0)
})

test("letters are told with their state and without what stands in them, and sent again once", async () => {
  const person = await t.signUp({ isVerified: false })
  await t.request("POST", "/v1/account/verification", { person, body: { url: "http://localhost:3000/verify-user" } })
  const read = async () => (await t.request("GET", "/operators/letters", { person: owner() })).json().data
  expect((await read()).last[0]).toMatchObject({ what: "Link or code to confirm or sign in", state: "waiting" })
  const worker = startWorker(t.s, jobs, { backOffFactor: 0 })
  await until(async () => (await read()).last[0].state === "sent")
  await worker.stop(5_000)
  expect(JSON.stringify(await read())).not.toMatch(/secret|@example\.com/)
  const lost = { id: "lost", job: "review.notice", payload: JSON.stringify({}), outcome: "given_up" as const }
  const row = { ...lost, accountId: person.accountId, reason: "Away", resentAt: null }
  await t.s.db.insertInto("undeliveredMails").values(row).execute()
  expect((await read()).undelivered).toMatchObject([{ id: "lost", reason: "Away", resentAt: "" }])
  const send = () =>
    t.request("POST", "/operators/letters/resend", { person: owner(), body: { ids: ["lost"], reason } })
  expect((await send()).json().data).toEqual({ done: 1, skipped: [] })
  expect((await send()).json().data).toMatchObject({ done: 0, skipped: [{ id: "lost" }] })
})

test("the file of letters has every one of them once, however many were made at the same moment", async () => {
  const person = await t.signUp()
  await sql`insert into undelivered_mails (id, job, payload, account_id, outcome, reason, created_at)
    select 'many-' || n, 'review.notice', '{}', ${person.accountId}, 'refused', 'No.', now()
    from generate_series(1, 501) as n`.execute(t.s.db)
  await t.request("POST", "/contact", { body: { subject: "Lamps", email: "letters@example.com" } })
  const { rows } = await sql<{ id: string }>`
    insert into jobs.job select (jsonb_populate_record(null::jobs.job,
      to_jsonb(job) || jsonb_build_object('id', gen_random_uuid(), 'state', 'completed'))).*
    from (select * from jobs.job where name = 'contact.forward' limit 1) as job, generate_series(1, 501)
    returning id::text as id`.execute(t.s.db)
  const file = await t.request("GET", "/operators/letters.csv", { person: owner() })
  const ids = readCsv(file.body).map(([id = ""]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => id.startsWith("many-"))).toHaveLength(501)
  const copied = new Set(rows.map(({ id }) => id))
  expect(ids.filter((id) => copied.has(id))).toHaveLength(501)
  const { data } = (await t.request("GET", "/operators/letters", { person: owner() })).json()
  expect([data.last.length, data.undelivered.length]).toEqual([100, 100])
})

test("settings are told as they are, secrets as set", async () => {
  const reply = await t.request("GET", "/operators/settings", { person: owner() })
  expect(reply.body).not.toContain(secret)
  const { data } = reply.json()
  expect(data.find((one: { name: string }) => one.name === "API_KEY")).toMatchObject({ value: "set", isSecret: true })
  expect(data.find((one: { name: string }) => one.name === "WELCOME_CREDITS")).toMatchObject({
    value: "7",
    default: "20",
  })
  expect(data.find((one: { name: string }) => one.name === "MAIL_URL")).toMatchObject({ value: "" })
})

describe("who may do what", () => {
  test.each([...OperatorRole.options, "person", "guest"] as const)("as %s", async (role) => {
    const person = await t.signUp({ credits: 20 })
    const id = await order(person)
    const caller = role === "guest" ? undefined : role === "person" ? await t.signUp() : operators.get(role)
    const calls: [OperatorRight, "GET" | "POST", string, object?][] = [
      ["runs.see", "GET", "/operators/runs"],
      ["runs.see", "GET", "/operators/engines"],
      ["runs.retry", "POST", "/operators/runs/retry", { ids: [id], reason }],
      ["runs.refund", "POST", "/operators/runs/refund", { ids: [id], reason }],
      ["letters", "GET", "/operators/letters"],
      ["letters", "POST", "/operators/letters/resend", { ids: ["none"], reason }],
      ["settings.see", "GET", "/operators/settings"],
      ["settings.see", "GET", "/operators/settings/mail"],
    ]
    const may = (right: OperatorRight) => role !== "person" && role !== "guest" && mayOperate(role, right)
    for (const [right, method, url, body] of calls) {
      const reply = await t.request(method, url, { ...(caller && { person: caller }), ...(body && { body }) })
      expect([url, reply.statusCode]).toEqual([url, may(right) ? 200 : role === "guest" ? 401 : 403])
    }
    expect((await credits(person)).held).toBe(may("runs.refund") ? 0 : 5)
  })
})
