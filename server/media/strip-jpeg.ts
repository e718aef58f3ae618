import { jpegSegments, startOfScan } from "#server/platform/pictures/jpeg-segments.ts"

/** Markers as ISO/IEC 10918-1, table B.1, names them. */
const endOfImage = 0xd9
const comment = 0xfe

/** What a picture is: frames that browsers show (baseline, extended, progressive). */
const frame = new Set([0xc0, 0xc1, 0xc2])

/** What decoding needs: the frame, tables, the restart interval, the scan. */
const decoding = new Set([...frame, 0xc4, 0xdb, 0xdd, startOfScan])

/** Most pieces of a common picture: a long one has some hundred segments, a progressive one a dozen scans. */
const mostParts = 2_000

/**
 * A JPEG without any words and with the very same picture: only what its pixels and colours need is kept, and the way it is
 * turned is written anew. What follows the picture goes too: phones put further pictures and films there, which say the same.
 * @param orientation as EXIF counts it, 1 to 8
 * Every segment is held against a list of those that may stay, and against its own length.
 * @returns null for one that breaks off or is not built as common ones are; nothing of it can be told apart for certain
 */
export function stripJpeg(jpeg: Buffer, orientation: number): Buffer | null {
  const parts = [jpeg.subarray(0, 2)]
  let frames = 0
  if (orientation > 1) parts.push(writeOrientation(orientation))
  // A progressive JPEG has several scans, and may have tables and words between them.
  for (let at = 2; jpeg[at + 1] !== endOfImage; ) {
    let scanAt = 0
    for (const { marker, start, end } of jpegSegments(jpeg, at)) {
      const kept = end < start + 4 || end > jpeg.length ? null : storedOf(marker, jpeg.subarray(start, end))
      if (!kept || parts.length === mostParts) return null
      parts.push(kept)
      if (frame.has(marker)) frames++
      if (marker === startOfScan) scanAt = end
    }
    const end = scanAt && findMarker(jpeg, scanAt)
    if (!end) return null
    parts.push(jpeg.subarray(scanAt, end))
    at = end
  }
  return frames === 1 ? Buffer.concat([...parts, Buffer.from([0xff, endOfImage])]) : null
}

/** @returns what is kept of a segment, maybe nothing; null where that cannot be told */
function storedOf(marker: number, segment: Buffer): Buffer | null {
  if (decoding.has(marker)) return segment.length === neededLength(marker, segment) ? segment : null
  if (marker !== comment && (marker < 0xe0 || marker > 0xef)) return null
  const startsWith = (name: string): boolean => segment.toString("latin1", 4, 4 + name.length) === name
  // JFIF says what the colours are, and has room for a small picture, which goes.
  if (marker === 0xe0 && startsWith("JFIF\0") && segment.length >= 18) {
    return Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), segment.subarray(4, 16), Buffer.alloc(2)])
  }
  if (marker === 0xe2 && startsWith("ICC_PROFILE\0")) return segment
  // Twelve bytes that say how colours are written.
  if (marker === 0xee && startsWith("Adobe")) return segment.length === 16 ? segment : null
  return Buffer.alloc(0)
}

/** @returns how long a segment is that holds what its own counts announce, and nothing behind it */
function neededLength(marker: number, segment: Buffer): number {
  const byteAt = (at: number): number => segment[at] ?? 0
  if (marker === 0xdd) return 6
  if (marker === startOfScan) return 8 + 2 * byteAt(4)
  if (marker !== 0xc4 && marker !== 0xdb) return 10 + 3 * byteAt(9)
  let end = 4
  // Tables of numbers follow one another: of Huffman's the lengths are counted first, of the others 64 have one byte or two.
  while (end < segment.length) {
    if (marker === 0xdb) end += byteAt(end) >> 4 === 0 ? 65 : 129
    else end += 17 + segment.subarray(end + 1, end + 17).reduce((sum, count) => sum + count, 0)
  }
  return end
}

/** @returns where the marker after a scan stands; 0 where there is none */
function findMarker(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at)) {
    const next = jpeg[at + 1]
    if (next === undefined) return 0
    // A byte of the picture, or a restart within it; of several such bytes the last begins the marker.
    const isWithin = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isWithin && next !== 0xff) return at
    at += isWithin ? 2 : 1
  }
  return 0
}

/** EXIF that holds one tag and nothing else. */
function writeOrientation(orientation: number): Buffer {
  const head = "ffe1 0022 457869660000 4d4d002a00000008 0001 0112 0003 00000001"
  return Buffer.concat([Buffer.from(head.replaceAll(" ", ""), "hex"), Buffer.from([0, orientation, 0, 0, 0, 0, 0, 0])])
}
