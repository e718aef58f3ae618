/**
 * Measures mending a cut-out of 12 megapixels, the largest that phones take (docs/decisions/014-where-outlines-are-found.md):
 *   node bench/imaging/refine.ts [short | long]
 * Prints the processor time, the most memory and what is sent for it. One length of strokes in each process: the most
 * memory is the process's.
 */
import { refineCutout } from "#imaging/cutout/refine.ts"

const [width, height] = [4_000, 3_000]

/** A round red thing of this radius in the middle of a light ground. */
const radius = 1_100

const strokesOf = {
  short: [{ kind: "keep", radius: 120, points: [3050, 1500, 3150, 1600] }],
  long: [
    { kind: "keep", radius: 200, points: [900, 900, 1600, 700, 2400, 700, 3050, 1500] },
    { kind: "erase", radius: 200, points: [900, 2500, 2000, 2800, 3300, 2500] },
  ],
} as const

const wanted = process.argv[2] ?? "long"
if (wanted !== "short" && wanted !== "long") {
  console.error("usage: node bench/imaging/refine.ts [short | long]")
  process.exit(2)
}
const strokes = strokesOf[wanted]

const photo = { width, height, channels: 3 as const, data: new Uint8Array(width * height * 3) }
const cut = { width, height, channels: 4 as const, data: new Uint8Array(width * height * 4) }
for (let y = 0, p = 0; y < height; y++) {
  for (let x = 0; x < width; x++, p++) {
    const isInside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < radius ** 2
    const grain = ((x * 2_654_435_761) ^ (y * 40_503)) >>> 28
    const colour = (isInside ? [160, 60, 50] : [220, 215, 205]).map((value) => value + grain)
    photo.data.set(colour, p * 3)
    cut.data.set([...colour, isInside ? 255 : 0], p * 4)
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`
const before = process.memoryUsage().rss
const began = process.cpuUsage()
refineCutout(photo, cut, strokes)
const { user, system } = process.cpuUsage(began)
console.info(`${wanted} strokes, ${width} × ${height}: ${((user + system) / 1_000_000).toFixed(1)} s of processor time`)
console.info(`memory: ${megabytes(before)} before, at most ${megabytes(process.resourceUsage().maxRSS * 1024)}`)
console.info(`sent: ${JSON.stringify(strokes).length} bytes`)
