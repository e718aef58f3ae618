import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playFlutterwave } from "#server/testing/providers/flutterwave.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { orderFor } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { createStatus } from "./status.ts"

let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  owner = await operator("owner")
})
afterAll(() => t.close())

async function operator(role: OperatorRole): Promise<TestPerson> {
  const person = await t.signUp({ isVerified: true, name: `${role} Obi` })
  await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return person
}

/** The state of a part at a look of its own, which no look before has paid for. */
async function stateOf(part: string): Promise<string | undefined> {
  const { parts } = await createStatus(t.s)()
  return parts.find((one) => one.part === part)?.state
}

function addRun(id: string, status: string, ageMinutes: number, { accountId } = owner) {
  return sql`insert into runs (id, account_id, kind, title, input, count, fee_credits, status, body_hash, created_at, job_id)
    values (${id}, ${accountId}, 'none', 'A pot', '{}', 1, 1, ${status}, 'x',
      now() - make_interval(mins => ${ageMinutes}), ${status === "waiting" ? crypto.randomUUID() : null})`.execute(
    t.s.db,
  )
}

describe("GET /service-status", () => {
  test("tells anybody how the parts are, and nothing of why", async () => {
    const reply = await t.request("GET", "/service-status", { headers: { cookie: "a_session_console=broken" } })
    expect(reply.statusCode).toBe(200)
    const { data } = reply.json()
    expect(Object.keys(data).sort()).toEqual(["checkedAt", "incidents", "parts"])
    expect(data.parts).toEqual(
      ["accounts", "files", "pictures", "payments", "mail"].map((part) => ({ part, state: "working" })),
    )
  })

  test("one look counts for all who come within seconds", async () => {
    const status = createStatus(t.s)
    const [first, second] = await Promise.all([status(), status()])
    expect(second).toBe(first)
    expect(await status()).toBe(first)
  })

  test("work that waits long is late; failures of several people without anything ready are a trouble, those of one are not", async () => {
    await addRun("late", "waiting", 6)
    expect(await stateOf("pictures")).toBe("slow")
    await sql`delete from runs where id = 'late'`.execute(t.s.db)
    for (let n = 0; n < 9; n++) await addRun(`own-failed-${n}`, "failed", 1)
    expect(await stateOf("pictures")).toBe("working")
    for (let n = 0; n < 3; n++) await addRun(`failed-${n}`, "failed", 1, await t.signUp())
    expect(await stateOf("pictures")).toBe("down")
    await addRun("ready", "ready", 1)
    expect(await stateOf("pictures")).toBe("slow")
    expect(await stateOf("accounts")).toBe("working")
  })
})

test("a payment provider that gives no answer again and again is slow, then down, until it answers", async () => {
  const server = await openFakeServer()
  const provider = playFlutterwave(server)
  const app = await openTestApp({
    hasWorker: false,
    settings: {
      PAYMENTS: "flutterwave",
      FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK_TEST-1",
      FLUTTERWAVE_SECRET_KEY: provider.secretKey,
      FLUTTERWAVE_WEBHOOK_HASH: provider.webhookHash,
      FLUTTERWAVE_BASE_URL: provider.baseUrl,
    },
  })
  const person = await app.signUp()
  const { tx_ref } = await orderFor(app, person)
  server.script([{ match: "GET /flutterwave", fault: { status: 401, body: {} }, times: 1_000 }])
  const ask = async () => (await app.request("POST", `/orders/${tx_ref}/check`, { person, body: {} })).statusCode
  const state = async () => {
    const { parts } = await createStatus(app.s)()
    return parts.find(({ part }) => part === "payments")?.state
  }
  const seen: [asked: number, state: string | undefined][] = []
  for (let n = 0; n < 6; n++) seen.push([await ask(), await state()])
  expect(seen.map(([asked]) => asked)).toEqual(Array(6).fill(503))
  expect(seen.map(([, now]) => now)).toEqual(["working", "working", "slow", "slow", "slow", "down"])
  server.reset()
  expect([await ask(), await state()]).toEqual([200, "working"])
  await app.close()
  await server.close()
})

test("mails that do not arrive are a trouble when they are many", async () => {
  const lose = (n: number) =>
    sql`insert into undelivered_mails (id, job, payload, outcome, reason)
      values (${`lost-${n}`}, 'contact.forward', '{}', 'refused', 'No.')`.execute(t.s.db)
  for (let n = 0; n < 4; n++) await lose(n)
  expect(await stateOf("mail")).toBe("working")
  await lose(4)
  expect(await stateOf("mail")).toBe("slow")
  await sql`delete from undelivered_mails`.execute(t.s.db)
})

describe("notes of operators", () => {
  const reason = "Seen on the alarm"
  const note = { title: "Pictures are late", text: "We know, and look for the cause.", reason }
  const change = (id: string, body: object) =>
    t.request("PUT", `/operators/incidents/${id}`, { person: owner, body: { ...note, isOver: false, ...body } })

  test("stand on the page until the trouble is over and a month longer, once changed by one", async () => {
    const { id } = (await t.request("POST", "/operators/incidents", { person: owner, body: note })).json().data
    const shown = async () => (await createStatus(t.s)()).incidents
    expect(await shown()).toMatchObject([{ id, title: note.title, endedAt: "" }])
    expect(Object.keys((await shown())[0] ?? {})).not.toContain("version")
    const both = await Promise.all([change(id, { version: 1, isOver: true }), change(id, { version: 1 })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await change(id, { version: 2, isOver: true, text: "It was a full disk." })).statusCode).toBe(200)
    expect(await shown()).toMatchObject([{ id, text: "It was a full disk." }])
    expect((await shown())[0]?.endedAt).not.toBe("")
    // Who looked shortly before sees it half a minute later, at the next look of their page.
    const look = createStatus(t.s)
    await look()
    expect((await change(id, { version: 3, isOver: true, text: "It was a disk." })).statusCode).toBe(200)
    const now = performance.now()
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 30_000)
    expect((await look()).incidents).toMatchObject([{ id, text: "It was a disk." }])
    clock.mockRestore()
    expect((await change(id, { version: 4, isOver: true, text: "It was a full disk." })).statusCode).toBe(200)
    await sql`update incidents set ended_at = now() - interval '31 days'`.execute(t.s.db)
    expect(await shown()).toEqual([])
    const kept = await t.request("GET", "/operators/incidents", { person: owner })
    expect(kept.json().data).toMatchObject([{ id, version: 5 }])
    const table = await t.request("GET", "/operators/incidents.csv", { person: owner })
    const [head, row] = readCsv(table.body).map((cells) => cells.join(","))
    expect(head).toBe("id,title,text,started,changed,ended")
    expect(row).toMatch(new RegExp(`^${id},Pictures are late,It was a full disk[.],2`))
    expect((await change("nothing", { version: 1 })).statusCode).toBe(404)
    const [line] = (await t.request("GET", "/operators/log", { person: owner })).json().data
    expect(line).toMatchObject({ action: "status.change", about: note.title, reason })
    expect(line).toMatchObject({
      before: `text: It was a disk., title: ${note.title}, is over: yes`,
      after: `text: It was a full disk., title: ${note.title}, is over: yes`,
    })
  })
})
