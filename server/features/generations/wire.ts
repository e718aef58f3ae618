import { wireDate } from "#contract/primitives.ts"
import type { Order } from "#contract/product/generations.ts"
import type { Db } from "#server/db/open.ts"
import { listPictures, type OrderRow } from "./queries.ts"

/** Where a finished picture is served. */
export function pictureUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/pictures/${id}`
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
export async function toOrders(db: Db, publicUrl: string, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const pictures = await listPictures(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    mode: row.mode,
    prompt: row.prompt,
    aspectRatio: row.aspectRatio,
    count: row.count,
    status: row.status,
    progress: row.progress,
    previews: previewUrls(publicUrl, row.id, row.previewCount),
    pictures: pictures
      .filter((picture) => picture.orderId === row.id)
      .map(({ id, width, height }) => ({ id, width, height, url: pictureUrl(publicUrl, id) })),
    feeCredits: row.feeCredits * row.count,
    isPublic: row.isPublic,
    understood: row.understood,
    ignored: row.ignored,
    failure: row.failure,
    createdAt: wireDate(row.createdAt),
  }))
}

export async function toOrder(db: Db, publicUrl: string, row: OrderRow): Promise<Order> {
  const [order] = await toOrders(db, publicUrl, [row])
  if (!order) throw new Error(`Order ${row.id} was lost.`)
  return order
}
