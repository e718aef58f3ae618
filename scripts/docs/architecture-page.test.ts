import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { checkCitations } from "#scripts/checks/check-citations.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const page = readFileSync(join(root, "docs/architecture.md"), "utf8")

/** Folders whose rooms have a table each, and how deep a room of theirs lies. */
const parents: readonly [folder: string, depth: number][] = [
  ["contract/", 1],
  ["imaging/", 1],
  ["scripts/", 1],
  ["server/", 1],
  ["server/platform/", 1],
  ["server/adapters/", 1],
  ["server/features/", 2],
  ["web/", 1],
  ["web/app/", 1],
  ["web/lib/", 1],
  ["web/ui/", 1],
  ["web/features/", 2],
]

/** Folders below a folder, as the tables write them. */
function roomsOfTree(folder: string, depth: number): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .flatMap(({ name }) =>
      depth === 1 ? [`${name}/`] : roomsOfTree(`${folder}${name}/`, depth - 1).map((room) => `${name}/${room}`),
    )
    .sort()
}

/** First cells of the table that stands below the heading of a folder. */
function roomsOfPage(text: string, folder: string): string[] {
  const [, after = ""] = text.split(`\n### \`${folder}\`\n`)
  const [section = ""] = after.split(/\n##/)
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, room = ""]) => room).sort()
}

test.each(parents)("every folder of %s stands in the page, and no other", (folder, depth) => {
  const rooms = roomsOfTree(folder, depth)
  expect(rooms.length).toBeGreaterThan(1)
  expect(roomsOfPage(page, folder)).toEqual(rooms)
})

test("a folder that is missing in the page is noticed", () => {
  const without = page.replace(/^\| `money\/credits\/` .*\n/m, "")
  expect(without).not.toBe(page)
  expect(roomsOfPage(without, "server/features/")).not.toEqual(roomsOfTree("server/features/", 2))
})

test("every path that the page names exists", () => {
  expect(checkCitations(root, ["docs/architecture.md"])).toEqual([])
})
