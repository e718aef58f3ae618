import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const kinds: readonly string[] = ["Added", "Changed", "Fixed", "Removed"]
const folder = "docs/changes"

interface Change {
  file: string
  kind: string
  text: string
}

/** Thrown for what whoever wrote a change, or gave a version, has to correct. */
class ChangelogError extends Error {}

/**
 * The changes since the last version, one for each file of docs/changes.
 * @param root folder of the repository
 * @throws ChangelogError for a file that names no kind of change or says nothing
 */
function readChanges(root: string): Change[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort()
    .map((file) => {
      const [title = "", ...lines] = readFileSync(join(root, folder, file), "utf8").split("\n")
      const [kind, text] = [title.replace(/^# /, ""), lines.join("\n").trim()]
      if (!title.startsWith("# ") || !kinds.includes(kind)) {
        throw new ChangelogError(`${folder}/${file}: the first line is "# " and one of ${kinds.join(", ")}.`)
      }
      if (text === "") throw new ChangelogError(`${folder}/${file}: say what is different now.`)
      return { file, kind, text }
    })
}

/**
 * What changed since the last version, as a section of the changelog.
 * @param root folder of the repository
 * @param heading what the section is called: Unreleased, or a version with its day
 */
export function writeSection(root: string, heading = "Unreleased"): string {
  const changes = readChanges(root)
  const parts = kinds.flatMap((kind) => {
    const lines = changes.filter((one) => one.kind === kind).map(({ text }) => `- ${text.replaceAll("\n", "\n  ")}`)
    return lines.length === 0 ? [] : [`### ${kind}\n\n${lines.join("\n")}`]
  })
  return [`## ${heading}`, ...parts, ""].join("\n\n").replace(/\n\n$/, "\n")
}

/**
 * Moves the changes into CHANGELOG.md as a version, above the former ones, and removes their files.
 * @param day of the version, as 2026-11-26
 * @throws ChangelogError for a version that is none or is there already, and when nothing changed
 */
export function release(root: string, version: string, day: string): void {
  const page = join(root, "CHANGELOG.md")
  const text = readFileSync(page, "utf8")
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ChangelogError(`${version} is no version, such as 0.2.0.`)
  if (text.includes(`\n## ${version} `)) throw new ChangelogError(`CHANGELOG.md has ${version} already.`)
  const changes = readChanges(root)
  if (changes.length === 0) throw new ChangelogError(`${folder} holds no change.`)
  const at = text.indexOf("\n## ") + 1
  writeFileSync(page, `${text.slice(0, at)}${writeSection(root, `${version} (${day})`)}\n${text.slice(at)}`)
  for (const { file } of changes) rmSync(join(root, folder, file))
}

function main([version]: readonly string[]): void {
  const root = fileURLToPath(new URL("../../", import.meta.url))
  try {
    if (version === undefined) process.stdout.write(writeSection(root))
    else release(root, version, new Date().toISOString().slice(0, 10))
  } catch (error) {
    if (!(error instanceof ChangelogError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.argv.slice(2))
