import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import { readObjects } from "#server/media/objects.ts"
import { endOf } from "#server/platform/text/cut-text.ts"
import { listOwnFiles, listPieces } from "./queries.ts"

/** Uploaded files. Their rows go with the account's, and their bytes with the next sweep. */
export const fileData: PersonalData = {
  async *bytes(s, { accountId }) {
    const read = (last: { sequence: string } | null) => listOwnFiles(s.db, accountId, pageRows, last?.sequence ?? null)
    for await (const { sequence, bucketId, id, name, createdAt } of rowsInPages(read)) {
      const open = async () => readObjects(s.storage, await listPieces(s.db, sequence))
      yield { name: `files/${bucketId}/${id} ${plainName(name)}`, createdAt, open }
    }
  },
}

/** Most file systems take 255 bytes for a name; the id and a blank before it take 37. */
const mostBytes = 200

/** A file's name without what other systems read as a path. */
function plainName(name: string): string {
  return endOf(name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, "_"), mostBytes)
}
