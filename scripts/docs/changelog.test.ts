import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect, test } from "vitest"
import { release, writeSection } from "./changelog.ts"

const first = "# Changelog\n\nWhat changed.\n\n## 0.1.0 (2026-11-26)\n\nThe first.\n"
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "aworan-changes-"))
  mkdirSync(join(root, "docs/changes"), { recursive: true })
  writeFileSync(join(root, "CHANGELOG.md"), first)
  writeFileSync(join(root, "docs/changes/README.md"), "# How\n")
  change("sorting", "# Added\n\nThe gallery can be sorted\nby date.\n")
  change("colours", "# Added\n\nColours.\n")
  change("mails", "# Fixed\n\nMails.\n")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function change(name: string, text: string): void {
  writeFileSync(join(root, `docs/changes/${name}.md`), text)
}

const page = (): string => readFileSync(join(root, "CHANGELOG.md"), "utf8")
const body = "### Added\n\n- Colours.\n- The gallery can be sorted\n  by date.\n\n### Fixed\n\n- Mails.\n"

test("changes are put together by their kind", () => {
  expect(writeSection(root)).toBe(`## Unreleased\n\n${body}`)
})

test("a version takes them in above the former one, and leaves no file", () => {
  release(root, "0.2.0", "2026-12-01")
  expect(page()).toBe(
    `# Changelog\n\nWhat changed.\n\n## 0.2.0 (2026-12-01)\n\n${body}\n## 0.1.0 (2026-11-26)\n\nThe first.\n`,
  )
  expect(readdirSync(join(root, "docs/changes"))).toEqual(["README.md"])
})

test.each([
  ["0.1.0", "has 0.1.0 already"],
  ["next", "is no version"],
])("%s is refused, and nothing is moved", (version, problem) => {
  expect(() => release(root, version, "2026-12-01")).toThrow(problem)
  expect(page()).toBe(first)
  expect(readdirSync(join(root, "docs/changes"))).toHaveLength(4)
})

test("a version without changes is refused", () => {
  for (const name of ["sorting", "colours", "mails"]) rmSync(join(root, `docs/changes/${name}.md`))
  expect(() => release(root, "0.2.0", "2026-12-01")).toThrow("holds no change")
})

test.each([
  ["Added\n\nWithout a title.\n", "the first line is"],
  ["# Improved\n\nOf another kind.\n", "the first line is"],
  ["# Added\n\n", "say what is different"],
])("a file like %j is refused", (text, problem) => {
  change("wrong", text)
  expect(() => writeSection(root)).toThrow(`wrong.md: ${problem}`)
})

test("the changes of this repository are well formed, and CHANGELOG.md leaves them to their files", () => {
  const repository = fileURLToPath(new URL("../../", import.meta.url))
  expect(writeSection(repository)).toMatch(/^## Unreleased\n/)
  expect(readFileSync(join(repository, "CHANGELOG.md"), "utf8")).not.toContain("Unreleased")
})
