import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { caddy } from "./caddy.ts"
import { install } from "./install.ts"
import { nginx } from "./nginx.ts"
import { openId } from "./open-id.ts"
import { otherOrigin } from "./other-origin.ts"
import { pgBouncer } from "./pgbouncer.ts"
import { pictures } from "./pictures.ts"
import { postfix } from "./postfix.ts"
import type { Rehearsal, Stage } from "./rehearsal.ts"
import { spreadsheets } from "./spreadsheets.ts"
import { upgrade } from "./upgrade.ts"

/**
 * Runs the product beside its real counterparts on this machine (docs/operations.md#rehearsals):
 *   npm run rehearse                 all of them
 *   npm run rehearse -- NAME…        some of them
 * REHEARSAL_SKIP leaves some out, by their names with commas between, or `all`.
 */
const rehearsals = [nginx, caddy, pgBouncer, postfix, spreadsheets, openId, otherOrigin, pictures, upgrade]

const names = rehearsals.map(({ name }) => name)
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no rehearsal named ${unknown.join(" or ")}. There are: ${names.join(" ")}\n`)
  process.exit(2)
}
const skipped = (process.env.REHEARSAL_SKIP ?? "").split(",").map((name) => name.trim())

let failures = 0

function tell(state: "held" | "failed" | "left out", what: string, reason?: unknown): void {
  if (state === "failed") failures++
  process.stdout.write(`${state.padEnd(8)} ${what}\n`)
  if (reason !== undefined) process.stdout.write(`         ${describe(reason).replaceAll("\n", "\n         ")}\n`)
}

function describe(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason)
  return `${reason.message}${reason.cause ? `: ${describe(reason.cause)}` : ""}`
}

/** The longest that one row may take that says nothing else. */
const rowSeconds = 60

/** @throws Error when something takes longer */
async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = sleep(seconds * 1_000, undefined, { signal: late.signal }).then(() => {
    throw new Error(`It took longer than ${seconds} seconds.`)
  })
  try {
    return await Promise.race([work, timer])
  } finally {
    timer.catch(() => {})
    late.abort()
  }
}

/** Within its time, and with everything it started ended afterwards. */
async function perform({ name, packages, seconds, run }: Rehearsal): Promise<void> {
  const undone: (() => unknown)[] = []
  const dir = mkdtempSync(join(tmpdir(), `aworan-rehearsal-${name}-`))
  const stage: Stage = {
    dir,
    afterwards: (undo) => undone.unshift(undo),
    leaveOut: (what, reason) => tell("left out", `${name}: ${what}`, reason),
    async row(what, attempt, { seconds = rowSeconds } = {}) {
      try {
        await within(seconds, attempt())
        tell("held", `${name}: ${what}`)
      } catch (error) {
        tell("failed", `${name}: ${what}`, error)
      }
    },
  }
  try {
    install(packages)
    await within(seconds, run(stage))
  } catch (error) {
    tell("failed", name, error)
  } finally {
    for (const undo of undone) await Promise.resolve(undo()).catch((error) => tell("failed", `${name}: ending`, error))
    rmSync(dir, { recursive: true, force: true })
  }
}

for (const rehearsal of rehearsals.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  if (skipped.includes("all") || skipped.includes(rehearsal.name)) tell("left out", rehearsal.name)
  else await perform(rehearsal)
}
process.exit(failures > 0 ? 1 : 0)
