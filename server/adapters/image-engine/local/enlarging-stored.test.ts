import sharp from "sharp"
import { expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { resample } from "#imaging/upscale/resample.ts"
import { upscale } from "#imaging/upscale/upscale.ts"
import { decodePicture } from "./codec.ts"
import { jpegQuality } from "./jpeg-quality.ts"
import { loadDoubler } from "./models/stored-doubler.ts"

/** Discs and bars before a soft gradient. */
function drawShapes(side: number): Picture {
  const colour = (x: number, y: number): [number, number, number] => {
    if (Math.hypot(x - 0.3, y - 0.35) < 0.2) return [210, 60, 50]
    if (Math.hypot(x - 0.7, y - 0.6) < 0.22) return [40, 70, 150]
    return (x + 0.3 * y) % 0.15 < 0.03 ? [30, 30, 30] : [220 - 60 * y, 205, 190 - 40 * x]
  }
  const data = new Uint8Array(side * side * 3)
  for (let i = 0; i < side * side; i++) {
    const samples = Array.from({ length: 16 }, (_, s) =>
      colour(((i % side) + (s % 4) / 4) / side, (Math.floor(i / side) + Math.floor(s / 4) / 4) / side),
    )
    for (let c = 0; c < 3; c++) data[i * 3 + c] = samples.reduce((sum, one) => sum + (one[c] ?? 0), 0) / 16
  }
  return { width: side, height: side, channels: 3, data }
}

function signalToNoise(picture: Picture, truth: Picture): number {
  const squares = Array.from(truth.data).reduce((sum, value, i) => sum + (value - (picture.data[i] ?? 0)) ** 2, 0)
  return 10 * Math.log10((255 ** 2 * truth.data.length) / squares)
}

test.each([
  [2, 1],
  [4, 0.8],
] as const)("what was stored as a coarse JPEG file is enlarged ×%i without its squares", async (factor, gain) => {
  const side = 256
  const truth = drawShapes(side)
  const { data, width, height } = resample(truth, side / factor, side / factor)
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer()
  const small = await decodePicture(file)
  const network = loadDoubler()
  const bicubic = signalToNoise(resample(small, side, side), truth)
  const known = signalToNoise(upscale(small, factor, { quality: jpegQuality(file), network }), truth)
  expect(known).toBeGreaterThan(bicubic + gain)
  // what is not known of the file is taken to be exact, and its squares are kept
  expect(known).toBeGreaterThan(signalToNoise(upscale(small, factor), truth) + gain)
})

const square = sharp({ create: { width: 24, height: 24, channels: 3, background: "#fff" } })

test.each([
  ["of one bit", () => square.clone().toColourspace("b-w").png({ palette: true, colours: 2 }).toBuffer()],
  ["in grey", () => square.clone().toColourspace("b-w").jpeg({ quality: 40 }).toBuffer()],
  ["of a single row", () => square.clone().resize(600, 1, { fit: "fill" }).jpeg({ quality: 40 }).toBuffer()],
])("a small white picture %s stays white", async (_, encode) => {
  const file = await encode()
  const small = await decodePicture(file)
  const { width, height, data } = upscale(small, 4, { quality: jpegQuality(file), network: loadDoubler() })
  expect([width, height]).toEqual([4 * small.width, 4 * small.height])
  expect(data.every((value) => value === 255)).toBe(true)
})
