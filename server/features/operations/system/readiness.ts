import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import type { Services } from "#server/declarations/services.ts"

/** Longest time that one part may take to answer, in milliseconds; a probe of the platform waits not much longer. */
const answerMs = 1_500

/** How long an answer of storage counts: each one is a call to a service outside. */
const storageEveryMs = 5_000

/** What keeps a process from serving; empty when nothing does. */
export type Hindrance = "stopping" | "database" | "storage" | "disk"

/** @returns asks what keeps this process from serving, within two seconds */
export function createReadiness(s: Services, isStopping: () => boolean): () => Promise<Hindrance[]> {
  let storage: { at: number; isThere: Promise<boolean> } | null = null
  const askStorage = (): Promise<boolean> => {
    if (storage === null || performance.now() - storage.at > storageEveryMs) {
      storage = {
        at: performance.now(),
        isThere: answers(s.storage.check()),
      }
    }
    return storage.isThere
  }
  return async () => {
    const { raw } = s.database
    const isUnavailable = raw.kind === "postgres" && raw.pools.isUnavailable()
    const [hasDatabase, hasStorage] = await Promise.all([
      !isUnavailable && answers(sql`select 1`.execute(s.db)),
      askStorage(),
    ])
    const hindrances: Hindrance[] = []
    if (isStopping()) hindrances.push("stopping")
    if (!hasDatabase) hindrances.push("database")
    if (!hasStorage) hindrances.push("storage")
    if (s.space.isLow()) hindrances.push("disk")
    return hindrances
  }
}

async function answers(work: Promise<unknown>): Promise<boolean> {
  const isThere = work.then(
    () => true,
    () => false,
  )
  return Promise.race([isThere, sleep(answerMs, false, { ref: false })])
}
