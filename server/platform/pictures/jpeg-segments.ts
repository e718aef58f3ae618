/** A piece of a JPEG before its picture. */
export interface JpegSegment {
  /** The second byte of its marker. */
  marker: number
  /** Where its marker stands. */
  start: number
  /** Where it ends by its own length, which may be beyond the bytes that are there. */
  end: number
}

/** The marker after whose segment the picture itself follows (ISO/IEC 10918-1, table B.1). */
export const startOfScan = 0xda

/**
 * The segments of a JPEG one after the other, to the start of its picture or as far as these bytes can be read.
 * @param from where the first of them begins
 */
export function* jpegSegments(jpeg: Uint8Array, from = 2): Generator<JpegSegment> {
  for (let start = from; start + 4 <= jpeg.length && jpeg[start] === 0xff; ) {
    const marker = jpeg[start + 1] as number
    const end = start + 2 + (((jpeg[start + 2] as number) << 8) | (jpeg[start + 3] as number))
    yield { marker, start, end }
    if (marker === startOfScan) return
    start = end
  }
}
