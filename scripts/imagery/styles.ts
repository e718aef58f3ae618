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

/** The thing of a style as a photo that is easy to cut out. */
const things: Readonly<Record<string, readonly string[]>> = {
  products: ["a blush glass perfume bottle with a gold cap"],
  fashion: ["a yellow t-shirt"],
  furniture: ["a green velvet armchair"],
  tech: ["silver headphones"],
  food: ["a chocolate cake"],
  footwear: ["a white and red sneaker"],
  jewelry: ["a gold ring with a ruby gem"],
  bags: ["a brown leather handbag"],
  decor: ["a terracotta vase"],
  hats: ["a straw sun hat"],
  kitchenware: ["a blue enamel kettle"],
  vehicles: ["a red car"],
  glasses: ["black sunglasses"],
  watches: ["a gold wrist watch"],
  goods: ["a red gift box with a gold ribbon"],
  gym: ["a black kettlebell"],
}

const engine = createLocalEngine({ log: (message) => console.warn(message) })
const watch = (): EngineWatch => ({
  signal: new AbortController().signal,
  onProgress() {},
  onPreview() {},
  ticket: null,
  saveTicket: async () => {},
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
  const [words = style.thing] = things[style.slug] ?? []
  const bytes = await photo(words, 7)
  const templates = missing.map(({ name }) => name)
  const shoot = { kind: "shoot", photos: [bytes], templates, from: 0, count: templates.length, seed: 5 } as const
  const shots = await engine.run<"shoot">({ ...shoot, width: side, height: side, format: "webp" }, watch())
  for (const { template, bytes: shot } of shots) await keep(join(path, `${template}.webp`), shot)
  console.log(style.slug)
}

async function drawDemo({ triggerWord, style, prompt }: (typeof demoModels)[number]): Promise<void> {
  const path = folder(`demo/${triggerWord}`)
  if (existsSync(join(path, "made-2.webp"))) return
  const [words = ""] = things[style] ?? []
  const photos: Uint8Array[] = []
  for (const seed of [7, 8, 9]) {
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
