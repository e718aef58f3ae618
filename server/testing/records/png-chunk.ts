import { crc32 } from "node:zlib"

/** A piece of a PNG, as tests put words into pictures. */
export function pngChunk(type: string, data: string | Buffer): Buffer {
  const body = Buffer.concat([
    Buffer.from(type, "latin1"),
    typeof data === "string" ? Buffer.from(data, "latin1") : data,
  ])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
