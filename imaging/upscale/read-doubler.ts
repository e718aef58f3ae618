import { type Layer, layerBytes, readPacked, type TrainedLayer } from "#imaging/network/trained-layers.ts"

const channels = 32
const middleLayers = 5

const make = (given: number, made: number): Layer => ({ given, made, stride: 1 })
/** Convolutions from the first to the last; the last makes the four new pixels of each old one. */
const layers: Layer[] = [
  make(1, channels),
  ...Array.from({ length: middleLayers }, () => make(channels, channels)),
  make(channels, 4),
]

/** Source pixels on each side that the network reads. */
export const doublerReach = layers.length

/** The network that doubles pictures stored with loss: everything that was learned. */
export interface Doubler {
  layers: TrainedLayer[]
}

/**
 * Reads `stored.bin`, which scripts/upscale-training/network writes, layer by layer.
 * @throws Error when the bytes are not as many as the layers need
 */
export function readDoubler(bytes: Uint8Array): Doubler {
  const wanted = layers.reduce((sum, layer) => sum + layerBytes(layer), 0)
  if (bytes.length !== wanted) {
    throw new Error(`The network that enlarges has ${wanted} bytes, and these are ${bytes.length}.`)
  }
  return { layers: layers.map(readPacked(bytes).layer) }
}
