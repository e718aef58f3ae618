/** Draws a decoded photo at a size, in pixels. */
export function drawPhoto(photo: ImageBitmap, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext("2d")
  if (context) {
    // Else a large photo is made small of single pixels.
    context.imageSmoothingQuality = "high"
    context.drawImage(photo, 0, 0, width, height)
  }
  return canvas
}

/**
 * A photo as JPEG, made smaller where it is larger than that. Transparency becomes black.
 * @param longestSide in pixels
 * @param quality 0 to 1
 * @returns null where the browser has no memory for it
 */
export function photoAsJpeg(photo: ImageBitmap, longestSide: number, quality: number): Promise<Blob | null> {
  return encode(drawWithin(photo, longestSide), "image/jpeg", quality)
}

/**
 * An opaque photo in as few bytes as this browser can, made smaller where it is larger than that.
 * @param longestSide in pixels
 * @param quality 0 to 1
 * @returns WebP, JPEG where the browser writes no WebP; null where it has no memory for it
 */
export async function photoAsSmallest(photo: ImageBitmap, longestSide: number, quality: number) {
  const canvas = drawWithin(photo, longestSide)
  const { width, height } = canvas
  const webp = await encode(canvas, "image/webp", quality)
  // A browser that does not know the format writes PNG.
  const blob = webp?.type === "image/webp" ? webp : await encode(canvas, "image/jpeg", quality)
  return blob && { blob, width, height }
}

function drawWithin(photo: ImageBitmap, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(photo.width, photo.height))
  return drawPhoto(photo, Math.round(photo.width * scale), Math.round(photo.height * scale))
}

function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
