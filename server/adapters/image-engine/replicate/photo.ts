import sharp, { type Metadata } from "sharp"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import { AppError } from "#server/platform/errors.ts"
import { inTurn } from "#server/platform/pictures/picture-turns.ts"

const unreadable = "This file is not a picture we can read."

/** What a photo is. @throws AppError `general_argument_invalid` for a file that is no picture that can be sent */
export async function look(file: Uint8Array): Promise<Metadata> {
  try {
    const found = await sharp(file).metadata()
    const isKnown = ["jpeg", "png", "webp"].includes(found.format)
    if (isKnown && found.width * found.height <= maxPhotoPixels) return found
  } catch {
    // Told below.
  }
  throw new AppError("general_argument_invalid", unreadable)
}

/**
 * The photo upright, and without what its camera wrote into it: models do not look how it was held, and where it was taken
 * is no business of theirs.
 * @throws AppError `general_argument_invalid` for a file that is damaged
 */
export async function withoutCamera(
  file: Uint8Array,
  { format, orientation, exif, xmp, iptc, width, height }: Metadata,
): Promise<Uint8Array> {
  if (!(orientation || exif || xmp || iptc)) return file
  const upright = sharp(file).autoOrient()
  const fine = { quality: 95 } as const
  if (format === "png") upright.png()
  else if (format === "webp") upright.webp(fine)
  else upright.jpeg({ ...fine, chromaSubsampling: "4:4:4" })
  // Orders of the engine come from the line of jobs, which takes turns itself.
  return inTurn("work", { share: "engine" }, width * height, () =>
    upright.toBuffer().catch((cause: unknown) => {
      throw new AppError("general_argument_invalid", unreadable, { cause })
    }),
  )
}
