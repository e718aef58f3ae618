import sharp from "sharp"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import type { EngineOrder } from "#server/adapters/image-engine/port.ts"
import { maxEnlargedPixels } from "./photo-work.ts"

/** What the process holds while nothing is worked on, in bytes; the system and what is beside it get three tenths of the machine. */
const heldAtRest = 400_000_000
const shareOfProcess = 0.7
/** Enough for a picture and for a photo of 12 megapixels: a smaller machine does those too, and may swap. */
const leastForWork = 210_000_000

/** What an order takes at most, in bytes, beside what a pixel takes; measured (docs/measurements.md#small-machines). */
const orderBytes = 80_000_000
const drawingBytes = 200_000_000
const bytesPerPhotoPixel = 9
const bytesPerEnlargedPixel = 19

/** @returns bytes that all work at once may take on a machine or in a container with so much memory */
export function memoryForWork(megabytes: number): number {
  return Math.max(leastForWork, megabytes * 1_048_576 * shareOfProcess - heldAtRest)
}

/** @returns the largest photo and the largest enlargement that so many bytes are enough for, in whole megapixels, in pixels */
export function limitsFor(bytes: number): { maxFilePixels: number; maxEnlargedPixels: number } {
  const whole = (pixels: number): number => Math.floor(pixels / 1_000_000) * 1_000_000
  return {
    maxFilePixels: Math.min(maxPhotoPixels, whole((bytes - orderBytes) / bytesPerPhotoPixel)),
    maxEnlargedPixels: Math.min(maxEnlargedPixels, whole(bytes / bytesPerEnlargedPixel)),
  }
}

/** @returns bytes that an order takes at most; a file that cannot be read takes what its refusal does */
export async function memoryOf(order: EngineOrder, threads: number): Promise<number> {
  const pixels = await Promise.all(filesOf(order).map(pixelsOf))
  const largest = Math.max(0, ...pixels)
  switch (order.kind) {
    case "enlargement":
      return largest * order.factor ** 2 * bytesPerEnlargedPixel
    case "inspection":
      return Math.min(threads, pixels.length) * (orderBytes + largest * bytesPerPhotoPixel)
    case "cut-out":
    case "refinement":
      return orderBytes + largest * bytesPerPhotoPixel
    default:
      return drawingBytes + largest * bytesPerPhotoPixel
  }
}

function filesOf(order: EngineOrder): readonly Uint8Array[] {
  switch (order.kind) {
    case "cut-out":
    case "enlargement":
      return [order.file]
    case "refinement":
      return [order.photo]
    case "inspection":
      return order.files
    default:
      // Photos of trainings and shoots are made small while they are read.
      return []
  }
}

async function pixelsOf(file: Uint8Array): Promise<number> {
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
    return width * height
  } catch {
    return 0
  }
}

/** Lets work begin while there is memory for it, in the order in which it came. */
export interface MemoryShares {
  /** Work that needs more than there is begins when nothing else runs. @throws the signal's reason, when aborted while it waits */
  hold<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** @param most bytes that all work at once may take */
export function shareMemory(most: number): MemoryShares {
  const waiting: { bytes: number; begin: () => void }[] = []
  let taken = 0
  const beginNext = (): void => {
    for (let next = waiting[0]; next && taken + next.bytes <= most; next = waiting[0]) {
      waiting.shift()
      taken += next.bytes
      next.begin()
    }
  }
  return {
    async hold(wanted, signal, work) {
      signal.throwIfAborted()
      const bytes = Math.min(wanted, most)
      await new Promise<void>((resolve, reject) => {
        const place = {
          bytes,
          begin() {
            signal.removeEventListener("abort", leave)
            resolve()
          },
        }
        const leave = (): void => {
          waiting.splice(waiting.indexOf(place), 1)
          reject(signal.reason)
          beginNext()
        }
        signal.addEventListener("abort", leave)
        waiting.push(place)
        beginNext()
      })
      try {
        return await work()
      } finally {
        taken -= bytes
        beginNext()
      }
    },
  }
}
