import { readFile } from "node:fs/promises"
import type { OnnxRuntime, OnnxTensor } from "#server/adapters/image-engine/local/models/runtime.ts"

class Tensor implements OnnxTensor {
  readonly data: Float32Array
  readonly dims: readonly number[]

  constructor(_type: "float32", data: Float32Array, dims: readonly number[]) {
    if (dims.reduce((product, n) => product * n, 1) !== data.length) throw new Error("shape and data differ")
    this.data = data
    this.dims = dims
  }
}

/** Does by hand what the two models of tiny-onnx.ts say; reads of a file no more than which of them it is. */
export const fakeRuntime: OnnxRuntime = {
  Tensor,
  InferenceSession: {
    async create(path) {
      const file = await readFile(path, "latin1")
      if (!file.includes("Sigmoid") && !file.includes("Resize")) throw new Error("protobuf parsing failed")
      const isMatting = file.includes("Sigmoid")
      const factor = Buffer.from(file, "latin1").readFloatLE(Math.max(0, file.indexOf("J\x10")) + 10)
      return {
        inputNames: ["x"],
        outputNames: [isMatting ? "a" : "y"],
        async run({ x }): Promise<Record<string, OnnxTensor>> {
          if (!x) throw new Error("input x is missing")
          return isMatting ? { a: matte(x) } : { y: resize(x, factor) }
        },
      }
    },
  },
}

function matte({ data, dims }: OnnxTensor): Tensor {
  const [, , height = 0, width = 0] = dims
  const area = width * height
  const at = (channel: number, p: number): number => Number(data[channel * area + p])
  const numbers = Float32Array.from(
    { length: area },
    (_, p) => 1 / (1 + Math.exp(8 - 30 * (at(0, p) - at(1, p) - at(2, p)))),
  )
  return new Tensor("float32", numbers, [1, 1, height, width])
}

function resize({ data, dims }: OnnxTensor, factor: number): Tensor {
  const [, channels = 0, height = 0, width = 0] = dims
  const [tall, wide] = [height * factor, width * factor]
  const numbers = Float32Array.from({ length: channels * tall * wide }, (_, i) => {
    const [x, y, c] = [i % wide, Math.floor(i / wide) % tall, Math.floor(i / (wide * tall))]
    return Number(data[(c * height + Math.floor(y / factor)) * width + Math.floor(x / factor)])
  })
  return new Tensor("float32", numbers, [1, channels, tall, wide])
}
