import { createHash } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Chunk, withImports } from "./chunks.ts"

/** Modules in `web/` and shared files (`vite.config.ts`) that the learner portal loads by and by. */
const portalModules = [
  "index.html",
  "open",
  "talk",
  "studio",
  "features/academy/learning/learn-screen.tsx",
  "features/academy/learning/lesson-screen.tsx",
]

const workerName = "offline-worker.js"

/**
 * Tells the worker of the learner portal (`web/offline-worker.ts`) which files the portal is made of, and the version that
 * they make up. Its bytes change with any of them, which is how browsers find a new one.
 */
export function writeOffline(dir: string): void {
  const chunks = JSON.parse(readFileSync(join(dir, ".vite", "manifest.json"), "utf8")) as Record<string, Chunk>
  const { css = [], assets = [] } = chunks["index.html"] ?? {}
  const code = [...withImports(portalModules, chunks)].map((name) => chunks[name]?.file ?? "")
  // Fonts stand among the styles' assets; pictures of other pages do not.
  const files = [...new Set([...code, ...css, ...assets.filter((file) => file.endsWith(".woff2"))])].sort()
  const path = join(dir, workerName)
  const worker = readFileSync(path, "utf8")
  const version = createHash("sha256")
    .update([...files, worker].join("\n"))
    .digest("hex")
    .slice(0, 16)
  const build = { version, files: files.map((file) => `/${file}`) }
  writeFileSync(path, `const offlineBuild=${JSON.stringify(build)};${worker}`)
  // They were made before the list was known.
  for (const ending of [".br", ".gz"]) rmSync(`${path}${ending}`, { force: true })
}
