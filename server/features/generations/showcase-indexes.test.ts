import { Query } from "appwrite"
import { CompiledQuery, sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildPictures } from "#server/testing/build-pictures.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  const person = await t.signUp()
  await buildPictures(t, person.accountId, [{}])
  await fill(4_000)
})
afterAll(() => t.close())

/** Copies the one picture: one in 500 shows a hat, one in 400 is of another mode. */
async function fill(count: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'generations' and table_schema = current_schema() and is_identity = 'NO'
    and column_name <> 'sequence'`.execute(t.s.db)
  const changed: Record<string, string> = {
    id: "'copy' || n",
    position: "n + 1",
    storage_key: "'pictures/copy/' || n",
    created_at: "one.created_at - n * interval '1 minute'",
    trade: "case when n % 500 = 7 then 'hats' else 'bags' end",
    mode: "case when n % 400 = 3 then 'dalle3' else 'flux1.1-pro' end",
  }
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? `one.${name}`)
  const copies = `insert into generations (${names.join(", ")})
    select ${values.join(", ")} from generations as one, generate_series(1, ${count}) as n`
  await sql.raw(copies).execute(t.s.db)
  await sql.raw("analyze generations").execute(t.s.db)
}

/** How the database reads the first page of the showcase with these filters, and how many pictures it found. */
async function planOf(filters: string[]): Promise<{ found: number; plan: string }> {
  const { lists } = t.s
  const sent: CompiledQuery[] = []
  const executor = lists.getExecutor()
  const watched = new Proxy(executor, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== "function") return value
      return (...args: unknown[]) => {
        if (name === "executeQuery") sent.push(args[0] as CompiledQuery)
        return Reflect.apply(value, target, args)
      }
    },
  })
  t.s.lists = new Proxy(lists, { get: (db, name) => (name === "getExecutor" ? () => watched : Reflect.get(db, name)) })
  const queries = [
    Query.equal("is_public", true),
    Query.isNull("waits_until"),
    ...filters,
    Query.orderDesc("$createdAt"),
  ]
  const query = queries.map((text, index) => `queries[${index}]=${encodeURIComponent(text)}`).join("&")
  const reply = await t.request("GET", `/v1/databases/main/collections/generations/documents?${query}`)
  t.s.lists = lists
  const [page] = sent
  if (!page) throw new Error("Nothing was asked of the database.")
  const { rows } = await t.s.db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`explain ${page.sql}`, [...page.parameters]),
  )
  return { found: reply.json().documents.length, plan: rows.map((row) => Object.values(row).join()).join("\n") }
}

test.each([
  ["a trade", [Query.equal("trade", "hats")], 8, "generations_trade_idx"],
  ["a mode", [Query.equal("mode", "dalle3")], 10, "generations_mode_idx"],
  ["a mode in a trade", [Query.equal("trade", "hats"), Query.equal("mode", "dalle3")], 0, "generations_trade_mode_idx"],
])("pictures of %s are read by an index, not among all", async (_what, filters, count, index) => {
  const { found, plan } = await planOf(filters)
  expect(found).toBe(count)
  expect(plan).toContain(index)
  expect(plan).not.toContain("Seq Scan")
})
