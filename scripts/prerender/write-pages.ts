import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Chunk, withImports } from "./chunks.ts"
import { writeHead } from "./page-head.ts"

/** A page as the browser app drew it (`web/prerender.tsx`). */
export interface DrawnPage {
  addresses: readonly string[]
  title: string
  description: string
  /** Module of its screen, and the shared files that hold the frames around it. */
  screens: readonly string[]
  /** Name of the picture a shared link shows. */
  picture: string
  markup: string
  /** Whether its code is loaded as soon as it opens, and the markup gives way to the app. */
  isAhead: boolean
  facts: readonly object[]
  /** Whether search engines are told of it. */
  isListed: boolean
}

/** The shared file that takes over a ready page or fills the shell. */
const opener = "open"

/** Names inside the built app; the server reads `.pages/pages.json` (`server/pages/web-files.ts`). */
const shellName = "spa.html"
const pagesName = ".pages"

/** What must be known before the first paint: the chosen theme, and whether somebody signed in here. */
const earlyScript = "early.js"

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
  const ahead = loadPrerendered(filesOf([opener], chunks))
  const shell = replaceOnce(template, /(?=<link rel="stylesheet")/, `${ahead}\n    `)
  writeFileSync(join(dir, shellName), replaceOnce(shell, /(?<=<div id="root"><\/div>)/, withoutScripts))
  for (const ending of ["", ".br", ".gz"]) rmSync(join(dir, `index.html${ending}`), { force: true })
}

/** Everything else than the ready pages is drawn by scripts, and says so where there are none. */
const withoutScripts = `<noscript><main class="mx-auto grid max-w-xl gap-4 p-6"><h1 class="text-2xl">This page needs scripts</h1><p>Allow scripts for this site in your browser, then load the page again.</p><p><a class="underline" href="/">To the first page</a></p></main></noscript>`

function loadPrerendered(files: readonly string[]): string {
  return files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join("")
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`
}

function readStyle(dir: string, chunks: Record<string, Chunk>): string {
  const files = chunks["index.html"]?.css ?? []
  return files.map((file) => readFileSync(join(dir, file), "utf8")).join("\n")
}

function writePage(template: string, style: string, page: DrawnPage, chunks: Record<string, Chunk>): string {
  const files = filesOf([opener, ...page.screens], chunks)
  const head = writeHead({ ...page, address: page.addresses[0] ?? "/" })
  return replaceOnce(
    replaceOnce(
      replaceOnce(
        replaceOnce(template, /<meta name="description"[^>]*>\s*/, ""),
        /<link rel="stylesheet"[^>]*>/,
        // Before the style, which is most of the page: on a slow line the files are asked for while it is still coming.
        `${page.isAhead ? loadPrerendered(files) : ""}<style>${style}</style>`,
      ),
      /<title>.*<\/title>/,
      head,
    ),
    /<div id="root"><\/div>/,
    page.isAhead
      ? `<div id="ahead">${page.markup}</div>\n    <div id="root"></div>${withoutScripts}`
      : `<div id="root" data-waits="${files.join(" ")}">${page.markup}</div>`,
  )
}

/** @throws Error when the template no longer has that part, so that a change of it cannot go unseen */
function replaceOnce(text: string, part: RegExp, replacement: string): string {
  if (!part.test(text)) throw new Error(`The page template has no ${part.source}.`)
  return text.replace(part, () => replacement)
}

/** Files of these modules and shared files, and what they import, without those the template loads anyway. */
function filesOf(modules: readonly string[], chunks: Record<string, Chunk>): string[] {
  const loaded = withImports(["index.html"], chunks)
  const wanted = withImports(modules, chunks)
  return [...wanted].filter((name) => !loaded.has(name)).map((name) => chunks[name]?.file ?? "")
}
