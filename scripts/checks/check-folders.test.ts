import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { checkFolders } from "./check-folders.ts"

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "aworan-folders-"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Plants files that import others, and those others. */
function plant(...imports: [from: string, to: string][]): void {
  const files = new Map<string, string>(imports.map(([, to]) => [to, ""]))
  for (const [from, to] of imports) files.set(from, `${files.get(from) ?? ""}import type { A } from "#${to}"\n`)
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const below: [from: string, to: string, problem: string][] = [
  ["server/features/money/credits/a.ts", "server/features/studio/runs/service.ts", "money lies below studio"],
  ["contract/identity/sessions.ts", "contract/money/credits.ts", "identity lies below money"],
  ["server/features/studio/runs/a.ts", "server/features/money/credits/queries.ts", "through its service.ts"],
  ["server/features/studio/runs/a.ts", "server/features/money/credits/deeper/service.ts", "through its service.ts"],
  ["web/features/money/billing/a.tsx", "web/features/studio/photos/b.tsx", "knows no other feature"],
  ["web/features/money/billing/a.tsx", "web/features/operations/console/b.tsx", "knows no other feature"],
  ["web/features/money/billing/a.tsx", "web/app/router.tsx", "does not know the app"],
]

const fine: [from: string, to: string][] = [
  ["server/features/studio/runs/a.ts", "server/features/money/credits/service.ts"],
  ["server/features/studio/runs/deeper/a.ts", "server/features/studio/runs/queries.ts"],
  ["server/features/money/credits/a.test.ts", "server/features/studio/runs/queries.ts"],
  ["contract/money/credits.ts", "contract/identity/sessions.ts"],
  ["web/features/operations/people/a.tsx", "web/features/operations/console/b.tsx"],
  ["web/features/money/billing/deeper/a.tsx", "web/features/money/billing/b.tsx"],
]

describe("checkFolders", () => {
  test.each(below)("refuses %s importing %s", (from, to, problem) => {
    plant([from, to])
    expect(checkFolders(root).join("\n")).toContain(problem)
  })

  test.each(fine)("lets %s import %s", (from, to) => {
    plant([from, to])
    expect(checkFolders(root)).toEqual([])
  })

  test("refuses rooms in a circle of which no file is in one, types included", () => {
    plant(
      ["server/platform/http/a.ts", "server/platform/limits/b.ts"],
      ["server/platform/limits/c.ts", "server/platform/jobs/d.ts"],
      ["server/platform/jobs/e.ts", "server/platform/http/f.ts"],
    )
    expect(checkFolders(root)).toEqual([
      expect.stringContaining("server/platform/jobs → server/platform/http: a circle"),
    ])
  })

  test("refuses a folder that uses its sub-folder and is used by it, also over a third", () => {
    plant(
      ["imaging/render/draw.ts", "imaging/render/trace/film.ts"],
      ["imaging/render/trace/lens.ts", "imaging/render/scene.ts"],
      ["server/features/studio/runs/a.ts", "server/features/studio/runs/deep/b.ts"],
      ["server/features/studio/runs/deep/c.ts", "server/features/studio/runs/other/d.ts"],
      ["server/features/studio/runs/other/e.ts", "server/features/studio/runs/f.ts"],
    )
    expect(checkFolders(root)).toEqual([
      expect.stringContaining("imaging/render/trace → imaging/render: a circle"),
      expect.stringContaining("server/features/studio/runs/other → server/features/studio/runs: a circle"),
    ])
  })

  test("lets a list of providers and what they share lie side by side", () => {
    plant(
      ["server/adapters/mail/all-providers.ts", "server/adapters/mail/smtp/smtp.ts"],
      ["server/adapters/mail/smtp/smtp.ts", "server/adapters/mail/port.ts"],
    )
    expect(checkFolders(root)).toEqual([])
    plant(
      ["server/adapters/mail/all-providers.ts", "server/adapters/mail/smtp/smtp.ts"],
      ["server/adapters/mail/smtp/smtp.ts", "server/adapters/mail/all-providers.ts"],
    )
    expect(checkFolders(root)).toEqual([expect.stringContaining("a circle")])
  })

  test("refuses a folder that nobody can read at a glance, but for rows of one kind", () => {
    for (const folder of ["web/lib/page", "scripts", "server/db/migrations"]) {
      plant(
        ...Array.from({ length: 41 }, (_, i): [string, string] => [`${folder}/${i}.test.ts`, `${folder}/0.test.ts`]),
      )
    }
    expect(checkFolders(root)).toEqual(["scripts has 41 files side by side", "web/lib/page has 41 files side by side"])
  })

  test("refuses a number for two migrations", () => {
    const named = ["0204-a", "0204-b", "0210-a", "0210-b", "0211-a"].map((name) => `server/db/migrations/${name}.ts`)
    plant(...named.map((path): [string, string] => [path, "server/db/open.ts"]))
    expect(checkFolders(root)).toEqual([expect.stringMatching(/0210-[ab]\.ts and .*0210-[ab]\.ts have one number$/)])
  })

  test("finds nothing in this repository", () => {
    expect(checkFolders(fileURLToPath(new URL("../../", import.meta.url)))).toEqual([])
  })
})
