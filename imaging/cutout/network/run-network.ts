// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import {
  type Convolution,
  convolutionCode,
  type Planes,
  pixelAddress,
  writeWeights,
} from "#imaging/network/convolution.ts"
import type { TrainedLayer } from "#imaging/network/trained-layers.ts"
import { writeModule } from "#imaging/wasm/writer.ts"
import { scaleChannels } from "./layers.ts"
import type { OutlineNetwork } from "./read-network.ts"

const pageBytes = 65_536
const floatBytes = 4

/** The network laid out for pictures of one size. */
export interface Run {
  /** Red, green or blue (0 to 2), each value less 0.5. */
  setInput(channel: number, plane: Float32Array): void
  /** The log odds of product for every pixel. */
  answer(): Float32Array
}

/**
 * Lays out memory for one size, writes each layer's code, and puts the weights where it looks for them. Takes some 22 MB for 320 x 320.
 * @param width and height, multiples of `sideUnit`
 */
export function prepareNetwork(trained: OutlineNetwork, width: number, height: number): Run {
  let end = 0
  const reserve = (bytes: number): number => {
    const address = end
    end += Math.ceil(bytes / 16) * 16
    return address
  }
  const planes = (scale: number, channels: number): Planes => {
    const size = { width: width / scale, height: height / scale }
    return { ...size, channels, address: reserve((size.width + 2) * (size.height + 2) * channels * floatBytes) }
  }
  const weightsToWrite: { layer: TrainedLayer; convolution: Convolution }[] = []
  const functions: Convolution[] = []
  const convolve = (name: string, layer: TrainedLayer, from: Planes, to: Planes): void => {
    const convolution: Convolution = {
      name,
      from,
      to,
      firstChannel: 0,
      made: layer.made,
      stride: layer.stride,
      weights: reserve(layer.weights.length * floatBytes),
      bias: reserve(layer.made * floatBytes),
      isRectified: true,
    }
    functions.push(convolution)
    weightsToWrite.push({ layer, convolution })
  }
  const picture = planes(1, 3)
  const kept: Planes[] = []
  for (const [i, channels] of scaleChannels.entries()) {
    let last = planes(2 ** (i + 1), channels)
    convolve(`down${i}`, trained.down[i]!, kept[i - 1] ?? picture, last)
    for (const [k, layer] of trained.same[i]!.entries()) {
      const next = planes(2 ** (i + 1), channels)
      convolve(`same${i}_${k}`, layer, last, next)
      last = next
    }
    kept.push(last)
  }
  const joined = trained.up.map((layer, i) => planes(2 ** (i + 1), layer.given))
  const raised = trained.up.map((layer, i) => planes(2 ** (i + 1), layer.made))
  for (const [i, layer] of trained.up.entries()) convolve(`up${i}`, layer, joined[i]!, raised[i]!)
  const joinedFine = planes(1, trained.fine.given)
  const fine = planes(1, trained.fine.made)
  convolve("fine", trained.fine, joinedFine, fine)

  const pages = Math.ceil(end / pageBytes)
  const memory = new WebAssembly.Memory({ initial: pages })
  const floats = new Float32Array(memory.buffer)
  for (const { layer, convolution } of weightsToWrite) writeWeights(floats, layer, convolution)
  const module = new WebAssembly.Module(writeModule(functions.map(convolutionCode), pages))
  const { exports } = new WebAssembly.Instance(module, { host: { memory } })
  const go = (name: string): void => {
    const run = exports[name] as (row: number) => void
    const rows = functions.find((convolution) => convolution.name === name)?.to.height ?? 0
    for (let y = 0; y < rows; y++) run(y)
  }

  return {
    setInput: (channel, plane) => {
      for (let y = 0, p = 0; y < height; y++) {
        for (let x = 0; x < width; x++, p++) floats[pixelAddress(picture, x, y) / floatBytes + channel] = plane[p]!
      }
    },
    answer: () => {
      for (const i of scaleChannels.keys()) {
        go(`down${i}`)
        for (const k of trained.same[i]!.keys()) go(`same${i}_${k}`)
      }
      addWhole(floats, kept.at(-1)!, trained.whole)
      let below = kept.at(-1)!
      for (let i = joined.length - 1; i >= 0; i--) {
        enlargeInto(floats, below, joined[i]!)
        copyInto(floats, kept[i]!, joined[i]!, below.channels)
        go(`up${i}`)
        below = raised[i]!
      }
      enlargeInto(floats, below, joinedFine)
      copyInto(floats, picture, joinedFine, below.channels)
      go("fine")
      return lastPlane(floats, fine, trained.last)
    },
  }
}

