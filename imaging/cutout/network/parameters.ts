// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { decodeBase64 } from "#imaging/base64.ts"
import { downLayers, fineLayer, type Layer, lastLayer, sameLayers, upLayers, wholeChannels } from "./layers.ts"

/** A layer with its numbers. */
export interface TrainedLayer extends Layer {
  bias: Float32Array
  /** `made` x `given` x 3 x 3. */
  weights: Float32Array
}

/** Everything that was learned. */
export interface Parameters {
  down: TrainedLayer[]
  same: TrainedLayer[]
  up: TrainedLayer[]
  fine: TrainedLayer
  last: TrainedLayer
  /** `wholeChannels` squared. */
  whole: { bias: Float32Array; weights: Float32Array }
}

/**
 * Reads what scripts/cutout-training/export.py wrote: for each layer a scale and a bias per channel that comes out (32-bit
 * floats), then its weights as whole numbers of a byte; a weight is its number times its channel's scale.
 * @throws Error when the text is shorter or longer than the layers need
 */
export function unpackParameters(text: string): Parameters {
  const bytes = decodeBase64(text)
  const view = new DataView(bytes.buffer)
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
  const parameters = {
    down: downLayers.map(readLayer),
    same: sameLayers.map(readLayer),
    up: upLayers.map(readLayer),
    fine: readLayer(fineLayer),
    last: readLayer(lastLayer),
    whole: read(wholeChannels, wholeChannels),
  }
  if (at !== bytes.length) throw new Error(`The network's weights hold ${bytes.length} bytes instead of ${at}.`)
  return parameters
}
