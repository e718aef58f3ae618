import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
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
  ["/** The fee (docs/decisions/031). */", "by a number"],
  ["/** The fee (specification §9). */", "by a number"],
  ["/** The fee (checklist 4.7). */", "by a number"],
])("refuses %s", (line, problem) => {
  expect(problemsOf(line)).toEqual([expect.stringContaining(problem)])
})

describe("code in a document", () => {
  beforeAll(() => {
    mkdirSync(join(root, "server/features/money/credits"), { recursive: true })
    writeFileSync(join(root, "server/features/money/credits/service.ts"), "")
    writeFileSync(join(root, "server/main.ts"), "")
    mkdirSync(join(root, "old/web"), { recursive: true })
    writeFileSync(join(root, "old/web/main.ts"), "")
    spawnSync("git", ["init", "-q"], { cwd: root })
  })
  const problemsIn = (line: string): string[] => {
    writeFileSync(join(root, "docs/planted.md"), `${line}\n`)
    return checkCitations(root, ["docs/planted.md"])
  }

  test.each([
    "Told in `server/main.ts` and server/features/money/credits/service.ts.",
    "Told in `credits/service.ts`, `service.ts` and (`features/money/credits/service.ts`).",
    "Everything in `server/features/money/credits/` and `features/money`, or `server/features/*/*/`.",
    "A new one is `server/features/AREA/NAME/service.ts` or `server/features/AREA/NAME/`.",
    "Links: [rules](rules.md), [fee](rules.md#fee-per-picture), [code](../server/main.ts), [page](https://example.com/gone.md), [product](/learn).",
    "What a build makes lies in `dist/web/`; https://example.com/server/gone.ts is elsewhere.",
  ])("is found: %s", (line) => {
    expect(problemsIn(line)).toEqual([])
  })

  test.each([
    ["Told in `server/gone.ts`.", "server/gone.ts"],
    ["Told in `features/credits/service.ts`.", "features/credits/service.ts"],
    ["Told in `vice.ts`.", "vice.ts"],
    ["Everything in server/features/credits/ is.", "server/features/credits/"],
    ["Webhooks (`features/engines`) wake.", "features/engines"],
    ["A whole path is whole: `web/main.ts`.", "web/main.ts"],
  ])("is missed: %s", (line, path) => {
    expect(problemsIn(line)).toEqual([expect.stringContaining(`cites ${path}, which does not exist`)])
  })

  test.each([
    ["Read [this](gone.md).", "links to docs/gone.md, which does not exist"],
    ["Read [this](rules.md#gone).", "links to no heading of docs/rules.md: gone"],
    ["Read [this](#gone).", "links to no heading of docs/planted.md: gone"],
  ])("and a link that leads nowhere is noticed: %s", (line, problem) => {
    expect(problemsIn(line)).toEqual([expect.stringContaining(problem)])
  })
})
