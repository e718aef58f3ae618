/**
 * Draws the pictures of the styles and the demo models with the local engine:
 *   node scripts/imagery/styles.ts           those that are missing
 * Each style's own words are drawn, the thing is cut out and learned, and every template of the style takes its turn.
 */
import { existsSync, mkdirSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { demoModels } from "#contract/catalogue/demo-models.ts"
import { type ShootStyle, styles } from "#contract/catalogue/styles.ts"
import { createLocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import type { EngineWatch } from "#server/adapters/image-engine/port.ts"

const root = join(import.meta.dirname, "../../web/assets")
const folder = (name: string): string => {
  const path = join(root, name)
  mkdirSync(path, { recursive: true })
  return path
}
const side = 320

/** A thing that is easy to cut out: in one piece, and on a seed that sets it on the bare ground. */
interface Thing {
  words: string
  /** 7 when absent. */
  seed?: number
}

/** The thing that stands for a style. */
const things: Readonly<Record<string, Thing>> = {
  products: { words: "a sage green cream jar with a gold lid", seed: 4 },
  fashion: { words: "a folded ankara fabric" },
  furniture: { words: "a green velvet armchair" },
  tech: { words: "a teal bluetooth speaker", seed: 4 },
  food: { words: "a chocolate cake" },
  footwear: { words: "a white and red sneaker" },
  jewelry: { words: "a gold ring with a ruby gem" },
  bags: { words: "a brown leather handbag" },
  decor: { words: "a terracotta vase", seed: 3 },
  hats: { words: "a straw sun hat" },
  kitchenware: { words: "a blue enamel kettle" },
  vehicles: { words: "a red car" },
  glasses: { words: "black sunglasses" },
  watches: { words: "a gold wrist watch" },
  goods: { words: "a red gift box with a gold ribbon" },
  gym: { words: "a black kettlebell", seed: 4 },
}

const engine = createLocalEngine({ log: (message) => console.warn(message) })
const watch = (): EngineWatch => ({
  signal: new AbortController().signal,
  onProgress() {},
  onPreview() {},
  providerJobId: null,
  saveProviderJobId: async () => {},
})

async function photo(words: string, seed: number): Promise<Uint8Array> {
  const usual = { kind: "picture", mode: "flux1.1-pro", style: "plain", count: 1, format: "webp", raw: false } as const
  const prompt = `${words}, plain light grey background, soft light, no props`
  const [drawn] = await engine.run<"picture">(
    { ...usual, prompt, sentPrompt: prompt, width: 512, height: 512, seed },
    watch(),
  )
  if (!drawn) throw new Error(`Nothing was drawn for ${words}.`)
  return drawn.bytes
}

async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(path, await sharp(bytes).resize(side, side).webp({ quality: 72 }).toBuffer())
}

async function drawStyle(style: ShootStyle): Promise<void> {
  const path = folder(`styles/${style.slug}`)
  const missing = style.templates.filter(({ name }) => !existsSync(join(path, `${name}.webp`)))
  if (missing.length === 0) return
  const { words, seed = 7 } = things[style.slug] ?? { words: style.thing }
  const bytes = await photo(words, seed)
  const templates = missing.map(({ name }) => name)
  const shoot = { kind: "shoot", photos: [bytes], templates, from: 0, count: templates.length, seed: 5 } as const
  const shots = await engine.run<"shoot">({ ...shoot, width: side, height: side, format: "webp" }, watch())
  for (const { template, bytes: shot } of shots) await keep(join(path, `${template}.webp`), shot)
  console.log(style.slug)
}

async function drawDemo({ triggerWord, style, prompt }: (typeof demoModels)[number]): Promise<void> {
  const path = folder(`demo/${triggerWord}`)
  if (existsSync(join(path, "made-2.webp"))) return
  const { words, seed: first = 7 } = things[style] ?? { words: "" }
  const photos: Uint8Array[] = []
  for (const seed of [first, first + 1, first + 2]) {
    const bytes = await photo(words, seed)
    photos.push(bytes)
    await keep(join(path, `photo-${photos.length}.webp`), bytes)
  }
  const { model, views } = await engine.run<"training">({ kind: "training", photos, triggerWord, style }, watch())
  const known = { model, triggerWord, views: views.map((view) => view.bytes) }
  const size = { width: side, height: side, format: "webp" } as const
  const pictures = await engine.run<"model-picture">(
    { kind: "model-picture", known, prompt, count: 2, seed: 3, ...size },
    watch(),
  )
  for (const [index, { bytes }] of pictures.entries()) await keep(join(path, `made-${index + 1}.webp`), bytes)
  console.log(`demo ${triggerWord}`)
}

/** One sheet of everything, for people who choose. */
async function drawSheet(): Promise<void> {
  const cell = 160
  const tiles = await Promise.all(
    styles.flatMap(({ slug, templates }, row) =>
      templates.map(async ({ name }, column) => ({
        input: await sharp(await readFile(join(root, "styles", slug, `${name}.webp`)))
          .resize(cell, cell)
          .toBuffer(),
        left: column * cell,
        top: row * cell,
      })),
    ),
  )
  const width = cell * Math.max(...styles.map(({ templates }) => templates.length))
  await sharp({ create: { width, height: cell * styles.length, channels: 3, background: "#ffffff" } })
    .composite(tiles)
    .webp({ quality: 70 })
    .toFile(join(root, "../../docs/style-sheet.webp"))
}

for (const style of styles) await drawStyle(style)
for (const demo of demoModels) await drawDemo(demo)
await drawSheet()
await engine.stop()
