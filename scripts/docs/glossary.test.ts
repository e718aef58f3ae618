import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { checkCitations } from "#scripts/checks/check-citations.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Cells of each line of the glossary's table. */
const rows = readFileSync(`${root}docs/glossary.md`, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  .slice(1)
  .map((line) => line.slice(2, -2).split(" | "))

test("terms stand in the order of the alphabet, each once", () => {
  const terms = rows.map(([term]) => term ?? "")
  expect(terms.length).toBeGreaterThan(50)
  expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, "en")))
})

test("every term has a meaning and a path that exists", () => {
  const incomplete = rows.filter(([, meaning, place]) => !meaning || !/`[\w-]+\/[\w./-]*`/.test(place ?? ""))
  expect(incomplete).toEqual([])
  expect(checkCitations(root, ["docs/glossary.md"])).toEqual([])
})
