import { isHeic } from "#web/lib/prepare-photo.ts"

/** The server makes photos this small before anything is learned of them, in pixels of the longer side. */
const longestSide = 2_048

/**
 * A copy of a photo that is as good to train with and quicker to upload. Upright, as the browser decodes it.
 * @param bitmap the decoded photo
 * @returns null where the photo may go as it is: it is small, could have transparency, or its copy is not smaller
 */
export async function shrinkPhoto(file: File, bitmap: ImageBitmap): Promise<File | null> {
  const scale = longestSide / Math.max(bitmap.width, bitmap.height)
  // What a canvas makes of transparency in a JPEG is black.
  const isOpaque = file.type === "image/jpeg" || isHeic(file)
  if (scale >= 1 || !isOpaque) return null
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext("2d")
  if (!context) return null
  context.imageSmoothingQuality = "high"
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const copy = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9))
  // One of an iPhone would become a JPEG of all its pixels else.
  if (!copy || (copy.size >= file.size && !isHeic(file))) return null
  return new File([copy], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" })
}
