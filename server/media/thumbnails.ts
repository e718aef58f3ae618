import { openPicture } from "#server/platform/pictures/picture.ts"

/** Long sides of the thumbnails that every stored picture has, in pixels. */
export const thumbnailSides = [640, 320] as const
export type ThumbnailSide = (typeof thumbnailSides)[number]

/** Key of a thumbnail of a stored picture. */
export function thumbnailKey(storageKey: string, side: ThumbnailSide): string {
  return storageKey.replace(/[^/]+$/, `${side}.webp`)
}

/** Smaller copies for galleries: WebP, never larger than the picture itself. Keyed by the long side. */
export async function makeThumbnails(bytes: Uint8Array, mimeType: string): Promise<Map<ThumbnailSide, Buffer>> {
  const made = await Promise.all(
    thumbnailSides.map(async (side): Promise<[ThumbnailSide, Buffer]> => {
      const size = { width: side, height: side, fit: "inside", withoutEnlargement: true } as const
      return [
        side,
        await openPicture(bytes, mimeType, "first").autoOrient().resize(size).webp({ quality: 80 }).toBuffer(),
      ]
    }),
  )
  return new Map(made)
}
