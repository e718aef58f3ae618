import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

test("the recipes name files that are there", () => {
  const page = readFileSync(`${root}docs/recipes.md`, "utf8")
  const paths = [...page.matchAll(/`([a-z0-9]+\/[\w./-]+)`/g)].map(([, path = ""]) => path)
  expect(paths.length).toBeGreaterThan(60)
  // NAME stands for what is being made.
  expect(paths.filter((path) => !path.includes("NAME") && !existsSync(root + path))).toEqual([])
})
