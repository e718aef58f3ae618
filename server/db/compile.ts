import { setFlagsFromString } from "node:v8"

/** Less memory than this, in megabytes, and the embedded database is compiled quickly instead of well. */
const wellFromMb = 2_048

/**
 * Says how V8 compiles the embedded database that is opened next. Compiling it well takes half a gigabyte for a second, one
 * function alone most of it: on a small machine that is what a start ends of. Compiled quickly it looks rows up by their key
 * nearly as fast, and computes over many rows at a third to a half of the speed (docs/measurements.md#small-machines).
 */
export function compileForMemory(memoryMb: number): void {
  if (memoryMb >= wellFromMb) return
  setFlagsFromString("--no-wasm-tier-up")
  setFlagsFromString("--no-wasm-dynamic-tiering")
}
