import { expect, test } from "vitest"
import { csvLine } from "./csv.ts"

test.each<[string | number, string]>([
  ["plain", "plain"],
  [-5, "-5"],
  [4.5, "4.5"],
  ["", ""],
  ["a,b", '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["=1+1", "'=1+1"],
  ["+234", "'+234"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
])("%j becomes %j", (value, cell) => {
  expect(csvLine([value, 1])).toBe(`${cell},1\r\n`)
})
