import { extname } from "node:path"
import { type PersonalData, pageRows, rowsInPages } from "#server/personal-data.ts"
import { keysOf } from "./picture-files.ts"
import * as queries from "./queries.ts"
import { removeFiles } from "./remove-files.ts"

/** The bytes of pictures; their rows are documents, and orders are runs. */
export const generationData: PersonalData = {
  async *bytes(s, { accountId }) {
    const read = (last: { sequence: string } | null) =>
      queries.listStoredPictures(s.db, accountId, pageRows, last?.sequence ?? null)
    for await (const { id, storageKey, createdAt } of rowsInPages(read)) {
      const open = async () => (await s.storage.get(storageKey))?.body ?? null
      yield { name: `pictures/${id}${extname(storageKey)}`, createdAt, open }
    }
  },
  async erase(s, tx, accountId) {
    const read = (last: { sequence: string } | null) =>
      queries.listStoredPictures(tx, accountId, pageRows, last?.sequence ?? null)
    for await (const { storageKey } of rowsInPages(read)) {
      await s.queue.enqueue(tx, removeFiles, { keys: keysOf(storageKey) })
    }
  },
}
