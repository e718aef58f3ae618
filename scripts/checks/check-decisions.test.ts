import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { checkDecisions } from "./check-decisions.ts"

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "aworan-decisions-"))
  mkdirSync(join(root, "docs/decisions"), { recursive: true })
  decide("001-runtime.md", "# 001 One runtime\n")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function decide(name: string, text: string): void {
  writeFileSync(join(root, "docs/decisions", name), text)
}

test("a row without gaps is taken", () => {
  decide("002-jobs.md", "# 002 One queue\n\nTold in docs/architecture.md.\n")
  expect(checkDecisions(root)).toEqual([])
})

test("a gap is refused", () => {
  decide("003-jobs.md", "# 003 One queue\n")
  expect(checkDecisions(root)).toEqual(["docs/decisions/003-jobs.md should have the number 002"])
})

test("a number that two have is refused", () => {
  decide("001-jobs.md", "# 001 One queue\n")
  expect(checkDecisions(root)).toEqual(["docs/decisions/001-runtime.md should have the number 002"])
})

test("a title with another number is refused", () => {
  decide("002-jobs.md", "# 050 One queue\n")
  expect(checkDecisions(root)).toEqual(["docs/decisions/002-jobs.md has another number in its title"])
})

test.each(["The specification asks for it.", "See https://example.com/why."])("refuses %s", (line) => {
  decide("002-jobs.md", `# 002 One queue\n\n${line}\n`)
  expect(checkDecisions(root)).toEqual([expect.stringContaining("002-jobs.md:3 cites what lies outside")])
})
