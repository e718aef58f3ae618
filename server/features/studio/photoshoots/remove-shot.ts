import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import { deleteShot } from "./queries.ts"

/** Removes a picture of a shoot and, once that is committed, its bytes. */
export async function removeShot(tx: Tx, s: Pick<Services, "queue">, id: string): Promise<void> {
  if (await deleteShot(tx, id)) await s.queue.enqueue(tx, sweepMedia, {})
}
