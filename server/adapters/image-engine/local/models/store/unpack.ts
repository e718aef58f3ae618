import { createReadStream } from "node:fs"
import { createGunzip } from "node:zlib"

const blockBytes = 512

/** A file in an archive, as its header tells. */
interface Entry {
  path: string
  bytes: number
}

/** Hears a file's content, piece by piece. */
export type Take = (piece: Uint8Array) => Promise<void>

/**
 * Reads a packed package (tar in gzip, as npm makes it) and hands over the plain files that are asked for. Nothing is written
 * here, and paths are only ever compared, so an archive cannot choose where anything lands.
 * @param choose null for a file that is not wanted
 * @throws Error when it is no such archive, or it is cut short
 */
export async function readPackage(file: string, choose: (entry: Entry) => Promise<Take | null>): Promise<void> {
  const blocks = createReadStream(file).pipe(createGunzip())
  const source = blocks[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  /** At most so many bytes; fewer at the end of what has come. */
  const next = async (most: number): Promise<Buffer> => {
    if (rest.length === 0) rest = (await source.next()).value ?? Buffer.alloc(0)
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }
  const block = async (): Promise<Buffer | null> => {
    const pieces: Buffer[] = []
    for (let left = blockBytes; left > 0; ) {
      const piece = await next(left)
      if (piece.length === 0) {
        if (pieces.length > 0) throw new Error("the archive is cut short")
        return null
      }
      pieces.push(piece)
      left -= piece.length
    }
    return Buffer.concat(pieces)
  }
  for (let header = await block(); header !== null; header = await block()) {
    if (header.every((byte) => byte === 0)) continue
    const { path, bytes, isFile } = readHeader(header)
    const take = isFile ? await choose({ path, bytes }) : null
    for (let left = Math.ceil(bytes / blockBytes) * blockBytes, wanted = bytes; left > 0; ) {
      const piece = await next(left)
      if (piece.length === 0) throw new Error("the archive is cut short")
      left -= piece.length
      if (take && wanted > 0) await take(piece.subarray(0, Math.min(piece.length, wanted)))
      wanted -= piece.length
    }
  }
}

/** Fields of a header as POSIX.1-1988 (ustar) has them. */
function readHeader(header: Buffer): Entry & { isFile: boolean } {
  const text = (from: number, length: number): string => {
    const field = header.subarray(from, from + length)
    const end = field.indexOf(0)
    return field.toString("utf8", 0, end < 0 ? length : end)
  }
  const bytes = Number.parseInt(text(124, 12).trim() || "0", 8)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Error("the archive has a file without a size")
  const prefix = text(345, 155)
  const kind = text(156, 1)
  return { path: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), bytes, isFile: kind === "0" || kind === "" }
}
