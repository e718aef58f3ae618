import { Query } from "appwrite"
import { CompiledQuery, sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  person = await t.signUp()
  await buildPictures(t, person.accountId, [{}])
  await fill(4_000)
})
afterAll(() => t.close())

/** Copies the one picture: one in 500 shows a hat and has its word, one in 400 is of another mode. */
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
    prompt: "case when n % 500 = 7 then 'a HAT' else 'a bag' end",
    mode: "case when n % 400 = 3 then 'dalle3' else 'flux1.1-pro' end",
  }
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? `one.${name}`)
  const copies = `insert into generations (${names.join(", ")})
    select ${values.join(", ")} from generations as one, generate_series(1, ${count}) as n`
  await sql.raw(copies).execute(t.s.db)
  await sql.raw("analyze generations_with_trash").execute(t.s.db)
}

/** How the database reads what a request asks for, and the reply. */
async function planOf(
  path: string,
  asking?: TestPerson,
): Promise<{ reply: { documents?: object[]; data?: object[] }; plan: string }> {
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
  const reply = await t.request("GET", path, asking && { person: asking })
  t.s.lists = lists
  const [page] = sent
  if (!page) throw new Error("Nothing was asked of the database.")
  const { rows } = await t.s.db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`explain ${page.sql}`, [...page.parameters]),
  )
  return { reply: reply.json(), plan: rows.map((row) => Object.values(row).join()).join("\n") }
}

test.each([
  ["a trade", [Query.equal("trade", "hats")], 8, "generations_trade_idx"],
  ["a mode", [Query.equal("mode", "dalle3")], 10, "generations_mode_idx"],
  ["a mode in a trade", [Query.equal("trade", "hats"), Query.equal("mode", "dalle3")], 0, "generations_trade_mode_idx"],
])("pictures of %s are read by an index, not among all", async (_what, filters, count, index) => {
  const queries = [
    Query.equal("is_public", true),
    Query.isNull("waits_until"),
    ...filters,
    Query.orderDesc("$createdAt"),
  ]
  const query = queries.map((text, index) => `queries[${index}]=${encodeURIComponent(text)}`).join("&")
  const { reply, plan } = await planOf(`/v1/databases/main/collections/generations/documents?${query}`)
  expect(reply.documents).toHaveLength(count)
  expect(plan).toContain(index)
  expect(plan).not.toContain("Seq Scan")
})

test.each([
  ["a word", "words=hat", 8],
  ["a mode", "mode=dalle3", 10],
  ["nobody but them", "seenBy=me", 0],
])("a person's own pictures of %s are found by an index, not among all of theirs", async (_what, query, count) => {
  const { reply, plan } = await planOf(`/own-pictures?${query}`, person)
  expect(reply.data).toHaveLength(count)
  expect(plan).toContain("generations_own_terms_idx")
  expect(plan).toContain("Index Scan using generations_owner_idx")
  expect(plan).not.toContain("Seq Scan on generations")
})

test.each([
  ["a shape", "shape=4:5"],
  ["an engine and a time", "engine=local&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z"],
])("a person's own pictures of %s are looked for among theirs alone", async (_what, query) => {
  // Somebody with few among thousands of others.
  const { reply, plan } = await planOf(`/own-pictures?${query}`, await t.signUp())
  expect(reply.data).toEqual([])
  expect(plan).not.toContain("Seq Scan on generations")
})
