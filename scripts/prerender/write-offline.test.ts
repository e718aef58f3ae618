import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { writeOffline } from "./write-offline.ts"

const file = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, imports })
const manifest: Record<string, object> = {
  "index.html": { ...file("index"), css: ["assets/index.css"], assets: ["assets/sans.woff2", "assets/hero.webp"] },
  "_open.js": { ...file("open"), name: "open", imports: ["_base.js"] },
  "_base.js": file("base"),
  "_talk.js": { ...file("talk"), name: "talk" },
  "_studio.js": { ...file("studio"), name: "studio" },
  ...Object.fromEntries(
    [
      "app/frames/lazy-studio.tsx",
      "features/identity/dashboard/dashboard-screen.tsx",
      "features/studio/generator/order/send-outbox.ts",
      "content/outbox/outbox-line.tsx",
      "app/connection/app-worker-part.tsx",
      "app/frames/unsent-question.tsx",
      "features/studio/galleries/picture/open-picture.tsx",
      "features/studio/galleries/selection-bar.tsx",
      "features/studio/galleries/upload-dialog.tsx",
      "features/studio/generator/modes-screen.tsx",
      "features/studio/generator/generator-screen.tsx",
      "features/studio/photos/bg-remover-screen.tsx",
      "features/studio/photos/upscaling-screen.tsx",
      "features/studio/photos/batch-screen.tsx",
      "features/studio/photos/share-screen.tsx",
      "features/studio/models/training-screen.tsx",
      "features/studio/galleries/photo-gallery-screen.tsx",
      "features/studio/galleries/photoshoot-gallery-screen.tsx",
      "features/studio/galleries/lora-gallery-screen.tsx",
      "features/studio/shelf/shelf-screen.tsx",
      "features/studio/shelf/shop-screen.tsx",
      "features/studio/shelf/help-screen.tsx",
      "features/studio/shelf/product-screen.tsx",
      "features/academy/learning/learn-screen.tsx",
      "features/academy/learning/lesson-screen.tsx",
    ].map((module) => [module, file(module.replace(/^.*\/([\w-]+)\.tsx?$/, "$1"))]),
  ),
  "features/public/pricing/pricing-screen.tsx": file("pricing"),
}

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-offline-"))
  mkdirSync(join(dir, ".vite"))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** The list as the worker reads it. */
function written(
  chunks: object = manifest,
  worker = "work()",
): { version: string; files: string[]; pages: string[]; code: string } {
  writeFileSync(join(dir, ".vite", "manifest.json"), JSON.stringify(chunks))
  writeFileSync(join(dir, "offline-worker.js"), worker)
  writeFileSync(join(dir, "offline-worker.js.br"), "stale")
  writeOffline(dir)
  const [, list = "", code = ""] =
    /^const offlineBuild=(.*?\});(.*)$/s.exec(readFileSync(join(dir, "offline-worker.js"), "utf8")) ?? []
  return { ...JSON.parse(list), code }
}

test("gives the worker the pages with their files, styles and fonts, and nothing of other pages", () => {
  const { files, pages, code } = written()
  const some = ["base", "index", "open", "studio", "talk", "dashboard-screen", "shelf-screen", "learn-screen"]
  const wanted = [...some.map((name) => `/assets/${name}.js`), "/assets/index.css", "/assets/sans.woff2"]
  expect(files).toEqual(expect.arrayContaining(wanted))
  for (const other of ["/assets/pricing.js", "/assets/hero.webp"]) expect(files).not.toContain(other)
  // What phones open the installed product with (`write-icons.ts`).
  for (const path of ["/app", "/generations", "/generations/bg-remover", "/shelf", "/share"])
    expect(pages).toContain(path)
  expect(code).toBe("work()")
  expect(existsSync(join(dir, "offline-worker.js.br"))).toBe(false)
})

test("makes another version of another file or another worker, and of nothing else", () => {
  const { version } = written()
  expect(written().version).toBe(version)
  expect(written({ ...manifest, "_base.js": file("base-2") }).version).not.toBe(version)
  expect(written(manifest, "rest()").version).not.toBe(version)
  expect(written({ ...manifest, "features/public/pricing/pricing-screen.tsx": file("other") }).version).toBe(version)
})

test("fails for a build without a screen that it counts on", () => {
  const { "features/academy/learning/lesson-screen.tsx": _, ...rest } = manifest
  expect(() => written(rest)).toThrow("The build has no features/academy/learning/lesson-screen.tsx.")
})
