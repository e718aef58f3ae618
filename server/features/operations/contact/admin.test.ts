import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

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

interface Sent {
  id: string
  number: number
}

async function write(email: string, extra: object = {}, person?: TestPerson): Promise<Sent> {
  const body = { subject: "=A shop", email, additonal_info: "Forty lamps", ...extra }
  return (await t.request("POST", "/contact", { body, ...(person ? { person } : {}) })).json().data
}

const list = async (query: string) => (await t.request("GET", `/operators/messages?${query}`, { person: owner })).json()

async function lines() {
  return (await t.request("GET", "/operators/log", { person: owner })).json().data
}

describe("messages", () => {
  test("are listed by state, form and writer, and in a file", async () => {
    const first = await write("list-ada@example.com")
    const second = await write("list-bola@example.com", { source: "enterprise" })
    await t.request("POST", "/contact/sheets", { body: { slug: "studiogen", email: "list-cara@example.com" } })
    const all = await list("search=list-")
    expect(all.data.map(({ source, state }: { source: string; state: string }) => [source, state]).slice(-2)).toEqual([
      ["enterprise", "new"],
      ["contact", "new"],
    ])
    expect((await list("search=list-&source=enterprise")).data).toMatchObject([{ id: second.id, info: "Forty lamps" }])
    expect((await list(`search=${first.number}`)).data).toMatchObject([{ id: first.id }])
    expect((await list("search=list-&state=answered")).data).toEqual([])
    const file = await t.request("GET", "/operators/messages.csv?search=list-ada", { person: owner })
    expect(file.headers["content-disposition"]).toContain("messages.csv")
    const [head, line, ...rest] = readCsv(file.body)
    expect([head?.[0], rest]).toEqual(["number", []])
    expect(line?.join(",")).toContain("'=A shop")
  })

  test("are marked by one of two operators, the other is told; one line of the log says which", async () => {
    const support = await operator("support")
    const { id, number } = await write("mark@example.com")
    const other = await write("mark@example.com")
    const mark = (person: TestPerson, ids: string[], state: string) =>
      t.request("POST", "/operators/messages/mark", { person, body: { ids, state, note: "Sent the price list" } })
    const before = (await lines()).length
    const both = await Promise.all([mark(owner, [id], "answered"), mark(support, [id], "answered")])
    const outcomes = both.map((reply) => reply.json().data)
    expect(outcomes.map(({ done }) => done).sort()).toEqual([0, 1])
    expect(outcomes.flatMap(({ skipped }) => skipped)).toMatchObject([{ id }])
    const after = await lines()
    expect(after.length).toBe(before + 1)
    expect(after[0]).toMatchObject({
      action: "messages.answered",
      about: String(number),
      reason: "Sent the price list",
    })
    expect((await mark(owner, [id, other.id, "gone"], "read")).json().data).toMatchObject({
      ...{ done: 2, skipped: [{ id: "gone" }] },
    })
    expect((await list(`search=${number}`)).data).toMatchObject([{ state: "read", handledBy: "owner Obi" }])
    const { counts } = await list("")
    expect((await mark(owner, [id], "new")).json().data.done).toBe(1)
    expect((await list("")).counts).toMatchObject({ new: counts.new + 1, read: counts.read - 1 })
  })

  test("of an operator who left stay marked", async () => {
    const leaving = await operator("support")
    const { id, number } = await write("leaving@example.com")
    const body = { ids: [id], state: "answered" }
    await t.request("POST", "/operators/messages/mark", { person: leaving, body })
    await t.s.db.deleteFrom("accounts").where("id", "=", leaving.accountId).execute()
    expect((await list(`search=${number}`)).data).toMatchObject([{ state: "answered", handledBy: "" }])
  })
})

