/** Where phones write how a photo is turned: far within the first part of the file, in bytes. */
const headBytes = 128 * 1024

const marker = { jpeg: 0xffd8, exif: 0xffe1, pixels: 0xffda } as const
/** "Exif" and two zeros come before the TIFF header. */
const exifName = 0x45786966
const orientationTag = 0x0112

/**
 * Whether a photo's pixels are stored turned or mirrored, to be put upright by whoever shows them. Read from the file
 * itself: a copy drawn by the browser is upright and says nothing of it.
 */
export async function isStoredTurned(file: Blob): Promise<boolean> {
  const head = new DataView(await file.slice(0, headBytes).arrayBuffer())
  try {
    return readOrientation(head) > 1
  } catch {
    // A header that is cut short or points outside of itself tells nothing.
    return false
  }
}

/** @returns 1 (upright) to 8, as EXIF counts; 1 where nothing is said. @throws RangeError for a header that is cut short */
function readOrientation(head: DataView): number {
  if (head.byteLength < 4 || head.getUint16(0) !== marker.jpeg) return 1
  for (let at = 2; at + 4 <= head.byteLength; at += 2 + head.getUint16(at + 2)) {
    const found = head.getUint16(at)
    if (found < 0xff00 || found === marker.pixels) return 1
    if (found === marker.exif && head.getUint32(at + 4) === exifName) return readTiff(head, at + 10)
  }
  return 1
}

function readTiff(head: DataView, start: number): number {
  const isLittle = head.getUint16(start) === 0x4949
  const directory = start + head.getUint32(start + 4, isLittle)
  const count = head.getUint16(directory, isLittle)
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (head.getUint16(entry, isLittle) === orientationTag) return head.getUint16(entry + 8, isLittle)
  }
  return 1
}
