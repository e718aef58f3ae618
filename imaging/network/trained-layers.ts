// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** A convolution of 3 x 3 with its bias. */
export interface Layer {
  /** Channels that go in. */
  given: number
  /** Channels that come out. */
  made: number
  /** 2 halves width and height. */
  stride: 1 | 2
}

/** Numbers of a layer: one bias for each channel that comes out, and as many weights each. */
export interface TrainedNumbers {
  bias: Float32Array
  weights: Float32Array
}

/** A layer with its numbers: `made` x `given` x 3 x 3 weights. */
export interface TrainedLayer extends Layer, TrainedNumbers {}

/** Bytes that the numbers of `made` channels with `each` weights take in a packed file. */
export function packedBytes(made: number, each: number): number {
  return made * (8 + each)
}

/** Bytes that a convolution takes in a packed file. */
export function layerBytes({ made, given }: Layer): number {
  return packedBytes(made, 9 * given)
}

/** Reads what a packed file holds, from its beginning to its end. */
export interface PackedReader {
  /** The numbers of `made` channels with `each` weights. */
  numbers(made: number, each: number): TrainedNumbers
  layer(layer: Layer): TrainedLayer
}

/**
 * A packed file of trained numbers: for each layer a scale and a bias per channel that comes out (32-bit floats, little
 * endian), then its weights as whole numbers of a byte; a weight is its number times its channel's scale. Ends with a
 * RangeError when more is asked for than there is: compare the length with `packedBytes` first.
 */
export function readPacked(bytes: Uint8Array): PackedReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const floats = (count: number): Float32Array => {
    const found = Float32Array.from({ length: count }, (_, i) => view.getFloat32(at + 4 * i, true))
    at += 4 * count
    return found
  }
  const numbers = (made: number, each: number): TrainedNumbers => {
    const scales = floats(made)
    const bias = floats(made)
    const weights = Float32Array.from({ length: made * each }, (_, i) => {
      return view.getInt8(at + i) * scales[Math.floor(i / each)]!
    })
    at += made * each
    return { bias, weights }
  }
  return { numbers, layer: (layer) => ({ ...layer, ...numbers(layer.made, 9 * layer.given) }) }
}
