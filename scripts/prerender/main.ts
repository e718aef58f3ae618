import { execFileSync } from "node:child_process"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { writeIcons } from "./write-icons.ts"
import { writeOffline } from "./write-offline.ts"
import { type DrawnPage, writePages } from "./write-pages.ts"
import { writePreviews } from "./write-previews.ts"

/**
 * Draws the public pages of the built app in the folder given. Runs in a process of its own: React reads
 * NODE_ENV when it is loaded.
 */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const [, , built] = process.argv
if (built === undefined) throw new Error("Name the folder of the built app.")
const dir = resolve(root, built)
const drawingDir = join(root, ".cache", "prerender")

execFileSync(
  "vite",
  ["build", "--ssr", "prerender.tsx", "--outDir", drawingDir, "--emptyOutDir", "--logLevel", "warn"],
  { cwd: root, stdio: "inherit" },
)
const { drawPages } = (await import(join(drawingDir, "prerender.js"))) as { drawPages: () => Promise<DrawnPage[]> }
const pages = await drawPages()
await writeIcons(dir)
await writePreviews(
  dir,
  join(root, "web", "assets", "pictures"),
  pages.map(({ picture }) => picture),
)
writePages(dir, pages)
writeOffline(dir)
// Drawn pages leave timers behind, of caches that will never be cleared.
process.exit(0)
