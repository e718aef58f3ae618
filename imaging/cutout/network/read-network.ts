// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { downLayers, fineLayer, type Layer, lastLayer, sameLayers, upLayers, wholeChannels } from "./layers.ts"

/** A layer with its numbers. */
export interface TrainedLayer extends Layer {
  bias: Float32Array
  /** `made` x `given` x 3 x 3. */
  weights: Float32Array
}

/** The outline network: everything that was learned. */
export interface OutlineNetwork {
  down: TrainedLayer[]
  /** For each scale those that keep the size. */
  same: TrainedLayer[][]
  up: TrainedLayer[]
  fine: TrainedLayer
  last: TrainedLayer
  /** `wholeChannels` squared. */
  whole: { bias: Float32Array; weights: Float32Array }
}

const bytesOf = (made: number, each: number): number => made * (8 + each)
const networkBytes =
  [...downLayers, ...sameLayers.flat(), ...upLayers, fineLayer, lastLayer].reduce(
    (sum, { given, made }) => sum + bytesOf(made, 9 * given),
    0,
  ) + bytesOf(wholeChannels, wholeChannels)

/**
 * Reads `outline.bin`, which scripts/cutout-training writes: for each layer a scale and a bias per channel that comes out
 * (32-bit floats), then its weights as whole numbers of a byte; a weight is its number times its channel's scale.
 * @throws Error when the bytes are not as many as the layers need
 */
export function readNetwork(bytes: Uint8Array): OutlineNetwork {
  if (bytes.length !== networkBytes) {
    throw new Error(`The outline network has ${networkBytes} bytes, and these are ${bytes.length}.`)
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const floats = (count: number): Float32Array => {
    const found = Float32Array.from({ length: count }, (_, i) => view.getFloat32(at + 4 * i, true))
    at += 4 * count
    return found
  }
  const read = (made: number, each: number): { bias: Float32Array; weights: Float32Array } => {
    const scales = floats(made)
    const bias = floats(made)
    const weights = Float32Array.from({ length: made * each }, (_, i) => {
      return view.getInt8(at + i) * scales[Math.floor(i / each)]!
    })
    at += made * each
    return { bias, weights }
  }
  const readLayer = (layer: Layer): TrainedLayer => ({ ...layer, ...read(layer.made, 9 * layer.given) })
  return {
    down: downLayers.map(readLayer),
    same: sameLayers.map((layers) => layers.map(readLayer)),
    up: upLayers.map(readLayer),
    fine: readLayer(fineLayer),
    last: readLayer(lastLayer),
    whole: read(wholeChannels, wholeChannels),
  }
}
