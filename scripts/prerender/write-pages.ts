import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { writeHead } from "./page-head.ts"

/** A page as the browser app drew it (`web/prerender.tsx`). */
export interface DrawnPage {
  addresses: readonly string[]
  title: string
  description: string
  screen: string
  /** Name of the picture a shared link shows. */
  picture: string
  markup: string
  facts: readonly object[]
  /** Whether search engines are told of it. */
  isListed: boolean
}

interface Chunk {
  file: string
  imports?: readonly string[]
  css?: readonly string[]
}

/** The module that takes over a ready page or fills the shell, in `web/`. */
const opener = "app/open-app.tsx"

/** Names inside the built app; the server reads `.pages/pages.json` (`server/pages/web-files.ts`). */
const shellName = "spa.html"
const pagesName = ".pages"

/** Sets a chosen theme before the first paint. */
const earlyScript = "theme.js"

/**
 * Turns the built app in `dir` into one with ready pages: keeps the untouched template as the shell for every other
 * address, and writes one file per page with its styles inside. The script that sets the theme stands inside all of them.
 * Each saves a round trip before the first paint. Both are named by their hash, so that the content policy lets in these
 * and no others.
 */
export function writePages(dir: string, pages: readonly DrawnPage[]): void {
  const early = readFileSync(join(dir, earlyScript), "utf8")
  const template = replaceOnce(
    readFileSync(join(dir, "index.html"), "utf8"),
    new RegExp(`<script src="/${earlyScript}"></script>`),
    `<script>${early}</script>`,
  )
  const chunks = JSON.parse(readFileSync(join(dir, ".vite", "manifest.json"), "utf8")) as Record<string, Chunk>
  const style = readStyle(dir, chunks)
  const styleHash = hashOf(style)
  mkdirSync(join(dir, pagesName), { recursive: true })
  const listed = pages.map((page, index) => {
    const file = `${index}.html`
    writeFileSync(join(dir, pagesName, file), writePage(template, style, page, chunks))
    return { addresses: page.addresses, file, styleHash, isListed: page.isListed }
  })
  writeFileSync(join(dir, pagesName, "pages.json"), JSON.stringify({ scriptHash: hashOf(early), pages: listed }))
  const ahead = filesOf([opener], chunks).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  writeFileSync(join(dir, shellName), replaceOnce(template, /(?=<link rel="stylesheet")/, `${ahead.join("")}\n    `))
  for (const ending of ["", ".br", ".gz"]) rmSync(join(dir, `index.html${ending}`), { force: true })
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`
}

function readStyle(dir: string, chunks: Record<string, Chunk>): string {
  const files = chunks["index.html"]?.css ?? []
  return files.map((file) => readFileSync(join(dir, file), "utf8")).join("\n")
}

function writePage(template: string, style: string, page: DrawnPage, chunks: Record<string, Chunk>): string {
  const files = filesOf([opener, page.screen], chunks)
  const head = writeHead({ ...page, address: page.addresses[0] ?? "/" })
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
    `<div id="root" data-waits="${files.join(" ")}">${page.markup}</div>`,
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
