import { execFile, execFileSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { RunningProcess } from "#server/testing/processes/processes.ts"
import { eventually, startProgram } from "./programs.ts"
import type { Stage } from "./rehearsal.ts"

/** Where this version lies. */
export const root = fileURLToPath(new URL("../../", import.meta.url))

const run = promisify(execFile)

/** A state of this repository. */
export interface Version {
  commit: string
  /** Year, month and day of the commit. */
  day: string
}

/** @returns the state so many commits before this one, on the main line; null where the history does not reach back so far */
export function findVersion(commitsAgo: number): Version | null {
  try {
    const log = ["log", "-1", "--format=%h %cs", `HEAD~${commitsAgo}`, "--"]
    const [commit = "", day = ""] = execFileSync("git", log, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .trim()
      .split(" ")
    return { commit, day }
  } catch {
    return null
  }
}

/** Puts a version into a folder, with the packages that it had. @throws Error with npm's words where they cannot be installed */
export async function unpackVersion({ commit }: Version, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  await run("git", ["archive", "--output", archive, commit], { cwd: root })
  await run("tar", ["-xf", archive, "-C", folder])
  await run("npm", ["ci", "--include=dev", "--include=optional", "--loglevel=error", "--no-audit", "--no-fund"], {
    cwd: folder,
  })
}

/** Starts what `npm start` of a version starts, which builds its pages first, and waits until it says that it runs. */
export async function startVersion(
  stage: Stage,
  folder: string,
  settings: Record<string, string>,
): Promise<RunningProcess> {
  const programs = join(folder, "node_modules/.bin")
  const node = join(programs, "node")
  const PATH = `${programs}${delimiter}${process.env.PATH ?? ""}`
  const options = { cwd: folder, env: { ...settings, PATH } }
  const program = startProgram(stage, existsSync(node) ? node : process.execPath, ["scripts/start.ts"], options)
  const { child, output } = program
  await eventually("The line that says that it runs", 240, () => {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output()}`)
    return /^Aworan runs at/m.test(output()) || null
  })
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return {
    url: `http://localhost:${settings.PORT}`,
    child,
    output,
    stop: () => end("SIGTERM"),
    async kill() {
      await end("SIGKILL")
    },
  }
}
