import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { matchPath } from "react-router"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (pattern: string, isWanted: (path: string) => boolean = () => true): string =>
  globSync(pattern, { cwd: root })
    .filter(isWanted)
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n")

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, path = ""]) => path)

/** Files that name pages for people: calls and cookies have paths too, and stand where routes are registered. */
const isRead = (path: string): boolean => !/\.test\.ts$|\/(?:routes|cookies)\.ts$/.test(path)

test("notices, mails and answers lead to pages that there are", () => {
  const routes = read("web/app/*.{ts,tsx}") + read("web/content/public-pages.ts")
  const pages = found(routes, /\bpath: "(\/[^"]*)"/g)
  const paths = found(read("server/features/**/*.ts", isRead), /(?:\bpath(?:: | = )|=> )["`](\/[^"`]*)["`]/g)
  expect(pages.length).toBeGreaterThan(40)
  expect(paths.length).toBeGreaterThan(30)
  const asked = paths.map((path) => path.replace(/\?.*/, "").replace(/\$\{[^}]*\}/g, "one"))
  expect(asked.filter((path) => !pages.some((page) => matchPath(page, path)))).toEqual([])
})
