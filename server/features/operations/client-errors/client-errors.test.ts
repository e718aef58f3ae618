import { Writable } from "node:stream"
import { afterAll, beforeAll, expect, test } from "vitest"
import { clientErrorsKept } from "#contract/catalogue/client-errors.ts"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { sweepClientErrors } from "./job.ts"

const lines: string[] = []

let t: TestApp

beforeAll(async () => {
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  t = await openTestApp({ hasWorker: false, log: createLog("warn", to), settings: { RATE_LIMIT_FACTOR: "1" } })
})
afterAll(() => t.close())

const report = {
  id: "ABCDEFG2",
  kind: "screen",
  message: "TypeError: pots is undefined",
  stack: "at https://studio.example/assets/a.js?token=abc123:1:2",
  page: "/payment/:id",
  build: "index-abc.js",
}

const tell = (change: object, remoteAddress = "203.0.113.1") =>
  t.app.inject({
    method: "POST",
    url: "/client-errors",
    remoteAddress,
    headers: { "user-agent": "Browser 1" },
    payload: { ...report, ...change },
  })

async function operator(role: OperatorRole) {
  const person = await t.signUp({ isVerified: true })
  await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return person
}

test("what failed in browsers is counted, said in the log, and grouped for those who answer people", async () => {
  expect((await tell({})).statusCode).toBe(204)
  expect((await tell({})).statusCode).toBe(204)
  await tell({ id: "ABCDEFG3", page: "/app" })
  await tell({ id: "ABCDEFG4", build: "index-def.js" })
  const said = lines.filter((line) => line.includes("a page failed in a browser"))
  expect(said).toHaveLength(3)
  expect(said.join("")).not.toContain("abc123")
  expect(await t.s.metrics.registry.getSingleMetricAsString("aworan_client_errors_total")).toContain('kind="screen"} 3')

  const owner = await operator("owner")
  const list = async (query = "") =>
    (await t.request("GET", `/operators/client-errors${query}`, { person: owner })).json()
  const { data } = await list()
  expect(data).toHaveLength(2)
  const groupOf = (build: string) => data.find((group: { build: string }) => group.build === build)
  expect(groupOf("index-def.js")).toMatchObject({ count: 1, userAgent: "Browser 1" })
  expect(groupOf("index-abc.js")).toMatchObject({ count: 2, pages: ["/app", "/payment/:id"] })
  expect(groupOf("index-abc.js").ids.toSorted()).toEqual(["ABCDEFG2", "ABCDEFG3"])
  expect((await list("?id=%20abcdefg2")).data).toMatchObject([{ build: "index-abc.js", count: 2 }])
  expect((await list("?id=ABCDEFG9")).data).toEqual([])
  const finance = await operator("finance")
  expect((await t.request("GET", "/operators/client-errors", { person: finance })).statusCode).toBe(403)
  const today = (await t.request("GET", "/operators/today", { person: owner })).json().data
  expect(today.tasks).toContainEqual({ what: "crashes", count: 2 })
})

test.each([
  ["an id of another kind", { id: "<script>" }],
  ["a message without end", { message: "x".repeat(301) }],
  ["a stack without end", { stack: "x".repeat(4_001) }],
])("%s is refused", async (_, change) => {
  expect((await tell(change, "203.0.113.2")).statusCode).toBe(400)
})

test("more than the newest are not kept, nor what is old", async () => {
  const { id: _, ...rest } = report
  const rows = Array.from({ length: clientErrorsKept.count + 2 }, (_, index) => ({
    ...rest,
    id: `many${index}`,
    userAgent: "",
    createdAt: new Date(Date.now() - index * 1_000),
  }))
  const old = {
    ...rest,
    id: "old",
    userAgent: "",
    createdAt: new Date(Date.now() - (clientErrorsKept.days + 1) * 86_400_000),
  }
  await t.s.db.deleteFrom("clientErrors").execute()
  await t.s.db
    .insertInto("clientErrors")
    .values([old, ...rows.slice(0, 2)])
    .execute()
  const sweep = async () => {
    await sweepClientErrors.run(t.s, {}, new AbortController().signal)
    return (await t.s.db.selectFrom("clientErrors").select("id").orderBy("createdAt", "desc").execute()).map(
      ({ id }) => id,
    )
  }
  expect(await sweep()).toEqual(["many0", "many1"])
  await t.s.db.insertInto("clientErrors").values(rows.slice(2)).execute()
  expect((await sweep()).at(-1)).toBe(`many${clientErrorsKept.count - 1}`)
})

test("a flood from one network is stopped", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 31 }, async () => (await tell({ id: "ABCDEFG5" }, "203.0.113.3")).statusCode),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
