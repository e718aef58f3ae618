import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseQueryString } from "./query-string.ts"

describe("parseQueryString", () => {
  test.each([
    ["indexes", "queries[0]=a&queries[1]=b"],
    ["encoded brackets", "queries%5B0%5D=a&queries%5B1%5D=b"],
    ["empty brackets", "queries[]=a&queries[]=b"],
    ["a repeated name", "queries=a&queries=b"],
    ["a mixture", "queries=a&queries[7]=b"],
  ])("reads a list written with %s", (_, text) => {
    expect(parseQueryString(text).queries).toEqual(["a", "b"])
  })

  test("keeps indexes above twenty", () => {
    const text = Array.from({ length: 100 }, (_, index) => `queries[${index}]=${index}`).join("&")
    expect(parseQueryString(text).queries).toHaveLength(100)
  })

  test("keeps one item too many, for the schema to refuse, and no more", () => {
    const text = Array.from({ length: 500 }, (_, index) => `queries[${index}]=x`).join("&")
    expect(parseQueryString(text).queries).toHaveLength(101)
  })

  test("reads one value as text, and one listed value as a list", () => {
    expect(parseQueryString("queries=a")).toEqual({ queries: "a" })
    expect(parseQueryString("queries[0]=a")).toEqual({ queries: ["a"] })
  })

  test("reads blanks, letters of all kinds, a missing value and a broken escape", () => {
    expect({ ...parseQueryString("name=Ada+L%C3%B3pez&flag&broken=%E0%A4%A") }).toEqual({
      name: "Ada López",
      flag: "",
      broken: "%E0%A4%A",
    })
  })

  test("never touches a prototype", () => {
    const parsed = parseQueryString("__proto__=1&__proto__[]=2&constructor[0]=3&prototype=4&ok=5")
    expect(Object.getPrototypeOf(parsed)).toBeNull()
    expect(Object.keys(parsed)).toEqual(["ok"])
    expect(({} as Record<string, unknown>)["1"]).toBeUndefined()
  })

  test("reads back whatever URLSearchParams wrote", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 2, maxLength: 20 }), (values) => {
        const params = new URLSearchParams(values.map((value, index): [string, string] => [`queries[${index}]`, value]))
        expect(parseQueryString(params.toString()).queries).toEqual(values)
      }),
    )
  })
})
