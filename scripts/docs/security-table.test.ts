import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const text = readFileSync(join(root, "docs/security.md"), "utf8")
const tests = globSync("{contract,imaging,server,web,scripts}/**/*.test.{ts,tsx}", { cwd: root })

/** The last cell of each row of a table: files of tests, each with parts of the names of its tests. */
function namedTests(heading: string): { row: string; file: string; names: string[] }[] {
  const [table = ""] = text.slice(text.indexOf(`## ${heading}`)).split(/\n(?=## |Known gaps)/)
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  return rows.slice(1).flatMap((row) => {
    const cell = row.split(" | ").at(-1) ?? ""
    const parts = [...cell.matchAll(/`([\w./-]+\.test\.tsx?)`([^`]*)/g)]
    return parts.map(([, file = "", rest = ""]) => ({
      row,
      file,
      names: [...rest.matchAll(/\*([^*]+)\*/g)].map(([, name = ""]) => name),
    }))
  })
}

test.each(["Rules and their tests", "What the review found"])("every test that %s names is there", (heading) => {
  const named = namedTests(heading)
  expect(named.length).toBeGreaterThan(10)
  const missing = named.filter(({ file, names }) => {
    const found = tests.filter((path) => path === file || basename(path) === file || path.endsWith(`/${file}`))
    const codes = found.map((path) => readFileSync(join(root, path), "utf8"))
    return names.length === 0 || !names.every((name) => codes.some((code) => code.includes(name)))
  })
  expect(missing.map(({ file, names }) => [file, ...names])).toEqual([])
})

test("every number of the review has its row", () => {
  const section = text.slice(text.indexOf("## What the review found"))
  const numbers = [...section.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 66 }, (_, n) => n + 1))
})
