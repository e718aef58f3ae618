import { trainingRules } from "#contract/catalogue/trainings.ts"
import { photoAsJpeg } from "#web/lib/photos/draw-photo.ts"
import { isHeic } from "#web/lib/photos/prepare-photo.ts"

/**
 * A copy of a photo that is as good to train with and quicker to upload. Upright, as the browser decodes it.
 * @param bitmap the decoded photo
 * @returns null where the photo may go as it is: it is small, could have transparency, or its copy is not smaller
 */
export async function shrinkPhoto(file: File, bitmap: ImageBitmap): Promise<File | null> {
  const isLarge = Math.max(bitmap.width, bitmap.height) > trainingRules.longestSide
  const isOpaque = file.type === "image/jpeg" || isHeic(file)
  if (!isLarge || !isOpaque) return null
  const copy = await photoAsJpeg(bitmap, trainingRules.longestSide, 0.9)
  // One of an iPhone would become a JPEG of all its pixels else.
  if (!copy || (copy.size >= file.size && !isHeic(file))) return null
  return new File([copy], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" })
}
