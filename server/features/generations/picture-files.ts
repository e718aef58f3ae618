import type { Storage } from "#server/adapters/storage/port.ts"
import {
  extensions,
  inspectPicture,
  makePlaceholder,
  makePreviews,
  type PictureType,
  type PreviewSide,
  previewSides,
} from "#server/platform/pictures.ts"

/** A picture whose bytes are in our storage, as its row needs it. */
export interface KeptPicture {
  id: string
  storageKey: string
  mimeType: PictureType
  width: number
  height: number
  byteSize: number
  placeholder: string
}

/** Key of a preview of a finished picture. */
export function sideKey(storageKey: string, side: PreviewSide): string {
  return storageKey.replace(/[^/]+$/, `${side}.webp`)
}

/** Every key that belongs to a finished picture. */
export function keysOf(storageKey: string): string[] {
  return [storageKey, ...previewSides.map((side) => sideKey(storageKey, side))]
}

/** Every key that an order of so many pictures may have written, whatever format its engine chose. */
export function possibleKeys(orderId: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => [
    previewKey(orderId, index),
    ...extensions.map((extension) => originalKey(pictureId(orderId, index), extension)),
    ...previewSides.map((side) => sideKey(originalKey(pictureId(orderId, index), "webp"), side)),
  ]).flat()
}

/** Id of one picture of an order. @param index from 0 */
export function pictureId(orderId: string, index: number): string {
  return `${orderId}-${index + 1}`
}

function originalKey(id: string, extension: string): string {
  return `pictures/${id}/original.${extension}`
}

/** Key of the small picture shown while an order is being drawn. */
export function previewKey(orderId: string, index: number): string {
  return `order-previews/${orderId}/${index}.webp`
}

/**
 * Looks into a result, makes its previews and stores all of it. The keys follow from the id, so doing it twice
 * leaves nothing behind.
 * @throws AppError `engine_failed` when the bytes are no picture
 */
export async function keepPicture(storage: Storage, id: string, bytes: Uint8Array): Promise<KeptPicture> {
  const { mimeType, extension, width, height } = await inspectPicture(bytes)
  const storageKey = originalKey(id, extension)
  const [previews, placeholder] = await Promise.all([makePreviews(bytes), makePlaceholder(bytes)])
  await storage.put(storageKey, bytes, mimeType)
  for (const [side, preview] of previews) await storage.put(sideKey(storageKey, side), preview, "image/webp")
  return { id, storageKey, mimeType, width, height, byteSize: bytes.length, placeholder }
}

export function keepPreview(storage: Storage, orderId: string, index: number, preview: Uint8Array): Promise<void> {
  return storage.put(previewKey(orderId, index), preview, "image/webp")
}
