import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"

test("every command works on a bare clone: what it needs is installed before it", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")))
  const bootstrap = "node scripts/bootstrap.mjs"
  const programs = Object.entries(scripts).filter(
    ([, command]) => command !== bootstrap && /(?:^|\s)(?:node|vite|vitest|biome|tsc|knip)\s/.test(command),
  )
  expect(programs.length).toBeGreaterThan(9)
  expect(programs.filter(([name]) => scripts[`pre${name}`] !== bootstrap)).toEqual([])
})
