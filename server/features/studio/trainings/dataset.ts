import { trainingRules } from "#contract/catalogue/trainings.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { readPictureFile } from "#server/features/hosted/files/service.ts"
import { smallCopy } from "#server/platform/pictures/picture.ts"
import { inTurn, jobWorker } from "#server/platform/pictures/picture-turns.ts"
import { findPhotoFile, listImages } from "./queries.ts"

/** A photo of a training. */
export interface TrainingPhoto {
  /** Number of its file's row. */
  sequence: string
  bytes: Buffer
}

/**
 * A training's photos, upright and without a word about where they were taken, in their order.
 * @param ground of photos that are cut out already: trainers of others see no transparency
 */
export async function loadPhotos(
  s: Pick<Services, "storage"> & { db: Db },
  { id: trainingId, accountId }: { id: string; accountId: string },
  ground: "clear" | "white",
  signal: AbortSignal,
): Promise<TrainingPhoto[]> {
  const photos: TrainingPhoto[] = []
  // One after the other: sixty of thirty megabytes would not fit into memory together.
  for (const { sequence, mimeType, id } of await listImages(s.db, [trainingId])) {
    signal.throwIfAborted()
    const photo = await readPhoto(s, accountId, { id, sequence, mimeType }, ground, signal)
    if (photo) photos.push(photo)
  }
  return photos
}

/** One photo of a person, as a training gets it. @returns null when it is gone */
export async function loadPhoto(
  s: Pick<Services, "storage"> & { db: Db },
  accountId: string,
  sequence: string,
  ground: "clear" | "white",
  signal: AbortSignal,
): Promise<TrainingPhoto | null> {
  const file = await findPhotoFile(s.db, sequence)
  return file ? readPhoto(s, accountId, file, ground, signal) : null
}

async function readPhoto(
  s: Pick<Services, "storage"> & { db: Db },
  accountId: string,
  { id, sequence, mimeType }: { id: string; sequence: string; mimeType: string },
  ground: "clear" | "white",
  signal: AbortSignal,
): Promise<TrainingPhoto | null> {
  const bytes = await readPictureFile(s, { id, sequence })
  if (!bytes) return null
  const { longestSide } = trainingRules
  const worker = jobWorker(accountId, signal)
  const small = (): Promise<Buffer> => smallCopy(bytes, mimeType, longestSide, ground)
  return { sequence, bytes: await inTurn("work", worker, longestSide ** 2, small, "next") }
}
