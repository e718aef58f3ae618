import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { checkCitations } from "./check-citations.ts"

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "aworan-citations-"))
  mkdirSync(join(root, "docs"))
  writeFileSync(join(root, "docs/rules.md"), "# Rules\n\n### fee-per-picture\nText.\n\n## Two words, here\nText.\n")
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function problemsOf(line: string): string[] {
  writeFileSync(join(root, "planted.ts"), `${line}\n`)
  return checkCitations(root, ["planted.ts"])
}

test.each([
  "/** The fee (docs/rules.md#fee-per-picture). */",
  "/** Told in docs/rules.md. */",
  "/** Told in docs/rules.md#two-words-here. */",
  "/** HTTP 404, section by section. */",
])("takes %s", (line) => {
  expect(problemsOf(line)).toEqual([])
})

test.each([
  ["/** The fee (docs/rules.md#fee). */", "no heading"],
  ["/** The fee (docs/prices.md#fee). */", "does not exist"],
  ["/** The fee (decision 31). */", "by a number"],
  ["/** The fee (specification §9). */", "by a number"],
  ["/** The fee (checklist 4.7). */", "by a number"],
])("refuses %s", (line, problem) => {
  expect(problemsOf(line)).toEqual([expect.stringContaining(problem)])
})
