/** A decoded picture: rows from the top, 8 bits per channel, sRGB, channels interleaved, alpha not premultiplied. */
export interface Picture {
  width: number
  height: number
  channels: 3 | 4
  data: Uint8Array | Uint8ClampedArray
}

/** Why a picture cannot be worked on. */
export type PictureFault = "bad_dimensions" | "wrong_length" | "too_small" | "too_large" | "nothing_visible"

/** Thrown for a picture that cannot be worked on; `fault` is for code, the message is for the person. */
export class PictureError extends Error {
  readonly fault: PictureFault

  constructor(fault: PictureFault, message: string) {
    super(message)
    this.name = "PictureError"
    this.fault = fault
  }
}

/** Most pixels any of our steps accepts: all that the product takes of a photo (a test holds the two together), 200 MB as RGBA. */
export const maxPixels = 50_000_000

/**
 * Refuses pictures whose numbers do not fit together before anything allocates memory for them.
 * @throws PictureError `bad_dimensions`, `too_large` or `wrong_length`
 */
export function checkPicture(picture: Picture): void {
  const { width, height, channels, data } = picture
  const isWhole = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  if (!isWhole || (channels !== 3 && channels !== 4)) {
    throw new PictureError("bad_dimensions", "This file does not say how large the picture is.")
  }
  if (width * height > maxPixels) {
    throw new PictureError("too_large", `The picture has more than ${maxPixels / 1_000_000} megapixels.`)
  }
  if (data.length !== width * height * channels) {
    throw new PictureError("wrong_length", "The picture's data does not match its size.")
  }
}
