/**
 * How long the local engine takes for a picture, how much memory, how calm its walls are, and whether it repeats itself.
 *
 * node bench/imaging/render.ts [--size 1024] [--out FILE.png]
 */
import { createHash } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { drawPhases, prepareScene } from "#imaging/render/draw.ts"
import { buildStillLife } from "#imaging/render/trace/still-life.ts"
import { createLocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import type { PictureOrder } from "#server/adapters/image-engine/port.ts"
import { atLeast, atMost, report } from "./bars.ts"

const { values } = parseArgs({ options: { size: { type: "string", default: "1024" }, out: { type: "string" } } })
const size = Number(values.size)

const order: PictureOrder = {
  kind: "picture",
  mode: "flux1.1-pro",
  style: "plain",
  prompt: "amber glass perfume bottle on a marble podium",
  sentPrompt: "",
  width: size,
  height: size,
  count: 1,
  seed: 7,
  format: "png",
  raw: false,
}

const timed = await drawTimed()
if (values.out) await writeFile(values.out, timed.bytes)
const megabytes = process.resourceUsage().maxRSS / 1024
report([
  // The bars are for 1024 px on two free cores (reference: imaging, section 7).
  atMost(`${size} px, standard`, timed.seconds, "s", 45, 15),
  atMost("first preview", timed.previewSeconds, "s", 3, 1),
  atMost("peak memory", megabytes, "MB", 700, 450),
  atMost("noise of a wall before grain, of 255", measureNoise(), "", 1.5, 0.8),
  atLeast("one thread, two and again: same bytes (1 = yes)", await repeats(), "", 1, 1),
])

async function drawTimed(): Promise<{ seconds: number; previewSeconds: number; bytes: Uint8Array }> {
  const engine = createLocalEngine()
  await engine.pool.ready()
  const start = performance.now()
  const since = (): number => (performance.now() - start) / 1000
  let previewSeconds = Number.POSITIVE_INFINITY
  const [picture] = await engine.run(order, {
    signal: new AbortController().signal,
    onProgress() {},
    providerJobId: null,
    saveProviderJobId: async () => {},
    onPreview() {
      previewSeconds = since()
    },
  })
  const seconds = since()
  await engine.stop()
  if (!picture) throw new Error("nothing was drawn")
  return { seconds, previewSeconds, bytes: picture.bytes }
}

async function draw(change: Partial<PictureOrder>, threads: number): Promise<Uint8Array> {
  const engine = createLocalEngine({ threads, budgetMs: Number.POSITIVE_INFINITY })
  const watch = {
    onProgress() {},
    onPreview() {},
    providerJobId: null,
    saveProviderJobId: async () => {},
    signal: new AbortController().signal,
  }
  const [picture] = await engine.run({ ...order, ...change }, watch)
  await engine.stop()
  if (!picture) throw new Error("nothing was drawn")
  return picture.bytes
}

async function repeats(): Promise<0 | 1> {
  const hashes = new Set<string>()
  for (const threads of [1, 2, 2]) {
    const bytes = await draw({ width: 320, height: 256 }, threads)
    hashes.add(createHash("sha256").update(bytes).digest("hex"))
  }
  return hashes.size === 1 ? 1 : 0
}

/** The noisiest of three squares of plain wall, drawn in standard quality without grain. */
function measureNoise(): number {
  const wide = 512
  const side = 48
  const scene = buildStillLife(1)
  const grading = { ...scene.grading, grain: 0, vignette: 0 }
  const picture = prepareScene({ ...scene, grading }, wide, wide, { base: 6, extra: 18 })
  drawPhases(picture)
  const { output } = picture.film
  const noiseAt = (x0: number, y0: number): number => {
    const place = (i: number): number => (y0 + Math.floor(i / side)) * wide + x0 + (i % side)
    const greens = Array.from({ length: side * side }, (_, i) => output[place(i) * 3 + 1] ?? 0)
    return noiseOf(greens, side)
  }
  return Math.max(noiseAt(40, 40), noiseAt(400, 120), noiseAt(400, 220))
}

/** Standard deviation around a plane fitted to a square: a gradient is not noise. */
function noiseOf(values: readonly number[], side: number): number {
  const middle = (side - 1) / 2
  const across = (i: number): number => (i % side) - middle
  const down = (i: number): number => Math.floor(i / side) - middle
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length
  const slope = (of: (i: number) => number): number =>
    values.reduce((sum, v, i) => sum + v * of(i), 0) / values.reduce((sum, _, i) => sum + of(i) ** 2, 0)
  const [right, steep] = [slope(across), slope(down)]
  const rest = values.map((v, i) => v - mean - right * across(i) - steep * down(i))
  return Math.sqrt(rest.reduce((sum, v) => sum + v * v, 0) / rest.length)
}
