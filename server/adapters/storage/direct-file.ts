import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"

/** As much of it as is used here; the types of Node leave it to browsers. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => { buffer: ArrayBuffer } }

/** Places and lengths that disks write without the system's copy are multiples of this, in bytes. */
const alignment = 4096

/** Shorter ends go through the system's copy: another file handle would cost more. */
const leastDirectBytes = 64 * 1024

/** Bytes that are written at once, and how many files are at that at the same time: more than the four threads. */
export const blockBytes = 1024 * 1024
const blockCount = 8

let blocks: Buffer[] | null = null
const waiting: ((block: Buffer) => void)[] = []

/** Runs `work` with a block of memory of our own, as soon as one is free. */
export async function withBlock<T>(work: (block: Buffer) => Promise<T>): Promise<T> {
  blocks ??= allocate()
  const block = blocks.pop() ?? (await new Promise<Buffer>((resolve) => waiting.push(resolve)))
  try {
    return await work(block)
  } finally {
    const next = waiting.shift()
    if (next) next(block)
    else blocks.push(block)
  }
}

/** The memory of WebAssembly begins at a page, as direct writes need it; that of buffers does not. */
function allocate(): Buffer[] {
  const pages = (blockCount * blockBytes) / (64 * 1024)
  const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages })
  return Array.from({ length: blockCount }, (_, n) => Buffer.from(buffer, n * blockBytes, blockBytes))
}

/** Linux alone has it, and not on every kind of disk. */
let isPossible = constants.O_DIRECT !== undefined

/** How many of these bytes can go past the system's copy of the file. @param at where they belong */
export function directLength(bytes: Buffer, at: number): number {
  const length = bytes.length - (bytes.length % alignment)
  return isPossible && length >= leastDirectBytes && at % alignment === 0 ? length : 0
}

/**
 * Makes a file that is written past the system's copy of it, which costs more than the disk where memory is scarce or fresh.
 * @returns null where that is not possible; then it never is, and an empty file may be there
 */
export function createDirect(path: string): Promise<FileHandle | null> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DIRECT
  return unlessRefused(open(path, flags, 0o600), null)
}

/** @returns how many bytes were written; 0 where the disk does not take them this way, and then never does */
export async function writeDirect(file: FileHandle, bytes: Buffer, length: number, at: number): Promise<number> {
  const written = file.write(bytes, 0, length, at).then(({ bytesWritten }) => bytesWritten)
  return unlessRefused(written, 0)
}

async function unlessRefused<Done, Refused>(work: Promise<Done>, refused: Refused): Promise<Done | Refused> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw error
    isPossible = false
    return refused
  }
}
