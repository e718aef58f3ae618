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
