import { serialiseDate } from "#contract/primitives.ts"
import type { Order } from "#contract/studio/generations.ts"
import type { Db } from "#server/db/open.ts"
import type { RunOf } from "#server/declarations/run-kind.ts"
import { MadePictures, type OlderReading, type PictureInput } from "./picture-input.ts"
import { countAhead, listPictures } from "./queries.ts"

/** A run that draws pictures. */
export type PictureRun = RunOf<typeof PictureInput>

/** Where a finished picture is served; a changed one at another address, so that no copy of the former file is shown. */
export function pictureUrl(publicUrl: string, { id, version }: { id: string; version: number }): string {
  return `${publicUrl}/pictures/${id}${version > 0 ? `?v=${version}` : ""}`
}

/** Id of one picture of an order. @param index from 0 */
export function pictureId(orderId: string, index: number): string {
  return `${orderId}-${index + 1}`
}

/** Key of the small picture shown while an order is being drawn. */
export function previewKey(orderId: string, index: number): string {
  return `order-previews/${orderId}/${index}.webp`
}

function previewUrl(publicUrl: string, orderId: string, index: number): string {
  return `${publicUrl}/order-previews/${orderId}/${index}`
}

export function previewUrls(publicUrl: string, orderId: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => previewUrl(publicUrl, orderId, index))
}

/** Orders as their owner sees them, with the pictures of those that are ready. */
export async function toOrders(db: Db, publicUrl: string, runs: readonly PictureRun[]): Promise<Order[]> {
  if (runs.length === 0) return []
  const pictures = await listPictures(
    db,
    runs.map((run) => run.id),
  )
  const waiting = runs.filter(({ status }) => status === "waiting").map(({ id }) => id)
  const places = new Map((waiting.length > 0 ? await countAhead(db, waiting) : []).map(({ id, ahead }) => [id, ahead]))
  return runs.map((run) => {
    const told = run.input.reading ?? (run.result as OlderReading | null)
    return {
      id: run.id,
      mode: run.input.mode,
      prompt: run.input.prompt,
      aspectRatio: run.input.aspectRatio,
      count: run.count,
      status: run.status === "running" ? "drawing" : run.status,
      ...(places.has(run.id) && { ahead: Number(places.get(run.id)) }),
      progress: run.progress,
      previews: previewUrls(publicUrl, run.id, run.previewCount),
      pictures: pictures
        .filter((picture) => picture.runId === run.id)
        .map((picture) => {
          const { id, width, height, isPublic, waitsUntil } = picture
          const waits = isPublic && waitsUntil !== null ? serialiseDate(waitsUntil) : null
          return { id, width, height, isPublic, waitsUntil: waits, url: pictureUrl(publicUrl, picture) }
        }),
      missing: missingOf(run),
      feeCredits: run.feeCredits * (run.count - missingOf(run)),
      engine: run.engine,
      isPublic: run.input.isPublic,
      isPoster: run.input.isPoster ?? false,
      understood: told?.understood ?? null,
      substituted: run.input.reading?.substituted ?? null,
      ignored: told?.ignored ?? null,
      failure: run.failure,
      createdAt: serialiseDate(run.createdAt),
    }
  })
}

/** Pictures of a finished order that did not come. */
function missingOf({ result, count }: PictureRun): number {
  const { made } = MadePictures.catch({}).parse(result ?? {})
  return made === undefined ? 0 : count - made
}

export async function toOrder(db: Db, publicUrl: string, run: PictureRun): Promise<Order> {
  const [order] = await toOrders(db, publicUrl, [run])
  if (!order) throw new Error(`Order ${run.id} was lost.`)
  return order
}
