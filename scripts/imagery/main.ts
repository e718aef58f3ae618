import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import sharp from "sharp"
import { z } from "zod"
import { aspectRatios } from "#contract/catalogue/aspect-ratios.ts"
import { modes } from "#contract/catalogue/modes.ts"
import { readPicture } from "#imaging/render/compose-scene.ts"
import { createLocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import type { EngineStyle } from "#server/adapters/image-engine/port.ts"
import type { Course } from "#server/declarations/course.ts"
import { courses } from "#server/features/academy/programs/service.ts"
import { readManifest, storePicture } from "./store-picture.ts"

/** One picture of the site, as wanted.json lists it; a program's course names its own. */
const Wanted = z.object({
  name: z.string().regex(/^[a-z0-9._-]+$/),
  prompt: z.string(),
  style: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  seed: z.number().int().optional(),
})
type Wanted = z.infer<typeof Wanted>

const usage = `npm run imagery -- [--only NAME,NAME] [--again] [--examples]
Draws the site's pictures with the local engine: scripts/imagery/wanted.json and the programs' → web/assets/pictures
and web/content/pictures.json. What is there and unchanged is left alone; --again draws it anew.
--examples draws the sample pictures of every mode instead.
`

const root = fileURLToPath(new URL("../../", import.meta.url))
/** Long side of a mode's sample, in pixels. */
const exampleSide = 720

const engine = createLocalEngine({ budgetMs: 600_000 })

async function draw(
  order: Pick<Wanted, "prompt" | "width" | "height"> & { style: EngineStyle; seed: number },
): Promise<Uint8Array> {
  const [picture] = await engine.run(
    { ...order, kind: "picture", mode: "imagery", sentPrompt: order.prompt, count: 1, format: "png", raw: false },
    {
      signal: new AbortController().signal,
      onProgress: () => {},
      onPreview: () => {},
      providerJobId: null,
      saveProviderJobId: async () => {},
    },
  )
  if (!picture) throw new Error(`Nothing was drawn for "${order.prompt}".`)
  const { substituted, ignored } = readPicture(order.prompt, order.style)
  const lost = [...substituted, ...ignored]
  if (lost.length > 0) process.stdout.write(`    not drawn: ${lost.join(", ")}\n`)
  return picture.bytes
}

/** The same name always gives the same seed, unless the list names one. */
function seedOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() % 2_147_483_647
}

function madeFrom({ prompt, style, width, height, seed, name }: Wanted): string {
  return `${width}×${height} ${style} ${seed ?? seedOf(name)}: ${prompt}`
}

function cardPicture({ programId, picture }: Course): Wanted {
  return { name: `program-${programId}`, style: "realism", width: 872, height: 584, ...picture }
}

async function drawSite(only: readonly string[], again: boolean): Promise<void> {
  const listed = z.array(Wanted).parse(JSON.parse(readFileSync(`${root}scripts/imagery/wanted.json`, "utf8")))
  const list = [...listed, ...courses.map(cardPicture)]
  const manifest = readManifest()
  for (const wanted of list) {
    if (only.length > 0 && !only.includes(wanted.name)) continue
    if (!again && manifest[wanted.name]?.made === madeFrom(wanted)) continue
    process.stdout.write(`${wanted.name}\n`)
    const order = { ...wanted, style: wanted.style as EngineStyle, seed: wanted.seed ?? seedOf(wanted.name) }
    await storePicture({ ...wanted, made: madeFrom(wanted) }, await draw(order))
  }
}

/** Samples of each mode, in the places where the studio looks for them. */
async function drawExamples(only: readonly string[], again: boolean): Promise<void> {
  for (const mode of modes) {
    if (only.length > 0 && !only.includes(mode.slug)) continue
    const dir = `${root}web/assets/examples/${mode.slug}`
    mkdirSync(dir, { recursive: true })
    const { width, height } = aspectRatios["1:1"]
    const scale = exampleSide / Math.max(width, height)
    for (const [index, prompt] of mode.examples.entries()) {
      const path = `${dir}/${index + 1}.webp`
      if (existsSync(path) && !again) continue
      process.stdout.write(`${mode.slug} ${index + 1}\n`)
      const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
      const bytes = await draw({ ...size, prompt, style: mode.style, seed: seedOf(`${mode.slug} ${index}`) })
      await sharp(bytes).webp({ quality: 80 }).toFile(path)
    }
  }
}

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    again: { type: "boolean", default: false },
    examples: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

if (values.help) process.stdout.write(usage)
else {
  const only = values.only?.split(",") ?? []
  await (values.examples ? drawExamples(only, values.again) : drawSite(only, values.again))
}
await engine.stop()
