import { promisify } from "node:util"
import { crc32, deflate } from "node:zlib"

const compress = promisify(deflate)

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export type Rgb = readonly [red: number, green: number, blue: number]

/** Shades between the two colours: edges look smooth and the file stays small. */
const shades = 64

/**
 * Writes a PNG of two colours and the shades between them (PNG specification, colour type 3).
 * @param amounts 0 to 1 by pixel: how much of `ink` there is
 */
export async function writePng(
  amounts: Float32Array,
  size: { width: number; height: number },
  ink: Rgb,
  ground: Rgb,
): Promise<Buffer> {
  const { width, height } = size
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)

  const palette = Buffer.from(
    Array.from({ length: shades }, (_, shade) => {
      const part = shade / (shades - 1)
      return ink.map((value, channel) => Math.round(value * part + (ground[channel] ?? 0) * (1 - part)))
    }).flat(),
  )

  // Each row begins with the number of its filter; 0 is none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const amount = Math.min(1, amounts[y * width + x] ?? 0)
      rows[y * (width + 1) + 1 + x] = Math.round(amount * (shades - 1))
    }
  }
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", await compress(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
