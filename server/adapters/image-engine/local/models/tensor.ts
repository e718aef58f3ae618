// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import type { OnnxRuntime, OnnxSession, OnnxTensor } from "./runtime.ts"

/** A model answered something that cannot be what it was asked for. */
export class ModelAnswerError extends Error {
  override readonly name = "ModelAnswerError"
}

/** What is taken off each channel (red, green, blue; 0 to 1) and what it is divided by then. */
export interface Normalisation {
  mean: readonly [number, number, number]
  spread: readonly [number, number, number]
}

/** Channels one after the other, as models want them: 1 × 3 × height × width. Alpha is left out. */
export function tensorOf(runtime: OnnxRuntime, picture: Picture, { mean, spread }: Normalisation): OnnxTensor {
  const { width, height, channels, data } = picture
  const area = width * height
  const numbers = new Float32Array(area * 3)
  for (let c = 0; c < 3; c++) {
    for (let p = 0; p < area; p++) numbers[c * area + p] = (data[p * channels + c]! / 255 - mean[c]!) / spread[c]!
  }
  return new runtime.Tensor("float32", numbers, [1, 3, height, width])
}

/** Planes of equal size. */
export interface Planes {
  width: number
  height: number
  count: number
  data: Float32Array
}

/** Runs a model of one input and takes its first output. @throws ModelAnswerError when that is no set of planes */
export async function runModel(session: OnnxSession, input: OnnxTensor): Promise<Planes> {
  const [inputName] = session.inputNames
  const [outputName] = session.outputNames
  if (inputName === undefined || outputName === undefined) throw new ModelAnswerError("it has no input or no output")
  const answer = (await session.run({ [inputName]: input }))[outputName]
  if (!answer) throw new ModelAnswerError(`it gave no ${outputName}`)
  const { data, dims } = answer
  const [height = 0, width = 0] = dims.slice(-2)
  const count = dims.slice(0, -2).reduce((product, n) => product * n, 1)
  if (!(data instanceof Float32Array) || width * height * count !== data.length || data.length === 0) {
    throw new ModelAnswerError(`its answer has the shape ${dims.join(" × ")}`)
  }
  return { width, height, count, data }
}