/** Adds to every pixel what the mean of the whole picture says. */
function addWhole(floats: Float32Array, planes: Planes, whole: OutlineNetwork["whole"]): void {
  const { width, height, channels } = planes
  const mean = new Float64Array(channels)
  eachPixel(planes, (at) => {
    for (let c = 0; c < channels; c++) mean[c]! += floats[at + c]! / (width * height)
  })
  const added = whole.bias.map((bias, made) => {
    let sum = bias
    for (let c = 0; c < channels; c++) sum += whole.weights[made * channels + c]! * mean[c]!
    return sum
  })
  eachPixel(planes, (at) => {
    for (let c = 0; c < channels; c++) floats[at + c]! += added[c]!
  })
}

function eachPixel(planes: Planes, visit: (at: number) => void): void {
  for (let y = 0; y < planes.height; y++) {
    for (let x = 0; x < planes.width; x++) visit(pixelAddress(planes, x, y) / floatBytes)
  }
}

/** Twice the size by centred bilinear sampling, into the first channels of `to`. */
function enlargeInto(floats: Float32Array, from: Planes, to: Planes): void {
  for (let y = 0; y < to.height; y++) {
    const near = y >> 1
    const far = Math.min(from.height - 1, Math.max(0, y % 2 === 0 ? near - 1 : near + 1))
    for (let x = 0; x < to.width; x++) {
      const beside = x >> 1
      const away = Math.min(from.width - 1, Math.max(0, x % 2 === 0 ? beside - 1 : beside + 1))
      const at = pixelAddress(to, x, y) / floatBytes
      const a = pixelAddress(from, beside, near) / floatBytes
      const b = pixelAddress(from, away, near) / floatBytes
      const c = pixelAddress(from, beside, far) / floatBytes
      const d = pixelAddress(from, away, far) / floatBytes
      for (let k = 0; k < from.channels; k++) {
        floats[at + k] = 0.5625 * floats[a + k]! + 0.1875 * (floats[b + k]! + floats[c + k]!) + 0.0625 * floats[d + k]!
      }
    }
  }
}

function copyInto(floats: Float32Array, from: Planes, to: Planes, firstChannel: number): void {
  for (let y = 0; y < to.height; y++) {
    for (let x = 0; x < to.width; x++) {
      const source = pixelAddress(from, x, y) / floatBytes
      const target = pixelAddress(to, x, y) / floatBytes + firstChannel
      for (let k = 0; k < from.channels; k++) floats[target + k] = floats[source + k]!
    }
  }
}

/** The last convolution: one number per pixel, which may be below zero. */
function lastPlane(floats: Float32Array, from: Planes, { weights, bias, given }: TrainedLayer): Float32Array {
  const out = new Float32Array(from.width * from.height)
  for (let y = 0, p = 0; y < from.height; y++) {
    for (let x = 0; x < from.width; x++, p++) {
      let sum = bias[0]!
      for (let tap = 0; tap < 9; tap++) {
        const at = pixelAddress(from, x + (tap % 3) - 1, y + Math.floor(tap / 3) - 1) / floatBytes
        for (let c = 0; c < given; c++) sum += weights[c * 9 + tap]! * floats[at + c]!
      }
      out[p] = sum
    }
  }
  return out
}