describe("contracts", () => {
  const values = {
    client: "Adire House",
    email: "buyer@adire.example",
    title: "Outreach for fabric shops",
    service: "leadpilot",
    amount: 450_000.5,
    currency: "NGN",
    notes: "Wants it by May",
  }
  const reason = "Asked by message"
  const add = (person: TestPerson, messageId: string | null = null) =>
    t.request("POST", "/operators/contracts", { person, body: { values, messageId, reason } })
  const change = (id: string, body: object) =>
    t.request("PUT", `/operators/contracts/${id}`, { person: owner, body: { values, reason, ...body } })

  test("begin as a lead from a message, once, and go on step by step", async () => {
    const writer = await t.signUp({ name: "Bisi Client" })
    const message = await write("client@example.com", { source: "enterprise" }, writer)
    const both = await Promise.all([add(owner, message.id), add(await operator("finance"), message.id)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const made = both.find(({ statusCode }) => statusCode === 201)?.json().data
    expect(made).toMatchObject({ status: "lead", amount: 450_000.5, messageNumber: message.number, version: 1 })
    expect(made.accountId).toBe(writer.accountId)
    expect((await list(`search=${message.number}`)).data).toMatchObject([{ contractId: made.id }])
    expect((await change(made.id, { status: "done", version: 1 })).json().type).toBe("step_not_allowed")
    for (const [index, status] of ["proposal", "active", "done"].entries()) {
      expect((await change(made.id, { status, version: index + 1 })).json().data).toMatchObject({ status })
    }
    const late = await change(made.id, { status: "active", version: 2 })
    expect(late.json().type).toBe("version_changed")
    expect((await change("nothing", { status: "lead", version: 1 })).statusCode).toBe(404)
    const [line] = await lines()
    expect(line).toMatchObject({ action: "contracts.change", subject: "Bisi Client", about: values.title, reason })
    const detail = await t.s.db.selectFrom("operatorLog").select("detail").where("id", "=", line.id).executeTakeFirst()
    expect(detail?.detail).toMatchObject({ before: { status: "active" }, after: { status: "done" } })
  })

  test("are found by state, currency and client, and in a file", async () => {
    const { id } = (await add(owner)).json().data
    await change(id, { values: { ...values, client: "Zobo & Sons", currency: "USD" }, status: "lost", version: 1 })
    const find = async (query: string) =>
      (await t.request("GET", `/operators/contracts?${query}`, { person: owner })).json()
    expect((await find("search=zobo&status=lost&currency=USD")).data).toMatchObject([{ id }])
    expect((await find("search=zobo&currency=NGN")).data).toEqual([])
    expect((await find("")).counts.lost).toBeGreaterThan(0)
    const file = await t.request("GET", "/operators/contracts.csv?search=zobo", { person: owner })
    expect(readCsv(file.body)[1]?.join(",")).toContain("Zobo & Sons")
  })

  test.each([
    ["no client", { client: " " }],
    ["a value below nothing", { amount: -1 }],
    ["a part of a kobo", { amount: 1.001 }],
    ["an unknown service", { service: "magic" }],
  ])("refuses %s", async (_, wrong) => {
    const body = { values: { ...values, ...wrong }, reason }
    expect((await t.request("POST", "/operators/contracts", { person: owner, body })).statusCode).toBe(400)
  })

  test("with somebody who left stay without who it was; leads go", async () => {
    const writer = await t.signUp({ name: "Ngozi Gone" })
    const lead = (await add(owner, (await write("gone@example.com", {}, writer)).id)).json().data
    const agreed = (await add(owner, (await write("gone@example.com", {}, writer)).id)).json().data
    await change(agreed.id, { status: "proposal", version: 1 })
    const gone = await t.request("DELETE", "/v1/account", { person: writer, body: { password: writer.password } })
    expect(gone.statusCode).toBeLessThan(300)
    const rows = await t.s.db.selectFrom("contracts").selectAll().where("id", "in", [lead.id, agreed.id]).execute()
    expect(rows).toMatchObject([
      { id: agreed.id, status: "proposal", client: "A client who left", email: "", notes: "", accountId: null },
    ])
    expect(rows).toHaveLength(1)
  })
})
