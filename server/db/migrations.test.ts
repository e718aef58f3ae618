import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/**
 * Statements that a process of the release before could not live with. One that is right, because the former release had
 * stopped using what goes or has a view of its name, or because nothing was released yet, is listed with the words that say why.
 */
const contracting: readonly [what: string, pattern: RegExp][] = [
  ["drops a table", /\bdrop\s+table\b/i],
  ["drops a column", /\bdrop\s+column\b/i],
  ["renames a table or column", /\brename\s+(?:to|column|constraint)\b|\.rename(?:To|Column)\(/i],
  ["makes a column obligatory", /\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/i],
  ["changes a column's type", /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i],
  ["adds an obligatory column without a default", /\badd\s+column\s+(?!.*\bdefault\b)[^,;`]*\bnot\s+null\b/i],
]

/** Migrations from before the first release: nobody ran a version without them. */
const beforeFirstRelease = "0079"

test("migrations expand before they contract, so that two releases can run side by side", () => {
  const folder = new URL("./migrations/", import.meta.url)
  const found: string[] = []
  for (const name of readdirSync(folder)) {
    if (name <= beforeFirstRelease) continue
    const text = readFileSync(new URL(name, folder), "utf8")
    for (const [what, pattern] of contracting) {
      if (pattern.test(text) && !/former release (?:stopped using|goes on with a view)/i.test(text))
        found.push(`${name} ${what}`)
    }
  }
  expect(found).toEqual([])
})

test.each([
  ["alter table a drop column b", "drops a column"],
  ["alter table a rename column b to c", "renames a table or column"],
  ["alter table a alter column b set not null", "makes a column obligatory"],
  ["alter table a add column b text not null", "adds an obligatory column without a default"],
])("%s is refused", (statement, what) => {
  expect(contracting.filter(([, pattern]) => pattern.test(statement)).map(([name]) => name)).toEqual([what])
})

test.each([
  "alter table a add column b text",
  "alter table a add column b text not null default ''",
  "create table a (b text)",
])("%s is fine", (statement) => {
  expect(contracting.some(([, pattern]) => pattern.test(statement))).toBe(false)
})
