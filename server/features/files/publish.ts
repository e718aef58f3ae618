import type { StoredFile } from "#contract/files.ts"
import { wireDate } from "#contract/primitives.ts"
import type { Tx } from "#server/db/open.ts"
import { readersOf } from "#server/platform/permissions.ts"
import { eventNames, publish } from "#server/platform/realtime.ts"
import { findFileJson } from "./queries.ts"

/**
 * Tells everyone who may read a file of a change, once it is committed (contract §6.3); before its row goes when it is removed.
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
  const file = JSON.parse(json) as StoredFile
  const files = `buckets.${bucketId}.files`
  const path = [
    { kind: "buckets", id: bucketId },
    { kind: "files", id },
  ]
  await publish(tx, {
    kind: "event",
    events: eventNames(path, action),
    channels: ["files", files, `${files}.${id}`],
    timestamp: wireDate(new Date()),
    payload: file,
    roles: readersOf(file.$permissions),
  })
  return json
}
