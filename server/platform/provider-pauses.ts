import { sql } from "kysely"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Metrics } from "./metrics.ts"
import type { FailureKind } from "./provider-fetch.ts"

/** Failures in a row after which a part is switched off. */
const failuresToPause = 5
const firstPauseSeconds = 30
const longestPauseSeconds = 600
/** A wrong key or an empty account does not mend itself within seconds. */
const deadPauseSeconds = 300
/** How long a look at the table is good for, in milliseconds. */
const lookAgainMs = 1_000

/** Failures that say something about the provider and not about the order. */
const counted: readonly FailureKind[] = ["unavailable", "timeout", "bad_reply", "unknown_outcome"]
const dead: readonly FailureKind[] = ["auth", "out_of_credit"]

/**
 * Switches parts of providers off while they do not work, and on again by itself: when the time is over one order may
 * try; a failure makes the next pause longer, a success ends it. All processes agree through the database.
 */
export interface ProviderPauses {
  /** Why a part cannot be used now; null when it can. A pause of the whole provider counts for each of its parts. */
  reasonOf(part: string): Promise<string | null>
  succeeded(part: string): Promise<void>
  failed(part: string, kind: FailureKind): Promise<void>
}

export interface PauseOptions {
  metrics: Metrics
  /** Tells operators, once for each pause that begins. */
  alarm: (tx: Tx, part: string, reason: FailureKind) => Promise<void>
}

interface Pause {
  part: string
  reason: string
  isOver: boolean
}

export function createProviderPauses(db: Db, { metrics, alarm }: PauseOptions): ProviderPauses {
  const failures = new Map<string, number>()
  let known: { pauses: Pause[]; at: number } = { pauses: [], at: Number.NEGATIVE_INFINITY }

  const look = async (): Promise<Pause[]> => {
    if (performance.now() - known.at > lookAgainMs) {
      const pauses = await db
        .selectFrom("providerPauses")
        .select(["part", "reason", sql<boolean>`until <= now()`.as("isOver")])
        .execute()
      known = { pauses, at: performance.now() }
    }
    return known.pauses
  }
  const forget = (): void => {
    known = { pauses: [], at: Number.NEGATIVE_INFINITY }
  }
  const partsOf = (part: string): string[] => [...new Set([part.split(":")[0] ?? part, part])]

  return {
    async reasonOf(part) {
      const pauses = await look()
      return pauses.find((pause) => partsOf(part).includes(pause.part) && !pause.isOver)?.reason ?? null
    },
    async succeeded(part) {
      failures.delete(part)
      const pauses = await look()
      if (!pauses.some((pause) => partsOf(part).includes(pause.part))) return
      await db.deleteFrom("providerPauses").where("part", "in", partsOf(part)).execute()
      forget()
    },
    async failed(part, kind) {
      const isDead = dead.includes(kind)
      if (!isDead && !counted.includes(kind)) return
      const off = isDead ? (part.split(":")[0] ?? part) : part
      const count = (failures.get(off) ?? 0) + 1
      failures.set(off, count)
      const wasPaused = (await look()).some((pause) => pause.part === off)
      if (!isDead && !wasPaused && count < failuresToPause) return
      await transact(db, async (tx) => {
        const before = await tx.selectFrom("providerPauses").select("times").where("part", "=", off).executeTakeFirst()
        const times = (before?.times ?? 0) + 1
        const seconds = isDead ? deadPauseSeconds : Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (times - 1))
        const until = sql<Date>`now() + make_interval(secs => ${seconds})`
        const { times: written } = await tx
          .insertInto("providerPauses")
          .values({ part: off, reason: kind, times, until })
          .onConflict((conflict) =>
            conflict.column("part").doUpdateSet({
              reason: kind,
              until,
              times: sql<number>`provider_pauses.times + 1`,
            }),
          )
          .returning("times")
          .executeTakeFirstOrThrow()
        if (written === 1) await alarm(tx, off, kind)
      })
      metrics.providerPauses.inc({ part: off, reason: kind })
      forget()
    },
  }
}
