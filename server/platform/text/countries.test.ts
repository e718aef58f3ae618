import { expect, test } from "vitest"
import { countryCode } from "./countries.ts"

test.each([
  ["NG", "ng"],
  [" ng ", "ng"],
  ["Nigeria", "ng"],
  ["united kingdom", "gb"],
  ["uk", "gb"],
  ["Germany", "de"],
  ["Zimbabwe", "zw"],
  ["Côte d’Ivoire", "ci"],
  ["US", "us"],
  ["", "--"],
  ["zz9", "--"],
  ["Atlantis", "--"],
  ["qx", "--"],
  ["zz", "--"],
  ["XX", "--"],
  ["T1", "--"],
  ["__proto__", "--"],
  [null, "--"],
  [undefined, "--"],
])("the country %j is %s", (country, code) => {
  expect(countryCode(country)).toBe(code)
})
