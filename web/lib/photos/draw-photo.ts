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
  const scale = Math.min(1, longestSide / Math.max(photo.width, photo.height))
  const canvas = drawPhoto(photo, Math.round(photo.width * scale), Math.round(photo.height * scale))
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality))
}
