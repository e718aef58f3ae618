import { Readable } from "node:stream"
import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import { readObjects, readWhole } from "#server/media/objects.ts"
import { withoutMetadata } from "#server/media/without-metadata.ts"
import { operatorsTeam } from "#server/platform/http/caller.ts"
import { isPicture } from "#server/platform/pictures/content.ts"
import { inTurn, jobWorker, smallCost } from "#server/platform/pictures/picture-turns.ts"
import { endOf } from "#server/platform/text/cut-text.ts"
import { listOwnFiles, listPieces } from "./queries.ts"
import { takeInUploads, uploadsFolder } from "./take-in.ts"

/** Uploaded files. Their rows go with the account's, and their bytes with the next sweep. */
export const fileData: PersonalData = {
  async *bytes(s, { accountId }) {
    const read = (last: { sequence: string } | null) => listOwnFiles(s.db, accountId, pageRows, last?.sequence ?? null)
    for await (const { sequence, bucketId, id, name, createdAt, mimeType, permissions } of rowsInPages(read)) {
      const open = async () => {
        const pieces = await listPieces(s.db, sequence)
        if (!isHandedOver(permissions) || !isPicture(mimeType)) return readObjects(s.storage, pieces)
        const bare = () => readWhole(s.storage, pieces).then((bytes) => withoutMetadata(bytes, mimeType))
        return Readable.from([await inTurn("preview", jobWorker(accountId), smallCost, bare)])
      }
      yield { name: `files/${bucketId}/${id} ${plainName(name)}`, createdAt, open }
    }
  },
  takes: [uploadsFolder],
  takeIn: takeInUploads,
}

/** Whether an operator put a file there, for operators: what it says beside its pixels is about somebody else. */
function isHandedOver(permissions: readonly string[]): boolean {
  return permissions.length > 0 && permissions.every((text) => text.startsWith(`read("team:${operatorsTeam}/`))
}

/** Most file systems take 255 bytes for a name; the id and a blank before it take 37. */
const mostBytes = 200

/** A file's name without what other systems read as a path. */
function plainName(name: string): string {
  return endOf(name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, "_"), mostBytes)
}
