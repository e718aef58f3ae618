import { afterAll, beforeAll, expect, test } from "vitest"
import type { Document } from "#contract/hosted/documents.ts"
import { scratchCollection } from "#server/testing/conformance-collections.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { insertRow } from "./insert.ts"

const path = "/v1/databases/main/collections/scratch/documents"

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  person = await t.signUp()
})
afterAll(() => t.close())

test("documents of many shapes that are made at once are all made, each as it was given", async () => {
  const shapes = [{ title: "only a title" }, { owner: "only an owner" }, { title: "both", owner: "of them" }]
  const wanted = Array.from({ length: 60 }, (_, n) => ({ documentId: `shape-${n}`, data: shapes[n % 3] ?? {} }))
  const replies = await Promise.all(wanted.map((body) => t.request("POST", path, { person, body })))
  expect(replies.map((reply) => reply.statusCode)).toEqual(wanted.map(() => 201))
  for (const [n, reply] of replies.entries()) {
    const made = reply.json<Document>()
    expect(made).toMatchObject({ $id: `shape-${n}`, title: null, owner: null, ...wanted[n]?.data })
    expect((await t.request("GET", `${path}/shape-${n}`, { person })).json()).toEqual(made)
  }
})

test("of those who ask for one id at once, one gets it and the others hear that it is taken", async () => {
  const titles = Array.from({ length: 20 }, (_, n) => `number ${n}`)
  const replies = await Promise.all(
    titles.map((title) => t.request("POST", path, { person, body: { documentId: "wanted-by-all", data: { title } } })),
  )
  const won = replies.filter((reply) => reply.statusCode === 201)
  expect(won).toHaveLength(1)
  expect(replies.filter((reply) => reply.statusCode === 409)).toHaveLength(19)
  const kept = (await t.request("GET", `${path}/wanted-by-all`, { person })).json<Document>()
  expect(kept).toEqual(won[0]?.json())
})

test("a document that cannot be kept takes none of the others with it", async () => {
  const place = { databaseId: "main", publicUrl: "http://localhost" }
  const row = (n: number, accountId: string) => ({
    id: `beside-${n}`,
    accountId,
    permissions: [],
    values: { title: `number ${n}` },
  })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) =>
      insertRow(t.s.db, scratchCollection, place, row(n, n === 4 ? "nobody" : person.accountId)),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_, n) => (n === 4 ? "rejected" : "fulfilled")))
  const kept = await t.s.db.selectFrom("scratchDocuments").select("id").where("id", "like", "beside-%").execute()
  expect(kept).toHaveLength(8)
})
