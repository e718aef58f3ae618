import type { CutOutEdge, CutOutStroke } from "#contract/studio/cut-outs.ts"

/** A picture as the worker gets it: four bytes a pixel. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray<ArrayBuffer>
}

/** What the page asks of the worker. Pictures it had before are not sent again. */
export interface EdgeQuestion {
  id: number
  photo?: Pixels
  cut?: Pixels
  /** In pixels of these pictures. */
  edge: CutOutEdge
  /** Strokes whose edges are to be found, as they will be when it is saved; none where `cut` has them roughly. */
  strokes?: readonly CutOutStroke[]
}

export interface EdgeAnswer {
  id: number
  pixels: Uint8ClampedArray<ArrayBuffer>
  /** How long it took, in milliseconds. */
  ms: number
}
