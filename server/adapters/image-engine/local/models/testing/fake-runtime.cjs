/**
 * Stands in for onnxruntime-node in tests: does by hand what the two models of tiny-onnx.ts say. Of a file it reads no more
 * than which of them it is, and the only size that it takes, if it has one.
 */
const { readFile, writeFile } = require("node:fs/promises")
const { dirname, join } = require("node:path")
const { setTimeout: sleep } = require("node:timers/promises")

class Tensor {
  constructor(_type, data, dims) {
    if (dims.reduce((product, n) => product * n, 1) !== data.length) throw new Error("shape and data differ")
    this.data = data
    this.dims = dims
  }
}

/** One picture of three channels whose sides are numbers of a byte each, as tiny-onnx.ts writes it. */
const fixedSize = "\n\x02\x08\x01\n\x02\x08\x03\n\x02\x08"

/** Begins the version of the operators, a byte, as tiny-onnx.ts writes it; and the newest that this runtime knows. */
const opsetField = "B\x02\x10"
const newestOpset = 26

async function create(path) {
  const file = await readFile(path, "latin1")
  if (file.includes("Crash")) process.kill(process.pid, "SIGKILL")
  if (!file.includes("Sigmoid") && !file.includes("Resize")) throw new Error("Protobuf parsing failed.")
  const told = file.lastIndexOf(opsetField)
  const opset = told < 0 ? 0 : file.charCodeAt(told + opsetField.length)
  if (opset > newestOpset) throw new Error(`ONNX Runtime only *guarantees* ... Opset ${opset} is under development`)
  const isMatting = file.includes("Sigmoid")
  const factor = Buffer.from(file, "latin1").readFloatLE(Math.max(0, file.indexOf("J\x10")) + 10)
  const at = file.indexOf(fixedSize)
  // Between the two sides stand the three bytes that begin the second one.
  const [tall, wide] = at < 0 ? ["any", "any"] : [0, 4].map((n) => file.charCodeAt(at + fixedSize.length + n))
  return {
    inputNames: ["x"],
    outputNames: [isMatting ? "a" : "y"],
    inputMetadata: [{ name: "x", type: "float32", shape: [1, 3, tall, wide] }],
    async run({ x }) {
      if (file.endsWith("Slow")) {
        await writeFile(join(dirname(path), "running"), "").catch(() => {})
        await sleep(500)
      }
      const [, , height, width] = x.dims
      if (at >= 0 && (height !== tall || width !== wide)) throw new Error("Got invalid dimensions")
      return isMatting ? { a: matte(x) } : { y: resize(x, factor) }
    },
    async release() {},
  }
}

function matte({ data, dims }) {
  const [, , height, width] = dims
  const area = width * height
  const red = (p) => data[p] - data[area + p] - data[2 * area + p]
  const numbers = Float32Array.from({ length: area }, (_, p) => 1 / (1 + Math.exp(8 - 30 * red(p))))
  return new Tensor("float32", numbers, [1, 1, height, width])
}

function resize({ data, dims }, factor) {
  const [, channels, height, width] = dims
  const [tall, wide] = [height * factor, width * factor]
  const numbers = Float32Array.from({ length: channels * tall * wide }, (_, i) => {
    const [x, y, c] = [i % wide, Math.floor(i / wide) % tall, Math.floor(i / (wide * tall))]
    return data[(c * height + Math.floor(y / factor)) * width + Math.floor(x / factor)]
  })
  return new Tensor("float32", numbers, [1, channels, tall, wide])
}

module.exports = { Tensor, InferenceSession: { create } }
