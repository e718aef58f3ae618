import { createRequire } from "node:module"
import { join } from "node:path"

/** As much of onnxruntime's programming interface as we use, so that nothing of it needs to be installed. */
export interface OnnxRuntime {
  InferenceSession: { create(file: string, options: SessionOptions): Promise<OnnxSession> }
  Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => OnnxTensor
}

/** What a session is opened with; names are the runtime's own. */
export interface SessionOptions {
  intraOpNumThreads: number
  interOpNumThreads: number
  /** An arena keeps what one photo needed for the next: 1.5 GB where 0.7 do. */
  enableCpuMemArena: boolean
  enableMemPattern: boolean
  executionMode: "sequential"
  /** 4: nothing but what ends the process. What goes wrong is told by us. */
  logSeverityLevel: 4
}

/** A model that was read. */
export interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  /** Shapes as the graph says them; a side that may be any has a name or -1. */
  readonly inputMetadata: readonly { readonly type?: string; readonly shape?: readonly (number | string)[] }[]
  run(inputs: Record<string, OnnxTensor>, outputs: readonly string[]): Promise<Record<string, OnnxTensor>>
  release(): Promise<void>
}

/** Numbers with a shape; the last dimension changes fastest. */
export interface OnnxTensor {
  readonly data: ArrayLike<unknown>
  readonly dims: readonly number[]
}

const packageName = "onnxruntime-node"

/**
 * The runtime: that of a folder with `node_modules` where there is one, else what was installed beside the product.
 * @returns undefined when it is nowhere; other faults (a wrong processor, say) are thrown
 */
export function loadRuntime(folder: string | null): OnnxRuntime | undefined {
  const places = folder === null ? [] : [join(folder, "here.js")]
  for (const place of [...places, import.meta.filename]) {
    const require = createRequire(place)
    try {
      const file = require.resolve(packageName)
      return require(file) as OnnxRuntime
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) throw error
    }
  }
  return undefined
}
