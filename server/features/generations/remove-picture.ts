import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/services.ts"
import { keysOf } from "./picture-files.ts"
import { deletePicture } from "./queries.ts"
import { removeFiles } from "./remove-files.ts"

/** Removes a picture and, once that is committed, its files. */
export async function removePicture(tx: Tx, s: Pick<Services, "queue">, id: string): Promise<void> {
  const removed = await deletePicture(tx, id)
  if (removed) await s.queue.enqueue(tx, removeFiles, { keys: keysOf(removed.storageKey) })
}
