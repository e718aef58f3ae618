import type { CutOutTap } from "#contract/studio/cut-outs.ts"
import type { Pixels } from "./edge-messages.ts"

/** What the page asks of the worker. */
export interface TapQuestion {
  id: number
  /** Absent when the worker has them. */
  pictures?: { photo: Pixels; cut: Pixels }
  /** In pixels of these pictures. */
  taps: CutOutTap[]
}

export interface TapAnswer {
  id: number
  pixels: Uint8ClampedArray<ArrayBuffer>
  /** How long it took, in milliseconds. */
  ms: number
}
