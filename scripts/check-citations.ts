import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Ways of citing what does not lie in this repository, or by a number that means nothing there. */
const nowhere = /\b(?:specification|contract|checklist) (?:§|section )?\d|\bdecisions? \d|§\d/i

/** `docs/…md`, with the heading cited in it. */
const citation = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g

/** Places that show what is refused. */
const examples = new Set(["scripts/check-citations.ts", "scripts/check-citations.test.ts"])

/** A heading as it stands in an address. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")
}

/**
 * Citations in code and documents that lead nowhere.
 * @param root folder of the repository
 * @returns one line for each: place and what is wrong
 */
export function checkCitations(root: string, files = trackedFiles(root)): string[] {
  const anchors = new Map<string, ReadonlySet<string> | null>()
  const anchorsOf = (path: string): ReadonlySet<string> | null => {
    const known = anchors.get(path)
    if (known !== undefined) return known
    const full = join(root, path)
    const found = existsSync(full)
      ? new Set([...readFileSync(full, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? "")))
      : null
    anchors.set(path, found)
    return found
  }
  return files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const place = `${file}:${index + 1}`
        const problems: string[] = []
        if (!file.endsWith(".md") && nowhere.test(line)) problems.push(`${place} cites by a number: ${line.trim()}`)
        for (const [cited] of line.matchAll(citation)) {
          const [path = "", anchor] = cited.split("#")
          const there = anchorsOf(path)
          if (!there) problems.push(`${place} cites ${path}, which does not exist`)
          else if (anchor !== undefined && !there.has(anchor))
            problems.push(`${place} cites no heading of ${path}: ${anchor}`)
        }
        return problems
      }),
  )
}

function trackedFiles(root: string): string[] {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  return stdout
    .split("\n")
    .filter((file) => /\.(?:ts|tsx|css|js|mjs|md)$/.test(file) && !examples.has(file) && existsSync(join(root, file)))
    .filter((file) => dirname(file) !== "docs/looks")
}
