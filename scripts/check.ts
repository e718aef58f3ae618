import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { checkCitations } from "./checks/check-citations.ts"
import { checkDecisions } from "./checks/check-decisions.ts"
import { checkFolders } from "./checks/check-folders.ts"
import { checkLockfile } from "./checks/check-lockfile.ts"
import { findStalePages } from "./docs/settings.ts"

/** Format, lint and borders, types, dead code, lock file, citations, folders, pages of settings: all at once, each with its own output when it fails. */
const checks: [string, string, string[]][] = [
  ["format, lint and borders", "biome", ["ci", "--colors=off", "."]],
  ["types", "tsc", ["-b"]],
  ["dead code", "knip", []],
]

function run([name, command, args]: (typeof checks)[number]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text: Buffer) => {
        output += text
      })
    }
    child.on("exit", (code) => {
      process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name}\n${code === 0 ? "" : output}`)
      resolve(code === 0)
    })
  })
}

/** A check of ours, with a line for each thing it found. */
function report(name: string, problems: readonly string[]): boolean {
  process.stdout.write(problems.length === 0 ? `ok     ${name}\n` : `FAILED ${name}\n${problems.join("\n")}\n`)
  return problems.length === 0
}

const root = fileURLToPath(new URL("../", import.meta.url))
const ours = [
  report("lock file", checkLockfile()),
  report("citations", [...checkCitations(root), ...checkDecisions(root)]),
  report("folders", checkFolders(root)),
  report("settings", findStalePages()),
]
const results = await Promise.all(checks.map(run))
process.exit([...ours, ...results].every(Boolean) ? 0 : 1)
