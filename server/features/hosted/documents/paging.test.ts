import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { newId } from "#server/platform/ids.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const path = "/v1/databases/main/collections/scratch/documents"

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  person = await t.signUp()
})
afterAll(() => t.close())

type Title = string | null

/** Titles of which many are equal, and some are none. */
const title = fc.constantFrom<Title>("a", "b", "B", "é", "", null)

/** What happens between two pages: rows come, and one of those that are there goes. */
const change = fc.record({ titles: fc.array(title, { maxLength: 3 }), removed: fc.option(fc.nat(40)) })

const order = fc.constantFrom<[method: string, attribute: string][]>(
  [],
  [["orderAsc", "title"]],
  [["orderDesc", "title"]],
  [["orderDesc", "$createdAt"]],
  [
    ["orderDesc", "title"],
    ["orderAsc", "$createdAt"],
  ],
)

const walk = fc.record({
  titles: fc.array(title, { minLength: 1, maxLength: 12 }),
  order,
  limit: fc.integer({ min: 1, max: 5 }),
  isBackwards: fc.boolean(),
  changes: fc.array(change, { minLength: 20, maxLength: 20 }),
})

/** The attribute that marks the rows of one walk. */
async function insert(mark: string, titles: readonly Title[]): Promise<string[]> {
  const permissions = [`read("user:${person.accountId}")`]
  const rows = titles.map((text) => ({ id: newId(), accountId: null, title: text, owner: mark, permissions }))
  if (rows.length > 0) await t.s.db.insertInto("scratchDocuments").values(rows).execute()
  return rows.map(({ id }) => id)
}

async function list(queries: readonly object[]): Promise<string[]> {
  const params = queries.map((query, index) => `queries[${index}]=${encodeURIComponent(JSON.stringify(query))}`)
  const reply = await t.request("GET", `${path}?${params.join("&")}`, { person })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().documents.map(({ $id }: { $id: string }) => $id)
}

test("pages show every row that stays once and in order, however rows come and go meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(walk, async ({ titles, order, limit, isBackwards, changes }) => {
      const mark = newId()
      const alive = new Set(await insert(mark, titles))
      const staying = new Set(alive)
      const wanted = [
        { method: "equal", attribute: "owner", values: [mark] },
        ...order.map(([method, attribute]) => ({ method, attribute })),
      ]
      const all = { method: "limit", values: [1_000] }
      const seen: string[] = []
      // Backwards begins at the last row, which no page then shows.
      let cursor = isBackwards ? ((await list([...wanted, all])).at(-1) ?? null) : null
      const start = cursor
      for (const { titles: added, removed } of changes) {
        const from = cursor ? [{ method: isBackwards ? "cursorBefore" : "cursorAfter", values: [cursor] }] : []
        const page = await list([...wanted, { method: "limit", values: [limit] }, ...from])
        if (page.length === 0) break
        expect(page.every((id) => alive.has(id))).toBe(true)
        if (isBackwards) seen.unshift(...page)
        else seen.push(...page)
        cursor = (isBackwards ? page[0] : page.at(-1)) ?? null
        for (const id of await insert(mark, added)) alive.add(id)
        const gone = [...alive][removed ?? 41]
        if (gone && gone !== cursor) {
          await t.s.db.deleteFrom("scratchDocuments").where("id", "=", gone).execute()
          alive.delete(gone)
          staying.delete(gone)
        }
      }
      expect(new Set(seen).size).toBe(seen.length)
      const inOrder = await list([...wanted, all])
      expect(seen.filter((id) => alive.has(id))).toEqual(inOrder.filter((id) => seen.includes(id)))
      const unseen = [...staying].filter((id) => id !== start && !seen.includes(id))
      const isWalkOver = changes.length * limit > alive.size + seen.length
      if (isWalkOver) expect(unseen).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 120_000)
