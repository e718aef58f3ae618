import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser } from "@playwright/test"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import type { Program } from "#contract/catalogue/programs/program.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** From what each brochure was printed, so that a test sees one that is out of date. */
const recordPath = `${root}scripts/looks/brochures.json`

/** Where the file of a program's brochure lies. */
export function brochurePath({ brochure_link }: Pick<Program, "brochure_link">): string {
  return `${root}web/public${brochure_link}`
}

/** Changes with everything a brochure says. */
export function fingerprintOf(program: Program): string {
  return createHash("sha256").update(JSON.stringify(program)).digest("hex").slice(0, 16)
}

/** Fingerprints of the programs as they were printed, by slug. */
export function readPrinted(): Record<string, string> {
  return existsSync(recordPath) ? JSON.parse(readFileSync(recordPath, "utf8")) : {}
}

/** Prints the page of every open program. */
export async function printBrochures(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ baseURL: url, colorScheme: "light", reducedMotion: "reduce" })
  for (const program of openPrograms) {
    const page = await context.newPage()
    await page.emulateMedia({ media: "print" })
    await page.goto(`/aworan-academy/program?programId=${program.slug}`, { waitUntil: "networkidle" })
    await page.evaluate(`(async () => {
      for (const one of document.querySelectorAll("details")) one.open = true
      for (const image of document.images) image.loading = "eager"
      const shown = [...document.images].filter((image) => image.checkVisibility())
      await Promise.all(shown.map((image) => image.decode()))
    })()`)
    const path = brochurePath(program)
    mkdirSync(dirname(path), { recursive: true })
    await page.pdf({ path, preferCSSPageSize: true, printBackground: true, tagged: true })
    await page.close()
  }
  await context.close()
  const printed = Object.fromEntries(openPrograms.map((program) => [program.slug, fingerprintOf(program)]))
  writeFileSync(recordPath, `${JSON.stringify(printed, null, 2)}\n`)
}
