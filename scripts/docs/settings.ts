import { readFileSync, writeFileSync } from "node:fs"
import { settings } from "#server/settings/all.ts"

/**
 * The two pages that list every setting, as the settings declare themselves: `npm run settings` writes them, and
 * `npm run check` says when one is stale.
 */
const tableHead = "| Setting | What it does | Default |\n| --- | --- | --- |\n"

/** One entry for each setting, for whoever copies the file. */
function asEntries(): string {
  const head =
    "# Every setting, all of them optional. The process reads its environment; how it gets there is up to you.\n"
  return head + settings.map((one) => `\n# ${one.what} Default: ${one.default}.\n# ${one.name}=\n`).join("")
}

/** @param page whose one table of settings is written anew. @throws Error when it has none */
function withTable(page: string): string {
  const [before, after, ...rest] = page.split(tableHead)
  if (before === undefined || after === undefined || rest.length > 0) {
    throw new Error("docs/operations.md must have one table of settings.")
  }
  const rows = settings.map((one) => `| \`${one.name}\` | ${one.what} | ${one.default} |\n`).join("")
  return before + tableHead + rows + after.replace(/^(?:\|.*\n)*/, "")
}

const pages: readonly [path: string, write: (page: string) => string][] = [
  [".env.example", asEntries],
  ["docs/operations.md", withTable],
]

const urlOf = (path: string): URL => new URL(`../../${path}`, import.meta.url)

/** Pages that do not say what the settings declare. @returns one line for each */
export function findStalePages(): string[] {
  return pages.flatMap(([path, write]) => {
    const page = readFileSync(urlOf(path), "utf8")
    return write(page) === page ? [] : [`${path} does not say what server/settings declares: npm run settings`]
  })
}

if (import.meta.main) {
  for (const [path, write] of pages) writeFileSync(urlOf(path), write(readFileSync(urlOf(path), "utf8")))
}
