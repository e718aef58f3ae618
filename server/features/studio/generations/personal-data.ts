import { extname } from "node:path"
import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import type { RunKind } from "#server/declarations/run-kind.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import * as queries from "./queries.ts"
import { takeInPictures } from "./take-in.ts"

/** Files that are kept beside pictures, and what they are called. */
const beside = [
  ["firstPictures", "first"],
  ["otherCutOuts", "other"],
] as const

/** The bytes of pictures; their rows are documents, and orders are runs. */
export function generationData(kinds: ReadonlyMap<string, RunKind>): PersonalData {
  return {
    async *bytes(s, { accountId }) {
      const read = (last: { sequence: string } | null) =>
        queries.listStoredPictures(s.db, accountId, pageRows, last?.sequence ?? null)
      for await (const { id, storageKey, createdAt } of rowsInPages(read)) {
        const open = async () => (await s.storage.get(storageKey))?.body ?? null
        yield { name: `pictures/${id}${extname(storageKey)}`, createdAt, open }
      }
      for (const [table, ending] of beside) {
        const readStored = (last: { sequence: string } | null) =>
          queries.listStoredFiles(s.db, table, accountId, pageRows, last?.sequence ?? null)
        for await (const { id, storageKey, createdAt } of rowsInPages(readStored)) {
          const open = async () => (await s.storage.get(storageKey))?.body ?? null
          yield { name: `pictures/${id}-${ending}${extname(storageKey)}`, createdAt, open }
        }
      }
    },
    takes: ["documents/generations.json", "pictures/"],
    takeIn: (s, arrival) => takeInPictures(s, arrival, kinds),
    // The bytes go with their rows; what a run at work still writes is held by nothing and goes with the hour.
    async erase(s, tx) {
      await s.queue.enqueue(tx, sweepMedia, {})
    },
  }
}
