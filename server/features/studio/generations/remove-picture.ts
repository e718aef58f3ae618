import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import { deletePicture } from "./queries.ts"

/** Removes a picture and, once that is committed, its bytes. */
export async function removePicture(tx: Tx, s: Pick<Services, "queue">, id: string): Promise<void> {
  if (await deletePicture(tx, id)) await s.queue.enqueue(tx, sweepMedia, {})
}
