import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { preloadLinks, writeHead } from "./page-head.ts"

/** A page as the browser app drew it (`web/prerender.tsx`). */
export interface DrawnPage {
  addresses: readonly string[]
  title: string
  description: string
  screen: string
  /** Name of the picture a shared link shows. */
  picture: string
  markup: string
  /** Whether its code comes with it; otherwise it is loaded when the page is used (`web/main.ts`). */
  isUsedAtOnce: boolean
  facts: readonly object[]
}

interface Chunk {
  file: string
  imports?: readonly string[]
  css?: readonly string[]
}

/** The module that takes over a ready page or fills the shell, in `web/`. */
const opener = "app/open-app.tsx"

/** Names inside the built app; the server reads `.pages/pages.json` (`server/web-files.ts`). */
const shellName = "spa.html"
const pagesName = ".pages"

/**
 * Turns the built app in `dir` into one with ready pages: keeps the untouched template as the shell for every other
 * address, and writes one file per page with its styles inside, which saves a round trip before the first paint. Each
 * page's styles are named by their hash, so that the content policy lets in these and no others.
 */
export function writePages(dir: string, pages: readonly DrawnPage[]): void {
  const template = readFileSync(join(dir, "index.html"), "utf8")
  const chunks = JSON.parse(readFileSync(join(dir, ".vite", "manifest.json"), "utf8")) as Record<string, Chunk>
  const style = readStyle(dir, chunks)
  const styleHash = `sha256-${createHash("sha256").update(style).digest("base64")}`
  mkdirSync(join(dir, pagesName), { recursive: true })
  const listed = pages.map((page, index) => {
    const file = `${index}.html`
    writeFileSync(join(dir, pagesName, file), writePage(template, style, page, chunks))
    return { addresses: page.addresses, file, styleHash }
  })
  writeFileSync(join(dir, pagesName, "pages.json"), JSON.stringify({ pages: listed }))
  const ahead = preloadLinks(filesOf([opener], chunks))
  writeFileSync(join(dir, shellName), replaceOnce(template, /(?=<link rel="stylesheet")/, `${ahead}\n    `))
  for (const ending of ["", ".br", ".gz"]) rmSync(join(dir, `index.html${ending}`), { force: true })
}

function readStyle(dir: string, chunks: Record<string, Chunk>): string {
  const files = chunks["index.html"]?.css ?? []
  return files.map((file) => readFileSync(join(dir, file), "utf8")).join("\n")
}

function writePage(template: string, style: string, page: DrawnPage, chunks: Record<string, Chunk>): string {
  const files = filesOf([opener, page.screen], chunks)
  const head = writeHead({ ...page, address: page.addresses[0] ?? "/", preloads: page.isUsedAtOnce ? files : [] })
  const waits = page.isUsedAtOnce ? "" : ` data-waits="${files.join(" ")}"`
  return replaceOnce(
    replaceOnce(
      replaceOnce(
        replaceOnce(template, /<meta name="description"[^>]*>\s*/, ""),
        /<link rel="stylesheet"[^>]*>/,
        `<style>${style}</style>`,
      ),
      /<title>.*<\/title>/,
      head,
    ),
    /<div id="root"><\/div>/,
    `<div id="root"${waits}>${page.markup}</div>`,
  )
}

/** @throws Error when the template no longer has that part, so that a change of it cannot go unseen */
function replaceOnce(text: string, part: RegExp, replacement: string): string {
  if (!part.test(text)) throw new Error(`The page template has no ${part.source}.`)
  return text.replace(part, () => replacement)
}

/** Files of these modules and what they import, without those the template loads anyway. */
function filesOf(modules: readonly string[], chunks: Record<string, Chunk>): string[] {
  const loaded = withImports(["index.html"], chunks)
  const wanted = withImports(modules, chunks)
  return [...wanted].filter((name) => !loaded.has(name)).map((name) => chunks[name]?.file ?? "")
}

function withImports(names: readonly string[], chunks: Record<string, Chunk>): Set<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The build has no ${name}.`)
    if (found.has(name)) return
    found.add(name)
    for (const inner of chunk.imports ?? []) visit(inner)
  }
  for (const name of names) visit(name)
  return found
}
