import type { Tx } from "#server/db/open.ts"
import { removePictureFile } from "#server/features/files/service.ts"
import type { Services } from "#server/services.ts"
import { findFileId } from "./queries.ts"

/** Removes a shot with its picture; nothing happens when it is gone already. */
export async function removeShot(tx: Tx, s: Pick<Services, "queue">, id: string): Promise<void> {
  const fileId = await findFileId(tx, id)
  if (fileId) await removePictureFile(tx, s, fileId)
}
