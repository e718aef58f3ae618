import {
  layerBytes,
  packedBytes,
  readPacked,
  type TrainedLayer,
  type TrainedNumbers,
} from "#imaging/network/trained-layers.ts"
import { downLayers, fineLayer, lastLayer, sameLayers, upLayers, wholeChannels } from "./layers.ts"

/** The outline network: everything that was learned. */
export interface OutlineNetwork {
  down: TrainedLayer[]
  /** For each scale those that keep the size. */
  same: TrainedLayer[][]
  up: TrainedLayer[]
  fine: TrainedLayer
  last: TrainedLayer
  /** `wholeChannels` squared. */
  whole: TrainedNumbers
}

const networkBytes =
  [...downLayers, ...sameLayers.flat(), ...upLayers, fineLayer, lastLayer].reduce(
    (sum, layer) => sum + layerBytes(layer),
    0,
  ) + packedBytes(wholeChannels, wholeChannels)

/**
 * Reads `outline.bin`, which scripts/cutout-training writes, layer by layer.
 * @throws Error when the bytes are not as many as the layers need
 */
export function readNetwork(bytes: Uint8Array): OutlineNetwork {
  if (bytes.length !== networkBytes) {
    throw new Error(`The outline network has ${networkBytes} bytes, and these are ${bytes.length}.`)
  }
  const packed = readPacked(bytes)
  return {
    down: downLayers.map(packed.layer),
    same: sameLayers.map((layers) => layers.map(packed.layer)),
    up: upLayers.map(packed.layer),
    fine: packed.layer(fineLayer),
    last: packed.layer(lastLayer),
    whole: packed.numbers(wholeChannels, wholeChannels),
  }
}
