import type { StoredFile } from "#contract/hosted/files.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Db, Tx } from "#server/db/open.ts"
import { readersOf } from "#server/platform/http/permissions.ts"
import { eventNames, publish } from "#server/platform/realtime/realtime.ts"
import { findFileJson } from "./queries.ts"

/**
 * Tells everyone who may read a file of a change, once it is committed (docs/hosted-backend.md#channels); before its row goes when it is removed.
 * @returns the file as JSON text
 */
export async function publishFile(
  tx: Tx,
  bucketId: string,
  id: string,
  action: "create" | "update" | "delete",
): Promise<string> {
  const json = await findFileJson(tx, bucketId, id)
  if (json === null) throw new Error(`The bucket ${bucketId} has no file ${id} to tell of.`)
  await publishFileChange(tx, JSON.parse(json) as StoredFile, action)
  return json
}

/** The same for a file that is given as it is now. */
export async function publishFileChange(
  db: Db,
  file: StoredFile,
  action: "create" | "update" | "delete",
): Promise<void> {
  const files = `buckets.${file.bucketId}.files`
  const path = [
    { kind: "buckets", id: file.bucketId },
    { kind: "files", id: file.$id },
  ]
  await publish(db, {
    kind: "event",
    events: eventNames(path, action),
    channels: ["files", files, `${files}.${file.$id}`],
    timestamp: serialiseDate(new Date()),
    payload: file,
    roles: readersOf(file.$permissions),
  })
}
