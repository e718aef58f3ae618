import { extname } from "node:path"
import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import { listStoredShots } from "./queries.ts"

/** The bytes of shoots; their rows are documents. They go with their rows and the next sweep. */
export const photoshootData: PersonalData = {
  async *bytes(s, { accountId }) {
    const read = (last: { sequence: string } | null) =>
      listStoredShots(s.db, accountId, pageRows, last?.sequence ?? null)
    for await (const { id, storageKey, createdAt } of rowsInPages(read)) {
      const open = async () => (await s.storage.get(storageKey))?.body ?? null
      yield { name: `photoshoots/${id}${extname(storageKey)}`, createdAt, open }
    }
  },
}
