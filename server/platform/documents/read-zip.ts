import { type FileHandle, open } from "node:fs/promises"
import { promisify } from "node:util"
import { crc32, inflateRaw } from "node:zlib"
import { AppError } from "#server/platform/errors.ts"

const inflate = promisify(inflateRaw)

/** Most bytes of a ZIP that is read: what needs the 64 bits of later ZIPs is larger. */
export const mostZipBytes = 4_000_000_000

/** Most files in it. */
export const mostZipEntries = 50_000

/** Longest list of its files, in bytes. */
const mostListBytes = 32_000_000

/** Lengths of what a ZIP is made of, without names and remarks, in bytes (APPNOTE 6.3.10, section 4.3). */
const lengths = { localHeader: 30, listEntry: 46, end: 22, remark: 65_535 } as const

/** First four bytes of each. */
const marks = { localHeader: 0x04034b50, listEntry: 0x02014b50, end: 0x06054b50 } as const

/** Where a file of a ZIP is, as its list says. */
interface Entry {
  name: string
  isDeflated: boolean
  crc: number
  packed: number
  size: number
  offset: number
}

/** A ZIP on the disk, whose files are read one by one. */
export interface ZipReader {
  /** Names of its files, in the order of its list. */
  readonly names: readonly string[]
  /** Its bytes when it is unpacked; 0 for a file that is not in it. */
  sizeOf(name: string): number
  /**
   * @param most bytes that are taken
   * @returns null when it is not in it
   * @throws AppError when it is longer, or not what was put into the ZIP
   */
  read(name: string, most: number): Promise<Buffer | null>
  close(): Promise<void>
}

/**
 * Opens a ZIP of somebody else's: names that lead out of a folder, files that lie over each other and sizes that are not
 * theirs are refused, and nothing is unpacked before it is asked for.
 * @throws AppError `general_argument_invalid` with what is wrong
 */
export async function openZip(path: string): Promise<ZipReader> {
  const file = await open(path, "r").catch((cause: unknown) => {
    throw refused(`${path} cannot be read.`, cause)
  })
  try {
    const found = await file.stat()
    if (!found.isFile()) throw refused(`${path} is no file.`)
    if (found.size > mostZipBytes) throw refused(`The ZIP is larger than ${mostZipBytes / 1e9} GB.`)
    const entries = await readList(file, found.size)
    return {
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.size ?? 0,
      read: async (name, most) => {
        const entry = entries.get(name)
        return entry ? unpack(file, found.size, entry, most) : null
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readList(file: FileHandle, size: number): Promise<ReadonlyMap<string, Entry>> {
  const tail = await readAt(
    file,
    Math.max(0, size - lengths.end - lengths.remark),
    Math.min(size, lengths.end + lengths.remark),
  )
  const end = findEnd(tail)
  if (end === null) throw refused("This is no ZIP, or only a part of one. Please take the whole file.")
  const [count, bytes, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (count > mostZipEntries || bytes > mostListBytes) throw refused(`The ZIP has more than ${mostZipEntries} files.`)
  if (end.readUInt16LE(4) !== 0 || offset + bytes > size) throw broken()
  const list = await readAt(file, offset, bytes)
  const entries = new Map<string, Entry>()
  let packed = 0
  for (let at = 0, seen = 0; seen < count; seen++) {
    if (at + lengths.listEntry > list.length || list.readUInt32LE(at) !== marks.listEntry) throw broken()
    const [flags, method] = [list.readUInt16LE(at + 8), list.readUInt16LE(at + 10)]
    const nameEnd = at + lengths.listEntry + list.readUInt16LE(at + 28)
    const name = list.toString("utf8", at + lengths.listEntry, nameEnd)
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8))
      throw refused(`${name} in the ZIP is locked or packed in a way that is not read here.`)
    if (isUnsafe(name))
      throw refused(`The ZIP has a file whose name leads out of its folder: ${JSON.stringify(name.slice(0, 100))}.`)
    if (entries.has(name)) throw refused(`The ZIP has ${name} twice.`)
    const entry = {
      name,
      isDeflated: method === 8,
      crc: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      offset: list.readUInt32LE(at + 42),
    }
    packed += entry.packed
    if (!name.endsWith("/")) entries.set(name, entry)
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  // A ZIP of a few bytes could else give the same ones again and again.
  if (packed > size) throw broken()
  return entries
}

/** The end of a ZIP's list: the last one whose remark ends with the file. */
function findEnd(tail: Buffer): Buffer | null {
  for (let at = tail.length - lengths.end; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== marks.end) continue
    if (at + lengths.end + tail.readUInt16LE(at + 20) === tail.length) return tail.subarray(at)
  }
  return null
}

/** Names are looked up and never written to the disk as they are; one that would lead out of a folder is no export's. */
function isUnsafe(name: string): boolean {
  return name === "" || /^[/\\]|^[A-Za-z]:|\\|\p{Cc}/u.test(name) || name.split("/").includes("..")
}

async function unpack(file: FileHandle, size: number, entry: Entry, most: number): Promise<Buffer> {
  if (entry.size > most) throw refused(`${entry.name} in the ZIP is larger than ${Math.floor(most / 1e6)} MB.`)
  if (entry.offset + lengths.localHeader > size) throw broken()
  const header = await readAt(file, entry.offset, lengths.localHeader)
  if (header.readUInt32LE(0) !== marks.localHeader) throw broken()
  const start = entry.offset + lengths.localHeader + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + entry.packed > size) throw broken()
  const packed = await readAt(file, start, entry.packed)
  const bytes = entry.isDeflated
    ? await inflate(packed, { maxOutputLength: Math.max(1, entry.size) }).catch((cause: unknown) => {
        throw changed(entry.name, cause)
      })
    : packed
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw changed(entry.name)
  return bytes
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  if (bytesRead < length) throw broken()
  return bytes
}

function broken(): AppError {
  return refused("The ZIP is broken. Please download it again.")
}

function changed(name: string, cause?: unknown): AppError {
  return refused(`${name} in the ZIP is not what was put into it. Please download it again.`, cause)
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError("general_argument_invalid", message, { cause })
}
