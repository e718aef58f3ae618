import { sql } from "kysely"
import { smallPreview } from "#contract/hosted/files.ts"
import type { Services } from "#server/declarations/services.ts"
import { readWhole } from "#server/media/objects.ts"
import { fillIn, makePreview } from "#server/media/previews.ts"
import { AppError } from "#server/platform/errors.ts"
import { inTurn, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { imagesBucket } from "./buckets.ts"
import { derive, previewSlot, readStored } from "./derived.ts"
import { findReadyFile } from "./queries.ts"
import { mayBePreviewed } from "./readable.ts"

/** As lists of a person's pictures ask for it, so that both make it once. */
const wanted = fillIn(smallPreview, "")
const slot = previewSlot(wanted)

/**
 * A small copy of an uploaded picture as WebP, made once and kept among its previews, for whoever was allowed to read it.
 * @param sequence number of its row, whose content never changes
 * @returns null when it is gone, and for what has no preview
 */
export async function smallCopy(
  s: Pick<Services, "db" | "database" | "storage" | "log">,
  { id, sequence }: { id: string; sequence: string },
  { share, signal }: PictureWorker,
): Promise<Buffer | null> {
  const kept = await readStored(s, { sequence }, slot)
  if (kept) return kept
  const file = await findReadyFile(s.db, imagesBucket.id, id, sql<boolean>`document.sequence = ${sequence}::bigint`)
  if (!file || !mayBePreviewed(file)) return null
  const { width, height } = file
  const pixels = wanted.width ** 2 * ((height ?? 1) / (width ?? 1))
  const left = signal ?? new AbortController().signal
  return derive(s, { ...file, isOwn: true }, slot, left, (ended) =>
    inTurn("work", { share, signal: ended }, pixels, async () =>
      makePreview(await readWhole(s.storage, file.pieces), file.mimeType, wanted),
    ),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.type !== "general_rate_limit_exceeded") return null
    throw error
  })
}
