import { Query } from "appwrite"
import * as sdk27 from "appwrite-27"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type AnyQuery, openPictureLists, type PictureLists } from "#server/testing/document-lists.ts"

let lists: PictureLists

beforeAll(async () => {
  lists = await openPictureLists()
})
afterAll(() => lists.t.close())

describe("filters", () => {
  const picked = (test: (index: number) => boolean): string[] => lists.ids.filter((_, index) => test(index))
  const all = Query.limit(100)

  test.each<[string, AnyQuery[], (index: number) => boolean]>([
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
    [
      "a moment without a zone, which is in UTC",
      [Query.lessThan("$createdAt", "2026-01-05T10:02:00.000")],
      (index) => index < 6,
    ],
    ["equal on a date", [Query.equal("$createdAt", "2026-01-05T10:00:00.000+00:00")], (index) => index < 3],
    [
      "between dates",
      [Query.between("$createdAt", "2026-01-05T10:01:00.000+00:00", "2026-01-05T10:02:00.000+00:00")],
      (index) => index >= 3 && index < 9,
    ],
    ["search", [Query.search("prompt", "chair red")], (index) => index % 3 === 0],
    ["search in the form of SDK 27", [sdk27.Query.search("prompt", "RED")], (index) => index % 3 === 0],
    ["search for words together", [Query.search("prompt", "'two red'")], (index) => index % 3 === 0],
    ["search for one of two words", [Query.search("prompt", "table or chairs")], () => true],
    ["search without a word", [Query.search("prompt", "chair -red")], (index) => index % 3 !== 0],
    ["search for another word", [Query.search("prompt", "chair table")], () => false],
    ["search for nothing but signs", [Query.search("prompt", "&|!:*()<->")], () => false],
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
    expect(await lists.idsOf([lists.mine, ...queries, all])).toEqual(picked(keeps))
  })

  test("count what they keep", async () => {
    expect((await lists.list([lists.mine, Query.equal("mode", "dalle3"), Query.limit(1)])).body.total).toBe(15)
  })

  test.each<[string, AnyQuery]>([
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
    [
      "a search inside or",
      {
        method: "or",
        values: [
          { method: "search", attribute: "prompt", values: ["red"] },
          { method: "equal", attribute: "is_public", values: [false] },
        ],
      },
    ],
    ["a search for a number", { method: "search", attribute: "prompt", values: [1] }],
    ["a limit of 5,001", Query.limit(5_001)],
  ])("refuse %s", async (_, query) => {
    expect((await lists.list([query])).body).toMatchObject({ code: 400, type: "general_query_invalid" })
  })

  test("take quotes and SQL in values as plain text", async () => {
    expect(await lists.idsOf([{ method: "equal", attribute: "mode", values: ["' or 1=1 --", '"', "\\"] }])).toEqual([])
  })

  test.each([
    ["101 queries", Array<string>(101).fill(Query.limit(1))],
    ["a query of 4,097 characters", ["x".repeat(4_097)]],
  ])("%s are refused before they are read", async (_, queries) => {
    expect((await lists.list(queries)).body).toMatchObject({ code: 400, type: "general_argument_invalid" })
  })
})

/** Methods of both SDK generations that lists take (docs/hosted-backend.md#queries); every other one is refused. */
const taken = new Set([
  "equal",
  "notEqual",
  "lessThan",
  "lessThanEqual",
  "greaterThan",
  "greaterThanEqual",
  "isNull",
  "isNotNull",
  "between",
  "startsWith",
  "endsWith",
  "contains",
  "search",
  "select",
  "orderAsc",
  "orderDesc",
  "cursorAfter",
  "cursorBefore",
  "limit",
  "offset",
  "and",
  "or",
  "createdBefore",
  "createdAfter",
  "createdBetween",
  "updatedBefore",
  "updatedAfter",
  "updatedBetween",
])

describe.each<[string, object]>([
  ["13.0.2", Query],
  ["27.0.0", sdk27.Query],
])("every query that SDK %s can write", (_, builder) => {
  const methods = Object.entries(builder).filter(([, value]) => typeof value === "function")
  const date = "2026-01-05T10:00:00.000+00:00"

  /** Calls a builder with arguments that make sense of it. */
  function write(name: string, build: (...values: unknown[]) => string): string {
    if (/^(created|updated)/.test(name)) return build(date, date)
    if (/^(limit|offset)$/.test(name)) return build(1)
    if (/^order(A|D)/.test(name)) return build("$createdAt")
    if (/^cursor/.test(name)) return build(lists.ids[0])
    if (name === "select" || /xists$/.test(name)) return build(["mode"])
    if (/^(and|or)$/.test(name)) return build([sdk27.Query.isNull("mode"), sdk27.Query.isNotNull("mode")])
    if (name === "elemMatch") return build("mode", [sdk27.Query.isNull("mode")])
    if (/etween$/.test(name)) return build("mode", "a", "z")
    if (name === "search" || name === "notSearch") return build("prompt", "chair")
    if (
      /^(distance|vector|intersects|notIntersects|crosses|notCrosses|overlaps|notOverlaps|touches|notTouches)/.test(
        name,
      )
    )
      return build("mode", [1, 2], 3)
    return build("mode", "dalle3")
  }

  test("is answered, or refused as a query", async () => {
    expect(methods.length).toBeGreaterThan(15)
    for (const [name, build] of methods) {
      const { status, body } = await lists.list([write(name, build)])
      const outcome = status === 200 ? "taken" : (body as unknown as { type: string }).type
      expect([name, outcome]).toEqual([name, taken.has(name) ? "taken" : "general_query_invalid"])
    }
  })
})
