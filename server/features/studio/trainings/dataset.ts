import { trainingRules } from "#contract/catalogue/trainings.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { readPictureFile } from "#server/features/hosted/files/service.ts"
import { smallCopy } from "#server/platform/pictures/picture.ts"
import { inTurn, jobWorker } from "#server/platform/pictures/picture-turns.ts"
import { listImages } from "./queries.ts"

/**
 * A training's photos, upright and without a word about where they were taken, in their order.
 * @param ground of photos that are cut out already: trainers of others see no transparency
 */
export async function loadPhotos(
  s: Pick<Services, "storage"> & { db: Db },
  { id: trainingId, accountId }: { id: string; accountId: string },
  ground: "clear" | "white",
  signal: AbortSignal,
): Promise<Buffer[]> {
  const photos: Buffer[] = []
  // One after the other: sixty of thirty megabytes would not fit into memory together.
  for (const { mimeType, ...photo } of await listImages(s.db, [trainingId])) {
    signal.throwIfAborted()
    const bytes = await readPictureFile(s, photo)
    if (!bytes) continue
    const { longestSide } = trainingRules
    const worker = jobWorker(accountId, signal)
    photos.push(
      await inTurn("work", worker, longestSide ** 2, () => smallCopy(bytes, mimeType, longestSide, ground), "next"),
    )
  }
  return photos
}
