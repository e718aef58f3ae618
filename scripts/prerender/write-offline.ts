import { createHash } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Chunk, withImports } from "./chunks.ts"

/** Shared files (`vite.config.ts`) and parts that the pages below load by and by. */
const sharedModules = [
  "index.html",
  "open",
  "talk",
  "studio",
  "app/frames/lazy-studio.tsx",
  "features/studio/generator/order/send-outbox.ts",
  "content/outbox/outbox-line.tsx",
  "app/connection/app-worker-part.tsx",
  "app/frames/unsent-question.tsx",
  "features/studio/galleries/picture/open-picture.tsx",
  "features/studio/galleries/selection-bar.tsx",
  "features/studio/galleries/upload-dialog.tsx",
]

/** Pages that open without a network, each with the module in `web/` that draws it. A star stands for all that begin so. */
const offlinePages = {
  "/app": "features/identity/dashboard/dashboard-screen.tsx",
  "/generations": "features/studio/generator/modes-screen.tsx",
  "/generations/flux": "features/studio/generator/generator-screen.tsx",
  "/generations/flux/lora": "features/studio/generator/generator-screen.tsx",
  "/generations/bg-remover": "features/studio/photos/bg-remover-screen.tsx",
  "/generations/photo-upscaling": "features/studio/photos/upscaling-screen.tsx",
  "/generations/batch": "features/studio/photos/batch-screen.tsx",
  "/training": "features/studio/models/training-screen.tsx",
  "/photo-gallery": "features/studio/galleries/photo-gallery-screen.tsx",
  "/photoshoot-gallery": "features/studio/galleries/photoshoot-gallery-screen.tsx",
  "/lora-gallery": "features/studio/galleries/lora-gallery-screen.tsx",
  "/shelf": "features/studio/shelf/shelf-screen.tsx",
  "/shelf/shop": "features/studio/shelf/shop-screen.tsx",
  "/shelf/help": "features/studio/shelf/help-screen.tsx",
  "/shelf/*": "features/studio/shelf/product-screen.tsx",
  "/share": "features/studio/photos/share-screen.tsx",
  "/learn": "features/academy/learning/learn-screen.tsx",
  "/learn/*": "features/academy/learning/lesson-screen.tsx",
} as const

const workerName = "offline-worker.js"

/**
 * Tells the worker (`web/offline-worker.ts`) which pages open without a network, the files they are made of, and the version
 * that those make up. Its bytes change with any of them, which is how browsers find a new one.
 */
export function writeOffline(dir: string): void {
  const chunks = JSON.parse(readFileSync(join(dir, ".vite", "manifest.json"), "utf8")) as Record<string, Chunk>
  const { css = [], assets = [] } = chunks["index.html"] ?? {}
  const code = [...withImports([...sharedModules, ...Object.values(offlinePages)], chunks)].map(
    (name) => chunks[name]?.file ?? "",
  )
  // Fonts stand among the styles' assets; pictures of other pages do not.
  const files = [...new Set([...code, ...css, ...assets.filter((file) => file.endsWith(".woff2"))])].sort()
  const path = join(dir, workerName)
  const worker = readFileSync(path, "utf8")
  const pages = Object.keys(offlinePages)
  const version = createHash("sha256")
    .update([...files, ...pages, worker].join("\n"))
    .digest("hex")
    .slice(0, 16)
  const build = { version, files: files.map((file) => `/${file}`), pages }
  writeFileSync(path, `const offlineBuild=${JSON.stringify(build)};${worker}`)
  // They were made before the list was known.
  for (const ending of [".br", ".gz"]) rmSync(`${path}${ending}`, { force: true })
}
