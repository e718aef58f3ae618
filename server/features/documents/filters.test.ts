import { Query } from "appwrite"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildPictures } from "#server/testing/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const path = "/v1/databases/main/collections/generations/documents"

let t: TestApp
let owner: TestPerson
let ids: string[]

const minute = (index: number): Date => new Date(Date.UTC(2026, 0, 5, 10, index))

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  owner = await t.signUp()
  const pictures = Array.from({ length: 30 }, (_, index) => ({
    // Three in a row share their time, so that only the order of insertion tells them apart.
    createdAt: minute(Math.floor(index / 3)),
    mode: index % 2 === 0 ? "dalle3" : "flux1.1-pro",
    isPublic: index % 5 !== 0,
    prompt: `chair "${index}" – àwòrán`,
  }))
  ids = await buildPictures(t, owner.accountId, pictures)
})
afterAll(() => t.close())

async function list(queries: readonly (string | object)[], person = owner, more = "") {
  const params = queries.map((query, index) => {
    const text = typeof query === "string" ? query : JSON.stringify(query)
    return `queries[${index}]=${encodeURIComponent(text)}`
  })
  const reply = await t.request("GET", `${path}?${params.join("&")}${more}`, person ? { person } : {})
  return { status: reply.statusCode, body: reply.json() }
}

async function idsOf(queries: readonly (string | object)[], person?: TestPerson): Promise<string[]> {
  const { status, body } = await list(queries, person)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.documents.map((document: { $id: string }) => document.$id)
}

const mine = (): string => Query.equal("creator", owner.accountId)
describe("filters", () => {
  const picked = (test: (index: number) => boolean): string[] => ids.filter((_, index) => test(index))
  const all = Query.limit(100)

  test.each<[string, (string | object)[], (index: number) => boolean]>([
    ["equal", [Query.equal("mode", "dalle3")], (index) => index % 2 === 0],
    ["equal with several values", [Query.equal("mode", ["dalle3", "x"])], (index) => index % 2 === 0],
    ["notEqual", [Query.notEqual("mode", "dalle3")], (index) => index % 2 === 1],
    ["a yes or no", [Query.equal("is_public", false)], (index) => index % 5 === 0],
    ["startsWith", [Query.startsWith("mode", "dal")], (index) => index % 2 === 0],
    ["endsWith", [Query.endsWith("mode", "-pro")], (index) => index % 2 === 1],
    ["contains", [{ method: "contains", attribute: "mode", values: ["all", "zzz"] }], (index) => index % 2 === 0],
    ["a pattern's signs as plain letters", [Query.startsWith("mode", "%")], () => false],
    ["isNull", [Query.isNull("mode")], () => false],
    ["isNotNull", [Query.isNotNull("mode")], () => true],
    ["lessThan on a date", [Query.lessThan("$createdAt", "2026-01-05T10:02:00.000+00:00")], (index) => index < 6],
    [
      "lessThanEqual on a date",
      [Query.lessThanEqual("$createdAt", "2026-01-05T10:02:00.000+00:00")],
      (index) => index < 9,
    ],
    [
      "greaterThan on a date",
      [Query.greaterThan("$createdAt", "2026-01-05T10:08:00.000+00:00")],
      (index) => index >= 27,
    ],
    ["equal on a date", [Query.equal("$createdAt", "2026-01-05T10:00:00.000+00:00")], (index) => index < 3],
    [
      "between dates",
      [Query.between("$createdAt", "2026-01-05T10:01:00.000+00:00", "2026-01-05T10:02:00.000+00:00")],
      (index) => index >= 3 && index < 9,
    ],
    [
      "or with and inside",
      [
        {
          method: "or",
          values: [
            { method: "equal", attribute: "is_public", values: [false] },
            {
              method: "and",
              values: [
                { method: "equal", attribute: "mode", values: ["dalle3"] },
                { method: "lessThan", attribute: "$createdAt", values: ["2026-01-05T10:01:00.000+00:00"] },
              ],
            },
          ],
        },
      ],
      (index) => index % 5 === 0 || index === 2,
    ],
  ])("%s", async (_, queries, keeps) => {
    expect(await idsOf([mine(), ...queries, all])).toEqual(picked(keeps))
  })

  test("count what they keep", async () => {
    expect((await list([mine(), Query.equal("mode", "dalle3"), Query.limit(1)])).body.total).toBe(15)
  })

  test.each<[string, string | object]>([
    ["an unknown attribute", Query.equal("nothing", "x")],
    ["a hidden column", Query.equal("storageKey", "x")],
    ["a column's own name", Query.equal("account_id", "x")],
    ["a hidden column as an order", Query.orderDesc("storage_key")],
    ["an attribute that may not be filtered", Query.equal("prompt", "x")],
    ["a made-up attribute", Query.equal("url", "x")],
    ["a name of every object", Query.equal("constructor", "x")],
    [
      "a hidden column deep inside",
      {
        method: "or",
        values: [
          { method: "isNull", attribute: "mode" },
          {
            method: "and",
            values: [
              { method: "isNull", attribute: "mode" },
              { method: "isNotNull", attribute: "storageKey" },
            ],
          },
        ],
      },
    ],
    ["a selection of a hidden column", Query.select(["storageKey"])],
    ["SQL as an attribute", Query.orderDesc('createdAt"; drop table generations; --')],
    ["a number for a text", Query.equal("mode", 1)],
    ["a text for a yes or no", Query.equal("is_public", "true")],
    ["no date for a date", Query.lessThan("$createdAt", "yesterday")],
    ["empty for a text", { method: "equal", attribute: "mode", values: [null] }],
    ["NUL in a text", { method: "equal", attribute: "mode", values: ["a\u0000b"] }],
    ["order of a yes or no", Query.greaterThan("is_public", "x")],
    ["a beginning of a date", Query.startsWith("$createdAt", "2026-01-05")],
    ["a search where there is no index for it", Query.search("mode", "chair")],
    ["a search for a number", { method: "search", attribute: "prompt", values: [1] }],
    ["a limit of 5,001", Query.limit(5_001)],
  ])("refuse %s", async (_, query) => {
    expect((await list([query])).body).toMatchObject({ code: 400, type: "general_query_invalid" })
  })

  test("take quotes and SQL in values as plain text", async () => {
    expect(await idsOf([{ method: "equal", attribute: "mode", values: ["' or 1=1 --", '"', "\\"] }])).toEqual([])
  })

  test.each([
    ["101 queries", Array<string>(101).fill(Query.limit(1))],
    ["a query of 4,097 characters", ["x".repeat(4_097)]],
  ])("%s are refused before they are read", async (_, queries) => {
    expect((await list(queries)).body).toMatchObject({ code: 400, type: "general_argument_invalid" })
  })
})
