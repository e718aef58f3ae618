import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { academyPath } from "#contract/academy/academy-addresses.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

test("nothing spells the academy's address by itself, so it follows the product's name", () => {
  const sources = globSync("{contract,server,web}/**/*.{ts,tsx,html}", { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  )
  expect(sources.length).toBeGreaterThan(500)
  const spelling = sources.filter((path) => readFileSync(`${root}${path}`, "utf8").includes(academyPath))
  expect(spelling).toEqual([])
})
