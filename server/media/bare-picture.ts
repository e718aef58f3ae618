import { withoutMetadata } from "./without-metadata.ts"

/** Chunks of a PNG that its pixels and colours need (PNG, third edition, table 5.1). */
const pngChunks = new Set(["IHDR", "PLTE", "tRNS", "cHRM", "gAMA", "sRGB", "cICP", "iCCP", "IDAT", "IEND"])

/** The same of a WebP without movement (RFC 9649, section 2.7). */
const webpChunks = new Set(["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L"])

/** Bits of the extended header that announce colours and transparency; others announce words or movement. */
const webpFlags = 0x30

/**
 * A picture of an engine with the very same pixels, and without whatever the engine wrote beside them: some write all
 * words of an order there. A JPEG goes the way of copies for others; what is built otherwise than usual is made anew.
 * @param mimeType as found in its content
 * @throws AppError `storage_file_type_unsupported` for what cannot be decoded then
 */
export async function barePicture(bytes: Uint8Array, mimeType: string): Promise<Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return bareParts(file, mimeType) ?? (await withoutMetadata(file, mimeType))
}

/** @returns null where it cannot be told what belongs to the picture */
function bareParts(file: Buffer, mimeType: string): Buffer | null {
  if (mimeType === "image/png") return barePng(file)
  return mimeType === "image/webp" ? bareWebp(file) : null
}

function barePng(file: Buffer): Buffer | null {
  const parts = [file.subarray(0, 8)]
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return null
    const type = file.toString("latin1", at + 4, at + 8)
    if (pngChunks.has(type)) parts.push(file.subarray(at, end))
    if (type === "IEND") return Buffer.concat(parts)
    at = end
  }
  return null
}

function bareWebp(file: Buffer): Buffer | null {
  const parts: Buffer[] = []
  const whole = Math.min(file.length, 8 + file.readUInt32LE(4))
  for (let at = 12; at + 8 <= whole; ) {
    const size = file.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > whole) return null
    const type = file.toString("latin1", at, at + 4)
    if (type.startsWith("ANI") || type === "ANMF") return null
    if (webpChunks.has(type)) parts.push(type === "VP8X" ? plainHeader(file.subarray(at, end)) : file.subarray(at, end))
    at = end
  }
  const body = Buffer.concat(parts)
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1")
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

function plainHeader(chunk: Buffer): Buffer {
  const header = Buffer.from(chunk)
  header[8] = (header[8] ?? 0) & webpFlags
  return header
}
