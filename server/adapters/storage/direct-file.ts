import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"

/** As much of it as is used here; the types of Node leave it to browsers. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => { buffer: ArrayBuffer } }

/** Places and lengths that disks write without the system's copy are multiples of this, in bytes. */
const alignment = 4096

/** Shorter ends go through the system's copy: another file handle would cost more. */
const leastDirectBytes = 64 * 1024

/** Bytes that are written at once, and how many such writes go on at the same time; the system has four threads. */
export const blockBytes = 1024 * 1024
const blockCount = 4

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

/** Writes into a file past the system's copy of it, which costs more than the disk where memory is scarce or fresh. */
export interface DirectFile {
  /** @returns how many of the first bytes were written: as many as can go this way */
  write(bytes: Buffer, at: number): Promise<number>
  close(): Promise<void>
}

/** @param path of a file that is there */
export function openDirect(path: string): DirectFile {
  let file: FileHandle | null = null
  return {
    async write(bytes, at) {
      const length = bytes.length - (bytes.length % alignment)
      if (!isPossible || length < leastDirectBytes || at % alignment !== 0) return 0
      try {
        file ??= await open(path, constants.O_WRONLY | constants.O_DIRECT)
        const { bytesWritten } = await file.write(bytes, 0, length, at)
        return bytesWritten
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw error
        isPossible = false
        return 0
      }
    },
    async close() {
      await file?.close()
    },
  }
}
