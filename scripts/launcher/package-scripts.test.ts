import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"

test("every command works on a bare clone and hears stop signals: in place of the shell, the launcher runs a program that is there", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")))
  const commands = Object.entries(scripts)
  expect(commands.length).toBeGreaterThan(9)
  const odd = commands.filter(([, command]) => {
    const [, program] = command.match(/^exec node scripts\/launcher\/run\.mjs ([\w@./-]+)(?: [\w.-]+)*$/) ?? []
    return program === undefined || !existsSync(new URL(`../../${program}`, import.meta.url))
  })
  expect(odd).toEqual([])
})

test("every bench is a file that is there, and no page names another bench", () => {
  const benches = readFileSync(new URL("../../bench/main.ts", import.meta.url), "utf8")
  const files = [...benches.matchAll(/file: "([^"]+)"/g)].map(([, file = ""]) => file)
  expect(files.length).toBeGreaterThan(9)
  expect(files.filter((file) => !existsSync(new URL(`../../bench/${file}`, import.meta.url)))).toEqual([])
  const names = new Set([...benches.matchAll(/^ {2}"?([a-z-]+)"?: \{/gm)].map(([, name]) => name))
  const pages = ["README.md", "docs/measurements.md", "docs/operations.md", "docs/recipes.md"]
  const cited = pages.flatMap((page) => [
    ...readFileSync(new URL(`../../${page}`, import.meta.url), "utf8").matchAll(/npm run bench ([a-z-]+)/g),
  ])
  expect(cited.length).toBeGreaterThan(5)
  expect(cited.map(([, name]) => name).filter((name) => !names.has(name))).toEqual([])
})
