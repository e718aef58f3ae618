import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { buildDocuments, courseDocuments } from "#server/features/academy/learning/written-documents.ts"

const written = courseDocuments.length + openPrograms.length

test("a build writes the academy's documents once, and anew when what they say has changed", async () => {
  const dir = mkdtempSync(join(tmpdir(), "aworan-documents-"))
  try {
    expect(await buildDocuments("https://shop.example", dir)).toBe(written)
    const files = readdirSync(dir)
    const times = files.map((file) => statSync(join(dir, file)).mtimeMs)
    expect(await buildDocuments("https://shop.example", dir)).toBe(0)
    expect(files.map((file) => statSync(join(dir, file)).mtimeMs)).toEqual(times)
    for (const { slug, brochure_link } of openPrograms) {
      const base = brochure_link.replace(/^.*\/|\.pdf$/g, "")
      const text = readFileSync(join(dir, files.find((file) => file.startsWith(base)) ?? ""), "latin1")
      expect(text).toContain(`/URI (https://shop.example/aworan-academy/program?programId=${slug})`)
      expect(text).toContain("/URI (https://shop.example/contact)")
    }

    expect(await buildDocuments("https://other.example", dir)).toBe(written)
    expect(readdirSync(dir)).toHaveLength(written)
    expect(readdirSync(dir)).not.toEqual(files)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
