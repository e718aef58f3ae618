/** What is taken off each channel (red, green, blue; 0 to 1) and what it is divided by then. */
export interface Normalisation {
  mean: readonly [number, number, number]
  spread: readonly [number, number, number]
}

/** What the process that runs models is asked. One thing at a time. */
export type ModelRequest = { id: number; file: string } & (
  | { kind: "describe" }
  /** Writes a lighter copy of the file (prepare-onnx.ts). */
  | { kind: "prepare"; to: string; output: string | null }
  | {
      kind: "run"
      /** Red, green and blue in turn, a byte each. */
      pixels: Uint8Array
      width: number
      height: number
      normalisation: Normalisation
      /** Name of the answer that counts; the first one when null. */
      output: string | null
    }
)

/** A model as its own graph describes it. */
export interface ModelFacts {
  /** The size it wants; null where any will do. */
  width: number | null
  height: number | null
}

/** Planes of equal size, a byte each: coverage where it is one, colours where they are three. */
export interface BytePlanes {
  width: number
  height: number
  count: number
  data: Uint8Array
}

/** What the process answers. */
export type ModelReply =
  | { id: number; facts: ModelFacts }
  | { id: number; isPrepared: true }
  | { id: number; planes: BytePlanes; memoryMb: number }
  | { id: number; problem: string }

/** What the process is started with, as JSON in its only argument. */
export interface ModelProcessData {
  /** Folder with the runtime in its `node_modules`; null: what is installed beside the product. */
  runtimeDir: string | null
  threads: number
}
