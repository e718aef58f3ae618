import { crc32 } from "node:zlib"
import { jpegSegments, startOfScan } from "#server/platform/pictures/jpeg-segments.ts"

/**
 * Writes XMP into a finished picture without touching its pixels: encoding anew would cost quality and seconds.
 * XMP that was there before goes.
 * @returns the same bytes for a kind of file that is none of PNG, JPEG and WebP, or cannot be read
 */
export function putXmp(bytes: Uint8Array, mimeType: string, xmp: string): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = Buffer.from(xmp)
  if (mimeType === "image/png") return putInPng(file, text) ?? bytes
  if (mimeType === "image/jpeg") return putInJpeg(file, text) ?? bytes
  if (mimeType === "image/webp") return putInWebp(file, text) ?? bytes
  return bytes
}

const pngKeyword = Buffer.from("XML:com.adobe.xmp\0\0\0\0\0", "latin1")

/** After the header chunk, where readers look first. */
function putInPng(file: Buffer, xmp: Buffer): Buffer | null {
  const start = 8
  const header = start + 25
  if (file.length < header || file.toString("latin1", start + 4, start + 8) !== "IHDR") return null
  const parts: Buffer[] = [file.subarray(0, header), pngChunk("iTXt", Buffer.concat([pngKeyword, xmp]))]
  for (let at = header; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return null
    const isText = /^(iTXt|zTXt|tEXt)$/.test(file.toString("latin1", at + 4, at + 8))
    const isXmp = isText && file.toString("latin1", at + 8, at + 25) === "XML:com.adobe.xmp"
    if (!isXmp) parts.push(file.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const jpegName = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1")

/** After what says that it is a JPEG; segments go on until the picture begins. */
function putInJpeg(file: Buffer, xmp: Buffer): Buffer | null {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return null
  const length = jpegName.length + xmp.length + 2
  if (length > 0xffff) return null
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xffe1)
  head.writeUInt16BE(length, 2)
  const own = Buffer.concat([head, jpegName, xmp])
  const before: Buffer[] = [file.subarray(0, 2)]
  const after: Buffer[] = []
  let at = 2
  for (const { marker, start, end } of jpegSegments(file)) {
    if (marker === startOfScan) break
    if (end > file.length) return null
    const isXmp = marker === 0xe1 && file.subarray(start + 4, start + 4 + jpegName.length).equals(jpegName)
    if (!isXmp) (marker === 0xe0 ? before : after).push(file.subarray(start, end))
    at = end
  }
  return Buffer.concat([...before, own, ...after, file.subarray(at)])
}

/** Bits of the extended header. */
const webpFlags = { alpha: 0x10, xmp: 0x04 } as const

/** XMP needs the extended form of the file, and stands at its end. */
function putInWebp(file: Buffer, xmp: Buffer): Buffer | null {
  if (file.length < 20 || file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP")
    return null
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4)
    if (at + 8 + size > file.length) return null
    const type = file.toString("latin1", at, at + 4)
    if (type !== "XMP ") chunks.push({ type, data: file.subarray(at + 8, at + 8 + size) })
    at += 8 + size + (size % 2)
  }
  const first = chunks[0]
  if (!first) return null
  if (first.type === "VP8X") {
    const data = Buffer.from(first.data)
    data[0] = (data[0] ?? 0) | webpFlags.xmp
    chunks[0] = { type: "VP8X", data }
  } else {
    const data = extendedHeader(first)
    if (!data) return null
    chunks.unshift({ type: "VP8X", data })
  }
  chunks.push({ type: "XMP ", data: xmp })
  const body = Buffer.concat(chunks.map(webpChunk))
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1")
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

function webpChunk({ type, data }: { type: string; data: Buffer }): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1")
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** Size and transparency, out of the simple form's own header. */
function extendedHeader({ type, data }: { type: string; data: Buffer }): Buffer | null {
  let flags: number = webpFlags.xmp
  let width: number
  let height: number
  if (type === "VP8 " && data.length >= 10) {
    width = data.readUInt16LE(6) & 0x3fff
    height = data.readUInt16LE(8) & 0x3fff
  } else if (type === "VP8L" && data.length >= 5) {
    const bits = data.readUInt32LE(1)
    width = (bits & 0x3fff) + 1
    height = ((bits >> 14) & 0x3fff) + 1
    if ((bits >> 28) & 1) flags |= webpFlags.alpha
  } else return null
  const header = Buffer.alloc(10)
  header[0] = flags
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  return header
}
