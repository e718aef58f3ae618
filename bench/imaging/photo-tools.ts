/**
 * How long a cut-out of a photo of 12 megapixels takes on the engine's threads, and a colour scene of 1080 pixels from it:
 *   npm run bench imaging, or node bench/imaging/photo-tools.ts [--models <folder of added models>]
 * The photo is one of our renders, enlarged; its time is that of its size, its outline softer than a camera's. It is cut out three
 * times, so that what one leaves behind counts for the next; memory is that of all processes at their worst moment together.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import sharp from "sharp"
import { createLocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import { composeScene } from "#server/features/studio/photos/compose-scene.ts"
import { atMost, report } from "./bars.ts"
import { familyProcessorSeconds, watchFamilyMemory } from "./process-family.ts"

const [width, height] = [4_000, 3_000]
const [cutOutSeconds, modelSeconds, sceneSeconds] = [4, 8, 3]
const { models } = parseArgs({ options: { models: { type: "string" } } }).values

/** @returns what came of it, and seconds by the clock and of all cores and processes */
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number; processor: number }> {
  const [began, used] = [performance.now(), familyProcessorSeconds()]
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1_000, processor: familyProcessorSeconds() - used }
}

const render = await readFile(join(import.meta.dirname, "renders", "04-bag-color.webp"))
const file = await sharp(render).resize(width, height, { fit: "cover" }).jpeg({ quality: 90 }).toBuffer()
const engine = createLocalEngine({
  threads: 2,
  budgetMs: Number.POSITIVE_INFINITY,
  addedModelsDir: models ?? null,
  log: (message) => console.warn(message),
})
await engine.pool.ready()
const memory = watchFamilyMemory()
const watch = {
  ...{ signal: new AbortController().signal, providerJobId: null, saveProviderJobId: async () => {} },
  ...{ onProgress() {}, onPreview() {} },
}
const cutOut = () => timed(() => engine.run<"cut-out">({ kind: "cut-out", file, format: "png" }, watch))
const first = await cutOut()
await cutOut()
const cut = await cutOut()
memory.stop()
const layout = { width: 1_080, height: 1_080, padding: 10, hasShadow: true, frame: "scene" } as const
const ground = { kind: "colour", colour: "#f3ece0" } as const
const scene = await timed(() => composeScene(Buffer.from(cut.result.bytes), "image/png", ground, layout))
await engine.stop()
console.info(`the first one, with reading what is needed: ${first.seconds.toFixed(1)} s; made by: ${cut.result.by}`)
console.info(`processor time: cut-out ${cut.processor.toFixed(1)} s, scene ${scene.processor.toFixed(1)} s`)
report([
  atMost("cut-out of 12 megapixels", cut.seconds, "s", models ? modelSeconds : cutOutSeconds, cutOutSeconds),
  atMost("most memory of all processes together", memory.peakMb(), "MB", models ? 1_000 : 700, models ? 900 : 500),
  atMost("colour scene of 1080 px", scene.seconds, "s", sceneSeconds, sceneSeconds),
])
