import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { brochurePath, fingerprintOf, readPrinted } from "./brochures.ts"

/** Most bytes a phone should have to load for it. */
const maxBytes = 300_000

test.each(openPrograms)("the brochure of $program_name is a small PDF of what the page says", (program) => {
  const file = readFileSync(brochurePath(program))
  expect(file.subarray(0, 5).toString("latin1")).toBe("%PDF-")
  expect(file.length).toBeLessThan(maxBytes)
  // Otherwise: node scripts/looks.ts brochures
  expect(readPrinted()[program.slug]).toBe(fingerprintOf(program))
})
