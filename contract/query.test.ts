import { Query as Query13 } from "appwrite"
import { Query as Query27 } from "appwrite-27"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { defaultPageRows, type Filter, parseQueries, type QueryValue, queryLimits } from "./query.ts"
import { QueryError } from "./query-call.ts"

const empty = { filters: [], orders: [], limit: defaultPageRows, offset: 0, cursor: null, select: null }

describe("parseQueries", () => {
  test.each([
    ["equal", 'equal("creator", ["abc"])', '{"method":"equal","attribute":"creator","values":["abc"]}'],
    ["several values", 'equal("n", [1,-2.5])', '{"method":"equal","attribute":"n","values":[1,-2.5]}'],
    ["a yes", 'equal("ok", [true])', '{"method":"equal","attribute":"ok","values":[true]}'],
    ["between", 'between("n", 1, 5)', '{"method":"between","attribute":"n","values":[1,5]}'],
    ["search", 'search("prompt", ["red chair"])', '{"method":"search","attribute":"prompt","values":["red chair"]}'],
    ["isNull", 'isNull("url")', '{"method":"isNull","attribute":"url"}'],
    ["orderDesc", 'orderDesc("$createdAt")', '{"method":"orderDesc","attribute":"$createdAt"}'],
    ["limit", "limit(24)", '{"method":"limit","values":[24]}'],
    ["offset", "offset(5)", '{"method":"offset","values":[5]}'],
    ["cursorAfter", 'cursorAfter("673f")', '{"method":"cursorAfter","values":["673f"]}'],
    ["cursorBefore", 'cursorBefore("673f")', '{"method":"cursorBefore","values":["673f"]}'],
    ["select", 'select(["$id","url"])', '{"method":"select","values":["$id","url"]}'],
  ])("reads %s alike in both forms", (_, call, json) => {
    expect(parseQueries([call])).toEqual(parseQueries([json]))
    expect(parseQueries([call])).not.toEqual(empty)
  })

  test("puts a page together", () => {
    const query = parseQueries([
      'equal("creator", ["abc"])',
      'orderDesc("$createdAt")',
      'orderAsc("mode")',
      "limit(10)",
      "offset(3)",
      'cursorAfter("x1")',
      'select(["url"])',
    ])
    expect(query).toEqual({
      filters: [{ method: "equal", attribute: "creator", values: ["abc"] }],
      orders: [
        { attribute: "$createdAt", isDescending: true },
        { attribute: "mode", isDescending: false },
      ],
      limit: 10,
      offset: 3,
      cursor: { id: "x1", side: "after" },
      select: ["url"],
    })
  })

  test("reads and and or at any depth", () => {
    const inner = {
      method: "and",
      values: [
        { method: "isNull", attribute: "a" },
        { method: "isNotNull", attribute: "b" },
      ],
    }
    const text = JSON.stringify({ method: "or", values: [inner, { method: "equal", attribute: "c", values: [null] }] })
    expect(parseQueries([text]).filters).toEqual([
      {
        method: "or",
        filters: [
          {
            method: "and",
            filters: [
              { method: "isNull", attribute: "a", values: [] },
              { method: "isNotNull", attribute: "b", values: [] },
            ],
          },
          { method: "equal", attribute: "c", values: [null] },
        ],
      },
    ])
  })

  test("reads blanks, single quotes, escaped quotes and plain backslashes in the call form", () => {
    const text = String.raw`  equal ( 'a' , [ "say \"hi\"" , 'C:\dir' , null ] ) `
    expect(parseQueries([text]).filters).toEqual([
      { method: "equal", attribute: "a", values: ['say "hi"', String.raw`C:\dir`, null] },
    ])
  })

  test.each([
    ["nothing", ""],
    ["a bare word", "limit"],
    ["an unknown method", 'regex("a", ["b"])'],
    ["the name of an object's own method", 'toString("a", ["b"])'],
    ["a method of SDK 27 that is not offered", '{"method":"orderRandom"}'],
    ["a search for two texts", 'search("prompt", ["chair", "table"])'],
    ["a missing attribute", "equal()"],
    ["an empty attribute", 'equal("", ["a"])'],
    ["equal without values", 'equal("a", [])'],
    ["two values for one", 'lessThan("a", [1,2])'],
    ["one value for two", 'between("a", 1)'],
    ["an unescaped quote", 'equal("a", ["he said "hi""])'],
    ["an open text", 'equal("a", ["b'],
    ["an open list", 'equal("a", ["b"'],
    ["something after the end", "limit(1) or 1=1"],
    ["a list in a list", 'equal("a", [["b"]])'],
    ["an object as a value", '{"method":"equal","attribute":"a","values":[{}]}'],
    ["broken JSON", '{"method":"equal"'],
    ["values that are no list", '{"method":"equal","attribute":"a","values":"b"}'],
    ["an attribute that is no text", '{"method":"equal","attribute":1,"values":[1]}'],
    ["limit 0", "limit(0)"],
    ["a fraction as limit", "limit(1.5)"],
    ["a text as limit", 'limit("25")'],
    ["a limit above the cap", "limit(5001)"],
    ["a huge number", `limit(1e9)`],
    ["a negative offset", "offset(-1)"],
    ["or with one query", '{"method":"or","values":[{"method":"isNull","attribute":"a"}]}'],
    ["or with a text inside", '{"method":"or","values":["isNull(\\"a\\")","isNull(\\"b\\")"]}'],
    [
      "a limit inside or",
      '{"method":"or","values":[{"method":"limit","values":[1]},{"method":"isNull","attribute":"a"}]}',
    ],
    ["too many values", `equal("a", [${Array(101).fill("1").join(",")}])`],
    ["a query that is too long", `equal("a", ["${"x".repeat(4_096)}"])`],
    ["many open brackets", "(".repeat(4_000)],
    ["many nested lists", `{"method":"equal","attribute":"a","values":${"[".repeat(1_900)}${"]".repeat(1_900)}}`],
  ])("refuses %s", (_, text) => {
    expect(() => parseQueries([text])).toThrow(QueryError)
  })

  test("takes the largest page", () => {
    expect(parseQueries([`limit(${queryLimits.rows})`]).limit).toBe(5_000)
  })

  test("refuses a second cursor", () => {
    expect(() => parseQueries(['cursorAfter("a")', 'cursorBefore("b")'])).toThrow(QueryError)
  })

  test("nests 16 deep and no deeper", () => {
    const leaf = { method: "isNull", attribute: "a" }
    const nested = (depth: number): object =>
      depth === 0 ? leaf : { method: "and", values: [nested(depth - 1), leaf] }
    expect(parseQueries([JSON.stringify(nested(15))]).filters).toHaveLength(1)
    expect(() => parseQueries([JSON.stringify(nested(16))])).toThrow(QueryError)
  })

  test("counts nested filters against the limit of all", () => {
    const thirty = JSON.stringify({ method: "or", values: Array(30).fill({ method: "isNull", attribute: "a" }) })
    expect(parseQueries([thirty, thirty, thirty]).filters).toHaveLength(3)
    expect(() => parseQueries([thirty, thirty, thirty, thirty])).toThrow(QueryError)
  })

  test("either reads a text or throws a QueryError", () => {
    const part = fc.constantFrom(
      'equal("a", [',
      '"',
      "'",
      "[",
      "]",
      ")",
      "(",
      ",",
      "\\",
      "1",
      "-",
      "true",
      " ",
      "x",
      "{",
      "}",
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("")),
        ),
        (text) => {
          try {
            parseQueries([text])
          } catch (error) {
            expect(error).toBeInstanceOf(QueryError)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test("keeps every value of the JSON form", () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values: QueryValue[]) => {
        const text = JSON.stringify({ method: "equal", attribute: "a", values })
        fc.pre(text.length <= queryLimits.charactersPerQuery)
        expect(parseQueries([text]).filters).toEqual([{ method: "equal", attribute: "a", values }])
      }),
    )
  })

  test("reads what both SDK generations write alike", () => {
    // SDK 13 escapes nothing, so quotes and backslashes do not come through it.
    const text = fc.string({ unit: "binary" }).map((value) => value.replaceAll(/["'\\]/g, ""))
    const value = fc.oneof(text, fc.integer(), fc.boolean())
    const attribute = text.filter((name) => name !== "")
    fc.assert(
      fc.property(attribute, fc.array(value, { minLength: 1, maxLength: 5 }), fc.nat(5_000), (name, values, number) => {
        const write = (query: typeof Query13 | typeof Query27) => [
          query.equal(name, values as string[]),
          query.between(name, number, number + 1),
          query.startsWith(name, String(values[0])),
          query.search(name, String(values[0])),
          query.orderDesc(name),
          query.limit(number + 1 > 5_000 ? 1 : number + 1),
          query.select([name]),
        ]
        expect(parseQueries(write(Query13))).toEqual(parseQueries(write(Query27)))
      }),
    )
  })

  test("keeps every tree of and and or", () => {
    const { tree } = fc.letrec<{ tree: Filter; leaf: Filter }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        tie("leaf"),
        tie("leaf"),
        fc.record({
          method: fc.constantFrom("and" as const, "or" as const),
          filters: fc.array(tie("tree"), { minLength: 2, maxLength: 3 }),
        }),
      ),
      leaf: fc.record({
        method: fc.constantFrom("equal" as const, "contains" as const),
        attribute: fc.string({ minLength: 1, maxLength: 4 }),
        values: fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.constant(null)), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
    }))
    const written = (filter: Filter): object =>
      "filters" in filter ? { method: filter.method, values: filter.filters.map(written) } : filter
    const size = (filter: Filter): number =>
      "filters" in filter ? filter.filters.reduce((sum, part) => sum + size(part), 1) : 1
    fc.assert(
      fc.property(tree, (filter) => {
        const text = JSON.stringify(written(filter))
        fc.pre(text.length <= queryLimits.charactersPerQuery && size(filter) <= queryLimits.queries)
        expect(parseQueries([text]).filters).toEqual([filter])
      }),
    )
  })

  test("reads a good query with one character changed, or throws a QueryError", () => {
    const good = fc.constantFrom(
      'equal("creator", ["abc", 1, true, null])',
      'between("$createdAt", "2026-01-05", "2026-02-05")',
      '{"method":"or","values":[{"method":"isNull","attribute":"a"},{"method":"equal","attribute":"b","values":[1]}]}',
      'select(["$id","url"])',
      '{"method":"cursorAfter","values":["673f"]}',
    )
    fc.assert(
      fc.property(good, fc.nat(120), fc.string({ unit: "binary", maxLength: 2 }), (query, at, put) => {
        const text = query.slice(0, at) + put + query.slice(at + 1)
        try {
          parseQueries([text])
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
