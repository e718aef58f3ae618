import { sql } from "kysely"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import type { FailureKind } from "./provider-fetch.ts"

/** Failures in a row after which a part is switched off. */
const failuresToPause = 5
const firstPauseSeconds = 30
const longestPauseSeconds = 600
/** A wrong key or an empty account does not mend itself within seconds. */
const deadPauseSeconds = 300
/** How long an order may try before another one does, in seconds: longer than any drawing takes. */
const trialSeconds = 300
/** How long a look at the table is good for, in milliseconds. */
const pollEveryMs = 1_000

/** Failures that say something about the provider and not about the order. */
const counted: readonly FailureKind[] = ["unavailable", "timeout", "bad_reply", "unknown_outcome", "not_found"]
const dead: readonly FailureKind[] = ["auth", "out_of_credit"]
/** The provider answered, and what it said is about the order. */
const answered: readonly FailureKind[] = ["moderated", "bad_input"]

/** One order at a part of a provider. One of its methods is called when the order has ended there. */
export interface ProviderVisit {
  succeeded(): Promise<void>
  failed(kind: FailureKind): Promise<void>
  /** It ended without saying anything about the provider. */
  left(): Promise<void>
}

/**
 * Switches parts of providers off while they do not work, and on again by itself: when the time is over one order tries,
 * and the others wait for what comes of it. Its failure makes the next pause longer, its success ends the pause. What
 * was under way when a pause began says nothing about the time after it. All processes agree through the database.
 */
export interface ProviderPauses {
  /** Why a part cannot be used now; null when it can. A pause of the whole provider counts for each of its parts. */
  reasonOf(part: string): Promise<string | null>
  /** Lets an order in, or says why not. An order that goes on with what it began before is always let in. */
  enter(part: string, what: "begin" | "go on"): Promise<ProviderVisit | { reason: string }>
}

export interface PauseOptions {
  metrics: Metrics
  /** Tells operators, once for each pause that begins. */
  alarm: (tx: Tx, part: string, reason: FailureKind) => Promise<void>
}

interface Pause {
  part: string
  reason: string
  /** Nobody may use it: its time is not over, or somebody tries. */
  isShut: boolean
}

const isShut = sql<boolean>`(until > now() or coalesce(trial_until > now(), false))`
const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

export function createProviderPauses(db: Db, { metrics, alarm }: PauseOptions): ProviderPauses {
  const failures = new Map<string, number>()
  let known: { pauses: Pause[]; at: number } = { pauses: [], at: Number.NEGATIVE_INFINITY }

  const look = async (parts: readonly string[]): Promise<Pause[]> => {
    if (performance.now() - known.at > pollEveryMs) {
      const pauses = await db
        .selectFrom("providerPauses")
        .select(["part", "reason", isShut.as("isShut")])
        .execute()
      known = { pauses, at: performance.now() }
    }
    return known.pauses.filter(({ part }) => parts.includes(part))
  }
  const forget = (): void => {
    known = { pauses: [], at: Number.NEGATIVE_INFINITY }
  }
  const providerOf = (part: string): string => part.split(":")[0] ?? part
  const partsOf = (part: string): string[] => [...new Set([providerOf(part), part])]

  /** Makes this order the one that tries. @returns why it may not; `open` when the pause has ended meanwhile */
  const claimTrial = (parts: readonly string[]): Promise<{ reason: string } | "mine" | "open"> =>
    transact(db, async (tx) => {
      const pauses = await tx
        .selectFrom("providerPauses")
        .select(["part", "reason", isShut.as("isShut")])
        .where("part", "in", parts)
        .orderBy("part")
        .forUpdate()
        .execute()
      const shut = pauses.find((pause) => pause.isShut)
      if (shut) return { reason: shut.reason }
      if (pauses.length === 0) return "open"
      await tx
        .updateTable("providerPauses")
        .set({ trialUntil: secondsFromNow(trialSeconds) })
        .where("part", "in", parts)
        .execute()
      return "mine"
    })

  const pause = async (part: string, kind: FailureKind, isTrial: boolean): Promise<void> => {
    const isDead = dead.includes(kind)
    await transact(db, async (tx) => {
      const before = await tx
        .selectFrom("providerPauses")
        .select("times")
        .where("part", "=", part)
        .forUpdate()
        .executeTakeFirst()
      // A pause that began while this was under way is not made longer by it.
      if (before && !isTrial) return
      const times = (before?.times ?? 0) + 1
      const seconds = isDead ? deadPauseSeconds : Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (times - 1))
      const values = { reason: kind, times, until: secondsFromNow(seconds), trialUntil: null }
      const made = await tx
        .insertInto("providerPauses")
        .values({ part, ...values })
        .onConflict((conflict) =>
          isTrial ? conflict.column("part").doUpdateSet(values) : conflict.column("part").doNothing(),
        )
        .returning("part")
        .executeTakeFirst()
      if (!made) return
      metrics.providerPauses.inc({ part, reason: kind })
      if (times === 1) await alarm(tx, part, kind)
    })
    forget()
  }

  /** Somebody else may try. */
  const endTrial = async (parts: readonly string[]): Promise<void> => {
    await db.updateTable("providerPauses").set({ trialUntil: null }).where("part", "in", parts).execute()
    forget()
  }

  const usual = (part: string): ProviderVisit => ({
    async succeeded() {
      failures.delete(part)
    },
    async failed(kind) {
      if (dead.includes(kind)) return pause(providerOf(part), kind, false)
      if (!counted.includes(kind)) return
      const count = (failures.get(part) ?? 0) + 1
      failures.set(part, count)
      if (count < failuresToPause) return
      failures.delete(part)
      await pause(part, kind, false)
    },
    async left() {},
  })

  const trial = (part: string): ProviderVisit => {
    const parts = partsOf(part)
    const end = async (): Promise<void> => {
      failures.delete(part)
      await db.deleteFrom("providerPauses").where("part", "in", parts).execute()
      forget()
    }
    return {
      succeeded: end,
      async failed(kind) {
        if (answered.includes(kind)) return end()
        await endTrial(parts)
        if (dead.includes(kind)) await pause(providerOf(part), kind, true)
        else if (counted.includes(kind)) await pause(part, kind, true)
      },
      left: () => endTrial(parts),
    }
  }

  /** Goes on with what was begun before: it says nothing about whether something new would work. */
  const guest: ProviderVisit = { succeeded: async () => {}, failed: async () => {}, left: async () => {} }

  return {
    async reasonOf(part) {
      return (await look(partsOf(part))).find((pause) => pause.isShut)?.reason ?? null
    },
    async enter(part, what) {
      const parts = partsOf(part)
      if ((await look(parts)).length === 0) return usual(part)
      if (what === "go on") return guest
      const claimed = await claimTrial(parts)
      forget()
      if (claimed === "open") return usual(part)
      return claimed === "mine" ? trial(part) : claimed
    },
  }
}
