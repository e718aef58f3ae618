import { inflateSync } from "node:zlib"

/** Most words that a PNG may have packed, in bytes once unpacked: tools for pictures write some hundred kilobytes. */
const mostUnpacked = 4 * 1024 * 1024

/** How many times longer a text may be than it is packed (RFC 1951 stores 258 bytes in two bits): where it cannot be unpacked. */
const mostPacking = 1_032

/** Most texts beside one picture, and most pieces of all kinds: usual ones have 8 kB each. */
const mostTexts = 500
const mostPieces = 50_000

/** First bytes of a PNG. */
const signature = Buffer.from("89504e470d0a1a0a", "hex")

/**
 * Whether a file is a PNG with more words beside its picture than any tool writes. A thousandth of them is enough where they are
 * packed, and whatever decodes the picture unpacks all of them first, with no limit of its own.
 */
export function hasEndlessWords(file: Uint8Array): boolean {
  const png = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (!png.subarray(0, signature.length).equals(signature)) return false
  let [texts, pieces] = [0, 0]
  let left = mostUnpacked
  for (let at = signature.length; at + 12 <= png.length; ) {
    const type = png.toString("latin1", at + 4, at + 8)
    const end = at + 12 + png.readUInt32BE(at)
    if (end > png.length) return false
    if (++pieces > mostPieces) return true
    if (type === "tEXt" || type === "zTXt" || type === "iTXt") {
      left -= unpackedBytes(type, png.subarray(at + 8, end - 4), left)
      if (++texts > mostTexts || left <= 0) return true
    }
    at = end
  }
  return false
}

/** @returns how long the words are once unpacked, or all that is left where they are longer */
function unpackedBytes(type: string, chunk: Buffer, left: number): number {
  // A keyword and a zero byte; then how it is packed, which of international texts says first whether it is.
  const keywordEnd = chunk.indexOf(0)
  if (type === "tEXt" || keywordEnd < 0 || (type === "iTXt" && chunk[keywordEnd + 1] !== 1)) return 0
  const packed = type === "zTXt" ? keywordEnd + 2 : chunk.indexOf(0, chunk.indexOf(0, keywordEnd + 3) + 1) + 1
  try {
    return inflateSync(chunk.subarray(packed), { maxOutputLength: left }).length
  } catch (error) {
    const isLonger = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
    return isLonger ? left : Math.min(left, chunk.length * mostPacking)
  }
}
