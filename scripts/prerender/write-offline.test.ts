import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { writeOffline } from "./write-offline.ts"

const file = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, imports })
const manifest = {
  "index.html": { ...file("index"), css: ["assets/index.css"], assets: ["assets/sans.woff2", "assets/hero.webp"] },
  "_open.js": { ...file("open"), name: "open", imports: ["_base.js"] },
  "_base.js": file("base"),
  "_talk.js": { ...file("talk"), name: "talk" },
  "_studio.js": { ...file("studio"), name: "studio" },
  "features/academy/learning/learn-screen.tsx": file("learn"),
  "features/academy/learning/lesson-screen.tsx": file("lesson"),
  "features/studio/generator/generator-screen.tsx": file("generator"),
}

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-offline-"))
  mkdirSync(join(dir, ".vite"))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** The list as the worker reads it. */
function written(chunks: object = manifest, worker = "work()"): { version: string; files: string[]; code: string } {
  writeFileSync(join(dir, ".vite", "manifest.json"), JSON.stringify(chunks))
  writeFileSync(join(dir, "offline-worker.js"), worker)
  writeFileSync(join(dir, "offline-worker.js.br"), "stale")
  writeOffline(dir)
  const [, list = "", code = ""] =
    /^const offlineBuild=(.*?\});(.*)$/s.exec(readFileSync(join(dir, "offline-worker.js"), "utf8")) ?? []
  return { ...JSON.parse(list), code }
}

test("gives the worker the portal's files, styles and fonts, and nothing of other pages", () => {
  const { files, code } = written()
  const scripts = ["base", "index", "learn", "lesson", "open", "studio", "talk"]
  const wanted = [...scripts.map((name) => `/assets/${name}.js`), "/assets/index.css", "/assets/sans.woff2"]
  expect(files).toEqual(wanted.toSorted())
  expect(code).toBe("work()")
  expect(existsSync(join(dir, "offline-worker.js.br"))).toBe(false)
})

test("makes another version of another file or another worker, and of nothing else", () => {
  const { version } = written()
  expect(written().version).toBe(version)
  expect(written({ ...manifest, "_base.js": file("base-2") }).version).not.toBe(version)
  expect(written(manifest, "rest()").version).not.toBe(version)
  expect(written({ ...manifest, "features/studio/generator/generator-screen.tsx": file("other") }).version).toBe(
    version,
  )
})

test("fails for a build without a screen that it counts on", () => {
  const { "features/academy/learning/lesson-screen.tsx": _, ...rest } = manifest
  expect(() => written(rest)).toThrow("The build has no features/academy/learning/lesson-screen.tsx.")
})
