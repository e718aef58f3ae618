// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import {
  type Convolution,
  convolutionCode,
  type Planes,
  pixelAddress,
  rowBytes,
  writeWeights,
} from "#imaging/network/convolution.ts"
import { writeModule } from "#imaging/wasm/writer.ts"
import { createPlane, type Plane } from "./plane.ts"
import type { Doubler } from "./read-doubler.ts"

const pageBytes = 65_536
const floatBytes = 4
const white = 255

/** What bicubic enlargement to twice the size lacks, in grey levels, for the whole plane. */
export type FindDetail = (plane: Plane) => Plane

/**
 * Lays out memory for planes of one size, writes each layer's code, and puts the weights where it looks for them. Takes
 * some 10 MB for 150 x 150. Beyond the plane the network sees a middle grey, so only what lies `doublerReach` inside is
 * the same for every piece of a picture.
 */
export function prepareDoubler({ layers }: Doubler, width: number, height: number): FindDetail {
  let end = 0
  const reserve = (bytes: number): number => {
    const address = end
    end += Math.ceil(bytes / 16) * 16
    return address
  }
  const planes = (channels: number): Planes => {
    const empty = { width, height, channels, address: 0 }
    return { ...empty, address: reserve(rowBytes(empty) * (height + 2)) }
  }
  const [first, last] = [layers[0]!, layers.at(-1)!]
  const given = planes(first.given)
  // The first layer's answer is needed again at the end; the layers between write by turns into two others.
  const begun = planes(first.made)
  const turns = [planes(first.made), planes(first.made)] as const
  const answer = planes(last.made)
  const convolutions = layers.map((layer, i): Convolution => {
    const from = i === 0 ? given : i === 1 ? begun : turns[i % 2]!
    const to = layer === last ? answer : i === 0 ? begun : turns[(i + 1) % 2]!
    const weights = reserve(layer.weights.length * floatBytes)
    const bias = reserve(layer.made * floatBytes)
    const { made, stride } = layer
    return { name: `layer${i}`, from, to, firstChannel: 0, made, stride, weights, bias, isRectified: layer !== last }
  })

  const pages = Math.ceil(end / pageBytes)
  const memory = new WebAssembly.Memory({ initial: pages })
  const floats = new Float32Array(memory.buffer)
  for (const [i, convolution] of convolutions.entries()) writeWeights(floats, layers[i]!, convolution)
  const module = new WebAssembly.Module(writeModule(convolutions.map(convolutionCode), pages))
  const { exports } = new WebAssembly.Instance(module, { host: { memory } })
  const rows = convolutions.map(({ name }) => exports[name] as (row: number) => void)
  const lastGiven = convolutions.at(-1)!.from

  return (plane) => {
    for (let y = 0, p = 0; y < height; y++) {
      const row = pixelAddress(given, 0, y) / floatBytes
      for (let x = 0; x < width; x++, p++) floats[row + x] = plane.data[p]! / white - 0.5
    }
    for (const [i, run] of rows.entries()) {
      if (i === rows.length - 1) addPlanes(floats, begun, lastGiven)
      for (let y = 0; y < height; y++) run(y)
    }
    return spread(floats, answer)
  }
}

/** Adds one set of planes to another of the same form. */
function addPlanes(floats: Float32Array, from: Planes, to: Planes): void {
  const count = (rowBytes(from) / floatBytes) * (from.height + 2)
  const [source, target] = [from.address / floatBytes, to.address / floatBytes]
  for (let i = 0; i < count; i++) floats[target + i] = floats[target + i]! + floats[source + i]!
}

/** A pixel's four channels are its four new pixels, row by row. */
function spread(floats: Float32Array, planes: Planes): Plane {
  const out = createPlane(planes.width * 2, planes.height * 2)
  for (let y = 0, p = 0; y < out.height; y++) {
    const line = pixelAddress(planes, 0, y >> 1) / floatBytes + 2 * (y % 2)
    for (let x = 0; x < out.width; x++, p++) {
      out.data[p] = white * floats[line + (x >> 1) * planes.channels + (x % 2)]!
    }
  }
  return out
}
