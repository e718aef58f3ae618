import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { matchPath } from "react-router"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n")

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, path = ""]) => path)

test("each notice leads to a page that there is", () => {
  const pages = found(read("web/app/*.{ts,tsx}"), /\bpath: "(\/[^"]*)"/g)
  const written = read("server/features/**/notices.ts")
  const paths = [...found(written, /(?:path: |=> )["`](\/[^"`]*)["`]/g)]
  expect(pages.length).toBeGreaterThan(40)
  expect(paths.length).toBeGreaterThan(8)
  const asked = paths.map((path) => path.replace(/\?.*/, "").replace(/\$\{[^}]*\}/g, "one"))
  expect(asked.filter((path) => !pages.some((page) => matchPath(page, path)))).toEqual([])
})
