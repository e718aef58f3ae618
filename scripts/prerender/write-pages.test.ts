import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type DrawnPage, writePages } from "./write-pages.ts"

const template = `<!doctype html><html><head>
<title>Shell</title>
<script src="/early.js"></script>
<meta name="description" content="Shell." />
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="stylesheet" crossorigin href="/assets/index-1.css">
</head><body><div id="root"></div></body></html>`

const earlyScript = "document.title"

const page: DrawnPage = {
  addresses: ["/one?slug=a&b", "/one/a"],
  title: `Pots & "pans"`,
  description: "About pots.",
  screens: ["frames", "features/one.tsx"],
  isAhead: false,
  picture: "pot",
  isListed: true,
  markup: "<h1>Pots for $& and $1</h1>",
  facts: [{ name: "</script><script>alert(1)</script>" }],
}

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-pages-"))
  mkdirSync(join(dir, ".vite"))
  mkdirSync(join(dir, "assets"))
  writeFileSync(join(dir, "index.html"), template)
  writeFileSync(join(dir, "early.js"), earlyScript)
  writeFileSync(join(dir, "assets", "index-1.css"), "h1{color:red}")
  writeFileSync(
    join(dir, ".vite", "manifest.json"),
    JSON.stringify({
      "index.html": { file: "assets/index-1.js", css: ["assets/index-1.css"], imports: ["_base.js"] },
      "_base.js": { file: "assets/base.js" },
      "_open.js": { name: "open", file: "assets/open-app.js", imports: ["_base.js", "_router.js"] },
      "_router.js": { file: "assets/router.js" },
      "_own.js": { file: "assets/own.js", imports: ["_base.js"] },
      "_frames.js": { name: "frames", file: "assets/frame.js" },
      "features/one.tsx": { file: "assets/one.js", imports: ["_own.js", "_base.js"] },
    }),
  )
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

function written(changes: Partial<DrawnPage> = {}): string {
  writePages(dir, [{ ...page, ...changes }])
  return readFileSync(join(dir, ".pages", "0.html"), "utf8")
}

function sha256(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`
}

test("puts the styles and the first script into the page and names them by their hash", () => {
  const html = written()
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ""
  expect(style).toBe("h1{color:red}")
  expect(html).not.toContain("stylesheet")
  expect(html).toContain(`<script>${earlyScript}</script>`)
  expect(html).not.toContain("early.js")
  const list = JSON.parse(readFileSync(join(dir, ".pages", "pages.json"), "utf8"))
  expect(list.scriptHash).toBe(sha256(earlyScript))
  expect(list.pages).toEqual([
    {
      addresses: page.addresses,
      file: "0.html",
      styleHash: sha256(style),
      isListed: true,
    },
  ])
})

test("draws the markup as it is, and keeps the template with its first script for all other addresses", () => {
  expect(written()).toMatch(/<div id="root"[^>]*><h1>Pots for \$& and \$1<\/h1><\/div>/)
  expect(
    readFileSync(join(dir, "spa.html"), "utf8").replaceAll(
      /<link rel="modulepreload".*>\s*|<noscript>.*<\/noscript>/g,
      "",
    ),
  ).toBe(template.replace(` src="/early.js">`, `>${earlyScript}`))
  expect(existsSync(join(dir, "index.html"))).toBe(false)
})

test("tells machines about the page without letting words become code", () => {
  const html = written()
  expect(html).toContain("<title>Pots &#38; &#34;pans&#34;</title>")
  expect(html).toContain(`<link rel="canonical" href="%PUBLIC_URL%/one?slug=a&#38;b">`)
  expect(html.match(/<meta name="description"/g)).toHaveLength(1)
  expect(html).toContain(`content="%PUBLIC_URL%/previews/pot.jpg"`)
  expect(html).not.toContain("<script>alert")
})

function loadedPrerendered(html: string): string[] {
  return [...html.matchAll(/rel="modulepreload" crossorigin href="\/([^"]*)"/g)].map(([, file = ""]) => file).toSorted()
}

test("loads nothing ahead for a page, and tells it what to load when it is used", () => {
  const html = written()
  expect(loadedPrerendered(html)).toEqual([])
  const waits = /<div id="root" data-waits="([^"]*)">/.exec(html)?.[1] ?? ""
  const codeOfPage = ["assets/frame.js", "assets/one.js", "assets/open-app.js", "assets/own.js", "assets/router.js"]
  expect(waits.split(" ").toSorted()).toEqual(codeOfPage)
})

test("loads ahead what fills the shell", () => {
  written()
  expect(loadedPrerendered(readFileSync(join(dir, "spa.html"), "utf8"))).toEqual([
    "assets/open-app.js",
    "assets/router.js",
  ])
})

test("of a page for signed-in people all is loaded ahead, and the app has an empty place beside what stands", () => {
  const html = written({ isAhead: true })
  expect(loadedPrerendered(html)).toEqual([
    "assets/frame.js",
    "assets/one.js",
    "assets/open-app.js",
    "assets/own.js",
    "assets/router.js",
  ])
  expect(html).toMatch(/<div id="ahead"><h1>.*<\/h1><\/div>\s*<div id="root"><\/div>/)
  // Asked for while the style, most of the page, is still coming.
  expect(html.lastIndexOf("modulepreload")).toBeLessThan(html.indexOf("<style>"))
})

test("fails when the template has changed its shape", () => {
  writeFileSync(join(dir, "index.html"), template.replace(`<div id="root"></div>`, `<div id="app"></div>`))
  expect(() => written()).toThrow(/The page template has no/)
})

test("fails when a page names a screen that was not built", () => {
  expect(() => writePages(dir, [{ ...page, screens: ["features/none.tsx"] }])).toThrow(
    "The build has no features/none.tsx.",
  )
})
