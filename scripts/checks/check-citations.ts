import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Ways of citing what does not lie in this repository, or by a number that means nothing there. */
const nowhere = /\b(?:specification|contract|checklist) (?:§|section )?\d|§\d/i
/** A decision goes by the whole name of its file, so that it is found again when numbers change. */
const bareDecision = /\bdecisions? \d|\bdecisions\/\d+(?![\d-])/i

/** `docs/…md`, with the heading cited in it. */
const citation = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g

/** A link of a document to a file of the repository or to a heading; one that begins with a slash is a page of the product. */
const link = /\]\((?!\w+:|\/)([^)#\s]*)(?:#([\w-]+))?\)/g

/** A file of code in a document, whole (`server/main.ts`) or by its end (`credits/service.ts`, `service.ts`). */
const codeFile = /(?<![\w./@-])(?:[\w*.-]+\/)*[\w*-][\w*.-]*\.(?:ts|tsx|mjs|css)\b(?![\w/-])/g
/** A folder of code in a document, from the top of the repository or of server and browser. */
const codeFolder =
  /(?<![\w./@:-])(?:contract|imaging|server|web|scripts|bench|e2e|deploy|features|platform|adapters|media)\/(?:[\w*.-]+\/)*(?![\w*.-])/g
/** The same without its last slash, where it is written as code. */
const codePath =
  /(?<=`)(?:contract|imaging|server|web|scripts|bench|e2e|deploy|features|platform|adapters|media)\/[\w*./-]*[\w*-](?=`)/g
/** Paths that begin here are whole. */
const top = /^(?:contract|imaging|server|web|scripts|bench|e2e|deploy)\//
/** Folders that a build makes. */
const buildFolders = /^(?:dist|build|node_modules)\//

/** Places that show what is refused. */
const examples = new Set([
  "scripts/checks/check-citations.ts",
  "scripts/checks/check-citations.test.ts",
  "scripts/checks/check-decisions.test.ts",
])

/** A heading as it stands in an address. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")
}

/**
 * Whether a path as documents write it is one of these paths, or the end of one; folders have a slash at their end. `*` and
 * words in capitals (`NAME`) stand for any part.
 */
function isOneOf(cited: string, paths: readonly string[]): boolean {
  const pattern = cited.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*|(?<=^|[/-])[A-Z]{2,}(?=$|[/\\-])/g, "[^/]*")
  const end = new RegExp(`${top.test(cited) ? "^" : "(?:^|/)"}${pattern}/?$`)
  return paths.some((path) => end.test(path))
}

/** Citations of code in a line of a document, beside its links. */
function citedCode(line: string): string[] {
  const cited = [codeFile, codeFolder, codePath].flatMap((form) =>
    [...line.replaceAll(link, "").matchAll(form)].map(([path]) => path),
  )
  return [...new Set(cited)].filter((path) => !buildFolders.test(path))
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
  const paths = listPaths(root)
  return files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const place = `${file}:${index + 1}`
        const problems: string[] = []
        if (bareDecision.test(line) || (!file.endsWith(".md") && nowhere.test(line)))
          problems.push(`${place} cites by a number: ${line.trim()}`)
        const missing = file.endsWith(".md") ? citedCode(line).filter((path) => !isOneOf(path, paths)) : []
        problems.push(...missing.map((path) => `${place} cites ${path}, which does not exist`))
        const links = file.endsWith(".md")
          ? [...line.matchAll(link)].map(
              ([, path = "", anchor]) => [path && join(dirname(file), path), anchor] as const,
            )
          : []
        for (const [path, anchor] of links) {
          const target = path || file
          if (!existsSync(join(root, target))) problems.push(`${place} links to ${target}, which does not exist`)
          else if (anchor !== undefined && !anchorsOf(target)?.has(anchor))
            problems.push(`${place} links to no heading of ${target}: ${anchor}`)
        }
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

/** Files of the repository that are there, those that are not committed yet among them. */
function listFiles(root: string): string[] {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  return stdout.split("\n").filter((file) => file !== "" && existsSync(join(root, file)))
}

/** Files of the repository, and their folders with a slash at the end. */
function listPaths(root: string): string[] {
  const files = listFiles(root)
  const folders = new Set(files.flatMap((file) => foldersOf(file)))
  return [...files, ...folders]
}

function foldersOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1)
  return parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`)
}

function trackedFiles(root: string): string[] {
  return listFiles(root).filter((file) => /\.(?:ts|tsx|css|js|mjs|md)$/.test(file) && !examples.has(file))
}
