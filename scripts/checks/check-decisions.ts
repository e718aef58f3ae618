import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = "docs/decisions"

/** What a decision leans on must lie here: no document of elsewhere, no address. */
const elsewhere = /\bspecification\b|\bchecklist\b|https?:\/\//i

/**
 * Decisions that are out of the row 001 to N, go by another number in their title, or cite what lies outside the repository.
 * @param root folder of the repository
 * @returns one line for each problem
 */
export function checkDecisions(root: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder))
    .sort()
    .flatMap((name, index) => {
      const place = `${folder}/${name}`
      const number = String(index + 1).padStart(3, "0")
      const lines = readFileSync(join(root, place), "utf8").split("\n")
      return [
        ...(name.startsWith(`${number}-`) ? [] : [`${place} should have the number ${number}`]),
        ...(lines[0]?.startsWith(`# ${name.slice(0, 3)} `) ? [] : [`${place} has another number in its title`]),
        ...lines.flatMap((line, at) =>
          elsewhere.test(line) ? [`${place}:${at + 1} cites what lies outside the repository: ${line.trim()}`] : [],
        ),
      ]
    })
}
