// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import {
  addIntegers,
  atLeast,
  type Code,
  get,
  integer,
  load,
  loadSplat,
  multiplyIntegers,
  set,
  splat,
  store,
  tee,
  until,
  vector,
  type WasmFunction,
} from "#imaging/wasm/writer.ts"
import type { TrainedLayer } from "./trained-layers.ts"

/** Planes of floats in one memory, channels beside one another, with a border of one pixel of zeros all around. */
export interface Planes {
  address: number
  width: number
  height: number
  channels: number
}

/** One convolution, ready to be written as machine code. */
export interface Convolution {
  name: string
  from: Planes
  to: Planes
  /** First channel of `to` that is written. */
  firstChannel: number
  /** Channels that are written: a multiple of four. */
  made: number
  stride: 1 | 2
  /** Where the weights lie: block by block of at most 16 channels, in it 9 x given x block. */
  weights: number
  /** Where the biases lie. */
  bias: number
  /** Whether sums below zero become zero; only the last layer of a network may answer below zero. */
  isRectified: boolean
}

const floatBytes = 4
const vectorBytes = 16
/** Channels that are summed up at once: four vectors of four. */
export const blockChannels = 16

export function rowBytes({ width, channels }: Planes): number {
  return (width + 2) * channels * floatBytes
}

/** Where the pixel at (x, y) lies. */
export function pixelAddress(planes: Planes, x: number, y: number): number {
  return planes.address + (y + 1) * rowBytes(planes) + (x + 1) * planes.channels * floatBytes
}

// Locals: 0 row; 1 input, 2 output, 3 end of the output's row, 4 tap, 5 end of taps, 6 weight (integers); then vectors:
// the sums of up to two pixels, four each, their input and the weights.
const [row, input, output, outputEnd, tap, tapEnd, weight] = [0, 1, 2, 3, 4, 5, 6]
const sums = 7
const lanesPerPixel = 4
const value = sums + 2 * lanesPerPixel
const factor = value + 2

/** Row after row: for each pixel the nine neighbours' channels times the weights, plus the bias. */
export function convolutionCode(convolution: Convolution): WasmFunction {
  const { from, to, stride, made, name } = convolution
  const fromPixel = from.channels * floatBytes
  const toPixel = to.channels * floatBytes
  const firstOut = pixelAddress(to, 0, 0) + convolution.firstChannel * floatBytes
  // two pixels side by side share each weight that is loaded
  const together = to.width % 2 === 0 ? 2 : 1
  const body: Code = [
    ...rowStart(input, from.address, stride * rowBytes(from)),
    ...rowStart(output, firstOut, rowBytes(to)),
    ...[...get(output), ...integer(to.width * toPixel), ...addIntegers, ...set(outputEnd)],
    ...until(
      [...get(output), ...get(outputEnd), ...atLeast],
      [
        ...blocks(made).flatMap((block, i) => blockCode(convolution, block, i * blockChannels, together)),
        ...advance(input, together * stride * fromPixel),
        ...advance(output, together * toPixel),
      ],
    ),
  ]
  return { signature: "pass", integers: 6, vectors: factor - sums + 1, body, exportName: name }
}

/** How the channels are divided: sixteen at a time, then what is left. */
function blocks(made: number): number[] {
  return Array.from({ length: Math.ceil(made / blockChannels) }, (_, i) =>
    Math.min(blockChannels, made - i * blockChannels),
  )
}

/** Puts a layer's weights and biases where its convolution looks for them. `floats` is the whole memory. */
export function writeWeights(
  floats: Float32Array,
  { weights, bias, given, made }: TrainedLayer,
  place: Convolution,
): void {
  floats.set(bias, place.bias / floatBytes)
  let at = place.weights / floatBytes
  let first = 0
  for (const block of blocks(made)) {
    for (let tap = 0; tap < 9; tap++) {
      for (let c = 0; c < given; c++) {
        for (let k = 0; k < block; k++) floats[at++] = weights[((first + k) * given + c) * 9 + tap]!
      }
    }
    first += block
  }
}

function blockCode(
  { from, to, stride, weights, bias, isRectified }: Convolution,
  block: number,
  first: number,
  together: number,
): Code {
  const lanes = upTo(block / 4)
  const pixels = upTo(together)
  const sum = (pixel: number, lane: number): number => sums + pixel * lanesPerPixel + lane
  const tapsBytes = 3 * from.channels * floatBytes
  const nextIn = stride * from.channels * floatBytes
  const nextOut = to.channels * floatBytes
  return [
    ...[...integer(weights + first * 9 * from.channels * floatBytes), ...set(weight)],
    ...[...integer(bias + first * floatBytes), ...set(tap)],
    ...lanes.flatMap((k) => [
      ...[...load(tap, k * vectorBytes), ...set(factor)],
      ...pixels.flatMap((pixel) => [...get(factor), ...set(sum(pixel, k))]),
    ]),
    ...upTo(3).flatMap((line) => [
      ...[...get(input), ...integer(line * rowBytes(from)), ...addIntegers, ...tee(tap)],
      ...[...integer(tapsBytes), ...addIntegers, ...set(tapEnd)],
      ...until(
        [...get(tap), ...get(tapEnd), ...atLeast],
        [
          ...pixels.flatMap((pixel) => [...loadSplat(tap, pixel * nextIn), ...set(value + pixel)]),
          ...lanes.flatMap((k) => [
            ...[...load(weight, k * vectorBytes), ...set(factor)],
            ...pixels.flatMap((pixel) => [
              ...[...get(sum(pixel, k)), ...get(value + pixel), ...get(factor)],
              ...[...vector("multiply"), ...vector("add"), ...set(sum(pixel, k))],
            ]),
          ]),
          ...advance(tap, floatBytes),
          ...advance(weight, block * floatBytes),
        ],
      ),
    ]),
    ...pixels.flatMap((pixel) =>
      lanes.flatMap((k) =>
        store(output, pixel * nextOut + (first + 4 * k) * floatBytes, [
          ...get(sum(pixel, k)),
          ...(isRectified ? [...splat(0), ...vector("maximum")] : []),
        ]),
      ),
    ),
  ]
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

function rowStart(local: number, first: number, step: number): Code {
  return [...get(row), ...integer(step), ...multiplyIntegers, ...integer(first), ...addIntegers, ...set(local)]
}

function advance(local: number, by: number): Code {
  return [...get(local), ...integer(by), ...addIntegers, ...set(local)]
}
