// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { BytePlanes, ModelFacts, Normalisation } from "./messages.ts"
import { ModelProblem } from "./problem.ts"
import type { OnnxRuntime, OnnxSession, OnnxTensor } from "./runtime.ts"

/** Pixels one after the other, red, green and blue in turn. */
interface Pixels {
  pixels: Uint8Array
  width: number
  height: number
}

/** Channels one after the other, as models want them: 1 × 3 × height × width. */
export function tensorOf(
  runtime: OnnxRuntime,
  { pixels, width, height }: Pixels,
  { mean, spread }: Normalisation,
): OnnxTensor {
  const area = width * height
  const numbers = new Float32Array(area * 3)
  for (let c = 0; c < 3; c++) {
    for (let p = 0; p < area; p++) numbers[c * area + p] = (pixels[p * 3 + c]! / 255 - mean[c]!) / spread[c]!
  }
  return new runtime.Tensor("float32", numbers, [1, 3, height, width])
}

const sideOf = (value: unknown): number | null => (typeof value === "number" && value > 0 ? value : null)

/** @throws ModelProblem when it takes no pictures */
export function describe({ inputNames, outputNames, inputMetadata }: OnnxSession): ModelFacts {
  const [input] = inputMetadata
  if (inputNames.length !== 1 || outputNames.length === 0 || !input) {
    throw new ModelProblem(`The model takes ${inputNames.length} inputs; it must take one picture.`)
  }
  const { shape = [], type = "float32" } = input
  const channels = sideOf(shape[1])
  if (shape.length !== 4 || (channels !== null && channels !== 3) || type !== "float32") {
    throw new ModelProblem(`The model takes ${type} ${shape.join(" × ")}; it must take float32 1 × 3 × height × width.`)
  }
  return { height: sideOf(shape[2]), width: sideOf(shape[3]) }
}

/** Planes of a model's answer in bytes. @throws ModelProblem when it is no set of planes */
export function planesOf(answer: OnnxTensor | undefined): BytePlanes {
  if (!answer) throw new ModelProblem("The model gives no answer of the name that counts.")
  const { data, dims } = answer
  const [height = 0, width = 0] = dims.slice(-2)
  const count = dims.slice(0, -2).reduce((product, n) => product * n, 1)
  if (!(data instanceof Float32Array) || width * height * count !== data.length || data.length === 0) {
    throw new ModelProblem(`The model's answer has the shape ${dims.join(" × ")}; it must be planes of float32.`)
  }
  // Some models give coverage, some its logits; nothing but logits leaves 0 to 1 by more than rounding.
  const isLogits = count === 1 && data.some((v) => v < -0.05 || v > 1.05)
  // What is no number becomes 0.
  const bytes = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) bytes[i] = 255 * (isLogits ? 1 / (1 + Math.exp(-data[i]!)) : data[i]!)
  return { width, height, count, data: new Uint8Array(bytes.buffer) }
}
