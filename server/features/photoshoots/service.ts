import { removePictureFile } from "#server/features/files/service.ts"
import type { Services } from "#server/services.ts"
import { findFileId } from "./queries.ts"

/** Removes a shot with its picture; nothing happens when it is gone already. */
export async function removeShot(s: Pick<Services, "db" | "queue">, id: string): Promise<void> {
  const fileId = await findFileId(s.db, id)
  if (fileId) await removePictureFile(s, fileId)
}
