import { extname } from "node:path"
import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import { listStoredViews } from "./queries.ts"

/** The views of own models; the models are documents, and their photos uploads. They go with their rows. */
export const trainingData: PersonalData = {
  async *bytes(s, { accountId }) {
    const read = (last: { trainingId: string; position: number } | null) =>
      listStoredViews(s.db, accountId, pageRows, last)
    for await (const { trainingId, position, storageKey, createdAt } of rowsInPages(read)) {
      const open = async () => (await s.storage.get(storageKey))?.body ?? null
      yield { name: `models/${trainingId}/view-${position}${extname(storageKey)}`, createdAt, open }
    }
  },
}
