/**
 * A WebP of 2 × 1 pixels that says that its camera was held upright on its side (EXIF orientation 6): a browser that goes by it
 * shows 1 × 2. Some do, and Chromium does not.
 */
export const sidewaysWebp =
  "data:image/webp;base64,UklGRlYAAABXRUJQVlA4WAoAAAAIAAAAAQAAAAAAVlA4IBYAAAAwAQCdASoCAAEADMDOJaQAA3AAzQAARVhJRhoAAABNTQAqAAAACAABARIAAwAAAAEABgAAAAAAAA=="

/** @returns the type of each part of a WebP, where its body begins and how long it is */
function* partsOf(webp: Uint8Array): Generator<{ type: string; start: number; length: number }> {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength)
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = view.getUint32(at + 4, true)
    yield { type: String.fromCharCode(...webp.subarray(at, at + 4)), start: at + 8, length }
    at += 8 + length + (length % 2)
  }
}

/** Where the orientation stands in the EXIF of a WebP, and in which order of bytes; null when it says none. */
function findOrientation(webp: Uint8Array): { at: number; isLittle: boolean } | null {
  const exif = [...partsOf(webp)].find(({ type }) => type === "EXIF")
  if (!exif) return null
  // Some programs write the mark of JPEG before it.
  const mark = String.fromCharCode(...webp.subarray(exif.start, exif.start + 6)) === "Exif\0\0" ? 6 : 0
  const tiff = webp.subarray(exif.start + mark, exif.start + exif.length)
  if (tiff.length < 14) return null
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittle = tiff[0] === 0x49
  const list = view.getUint32(4, isLittle)
  if (list + 2 > tiff.length) return null
  const count = view.getUint16(list, isLittle)
  for (let entry = list + 2; entry + 12 <= tiff.length && entry < list + 2 + count * 12; entry += 12) {
    if (view.getUint16(entry, isLittle) === 0x0112) return { at: exif.start + mark + entry + 8, isLittle }
  }
  return null
}

/**
 * A WebP that says nothing of how its camera was held, where it said so. @returns null when it says nothing or upright
 * @param webp whole file, which is left as it is
 */
export function withoutOrientation(webp: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const found = findOrientation(webp)
  if (!found) return null
  const copy = webp.slice()
  const view = new DataView(copy.buffer)
  if (view.getUint16(found.at, found.isLittle) <= 1) return null
  view.setUint16(found.at, 1, found.isLittle)
  return copy
}
