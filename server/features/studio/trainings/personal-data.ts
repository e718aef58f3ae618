import { extname } from "node:path"
import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import { listStoredLooks, listStoredViews } from "./queries.ts"

/**
 * The views of own models, and cut-outs of photos that were looked at for one; the models are documents, and their photos
 * uploads. They go with their rows.
 */
export const trainingData: PersonalData = {
  async *bytes(s, { accountId }) {
    const read = (last: { trainingId: string; position: number } | null) =>
      listStoredViews(s.db, accountId, pageRows, last)
    for await (const { trainingId, position, storageKey, createdAt } of rowsInPages(read)) {
      const open = async () => (await s.storage.get(storageKey))?.body ?? null
      yield { name: `models/${trainingId}/view-${position}${extname(storageKey)}`, createdAt, open }
    }
    const readLooks = (last: { fileSequence: string; answer: string } | null) =>
      listStoredLooks(s.db, accountId, pageRows, last)
    for await (const { fileSequence, answer, storageKey, createdAt } of rowsInPages(readLooks)) {
      const open = async () => (await s.storage.get(storageKey))?.body ?? null
      yield { name: `models/cut-outs/${fileSequence}-${answer}${extname(storageKey)}`, createdAt, open }
    }
  },
}
