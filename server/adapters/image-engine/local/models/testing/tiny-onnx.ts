/**
 * Writes ONNX files of some 200 bytes for tests: just enough of the format (github.com/onnx/onnx, onnx.proto) for a few
 * operators in a row. Numbers in comments are field numbers there.
 */
type Bytes = number[]

const varint = (value: number): Bytes => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)])
const whole = (field: number, value: number): Bytes => [...varint(field << 3), ...varint(value)]
const part = (field: number, bytes: Bytes): Bytes => [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes]
const text = (field: number, value: string): Bytes => part(field, [...Buffer.from(value)])
const floats = (values: number[]): Bytes => [...Buffer.from(new Float32Array(values).buffer)]

/** A constant tensor: dims 1, data_type 2 (1 = float), name 8, raw_data 9. */
const constant = (name: string, dims: number[], values: number[]): Bytes => [
  ...[...dims.flatMap((n) => whole(1, n)), ...whole(2, 1), ...text(8, name), ...part(9, floats(values))],
]

/** A step: input 1, output 2, op_type 4, attribute 5. */
const node = (kind: string, inputs: string[], output: string, attributes: Bytes = []): Bytes => [
  ...[...inputs.flatMap((name) => text(1, name)), ...text(2, output), ...text(4, kind), ...attributes],
]

/** A picture of any size or of one: name 1, type 2 → tensor 1 → element 1, shape 2 → dimension 1 → value 1 or name 2. */
const pixels = (name: string, channels: number, side: string | number): Bytes => {
  const sides = typeof side === "number" ? [whole(1, side), whole(1, side)] : [text(2, `${side}h`), text(2, `${side}w`)]
  const dims = [whole(1, 1), whole(1, channels), ...sides].flatMap((dim) => part(1, dim))
  return [...text(1, name), ...part(2, part(1, [...whole(1, 1), ...part(2, dims)]))]
}

/** The file: ir_version 1, graph 7 (node 1, name 2, initializer 5, input 11, output 12), opset 8 (version 2). */
const file = (nodes: Bytes[], constants: Bytes[], input: Bytes, output: Bytes, opset = 13): Uint8Array => {
  const steps = [...nodes.flatMap((n) => part(1, n)), ...text(2, "g"), ...constants.flatMap((c) => part(5, c))]
  const graph = [...steps, ...part(11, input), ...part(12, output)]
  return Uint8Array.from([...whole(1, 8), ...part(7, graph), ...part(8, whole(2, opset))])
}

/** Coverage = sigmoid of a weighted sum of the channels: reddish is product. @param side the only size it takes, if any */
export function writeRedMatting(side?: number, opset?: number): Uint8Array {
  const constants = [constant("w", [1, 3, 1, 1], [30, -30, -30]), constant("b", [1], [-8])]
  const nodes = [node("Conv", ["x", "w", "b"], "y"), node("Sigmoid", ["y"], "a")]
  return file(nodes, constants, pixels("x", 3, side ?? "i"), pixels("a", 1, side ?? "o"), opset)
}

/** Every pixel `factor` times in both directions. */
export function writeResize(factor: number): Uint8Array {
  const constants = [constant("s", [4], [1, 1, factor, factor])]
  const attribute = (name: string, value: string): Bytes =>
    part(5, [...text(1, name), ...text(4, value), ...whole(20, 3)])
  const manner = [...attribute("mode", "nearest"), ...attribute("coordinate_transformation_mode", "asymmetric")]
  const round = attribute("nearest_mode", "floor")
  return file(
    [node("Resize", ["x", "", "s"], "y", [...manner, ...round])],
    constants,
    pixels("x", 3, "i"),
    pixels("y", 3, "o"),
  )
}
