import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
/** Frees what this thread let go of, and stands still for it: some 10 ms in a thread of the engine, about 100 in the product's main one. */
export const freeMemory = runInNewContext("gc") as () => void

/** Work on pictures from so many pixels on leaves behind what is worth freeing at once. */
const largePixels = 4_000_000

/**
 * Frees what this thread let go of after work on a large picture. By itself that happens when something else is made, and a
 * thread that waits makes nothing: three photos of 12 megapixels left 600 MB. Takes some 10 ms in a thread of the engine.
 */
export function freeMemoryAfter({ width, height }: { width: number; height: number }): void {
  if (width * height >= largePixels) freeMemory()
}
