/** As much of onnxruntime's programming interface as we use, so that nothing of it needs to be installed. */
export interface OnnxRuntime {
  InferenceSession: { create(file: string): Promise<OnnxSession> }
  Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => OnnxTensor
}

/** A model that was read. */
export interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(inputs: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>
}

/** Numbers with a shape; the last dimension changes fastest. */
export interface OnnxTensor {
  readonly data: ArrayLike<unknown>
  readonly dims: readonly number[]
}

/** Installed by operators who want models; its type keeps compilers from looking for it. */
const packageName: string = "onnxruntime-node"

/**
 * The runtime, if somebody installed it.
 * @returns undefined when it is not there; other faults (a wrong processor, say) are thrown
 */
export async function importRuntime(): Promise<OnnxRuntime | undefined> {
  try {
    const found = (await import(packageName)) as OnnxRuntime & { default?: OnnxRuntime }
    return found.default ?? found
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined
    throw error
  }
}
