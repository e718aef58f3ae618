/**
 * Draws the pictures of the photo tools' cards with the tools themselves, on a photo of our own:
 *   node scripts/imagery/tools.ts
 */
import { mkdirSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import sharp, { type OverlayOptions } from "sharp"
import { exportPresets } from "#contract/catalogue/export-presets.ts"
import { createLocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import type { EngineWatch } from "#server/adapters/image-engine/port.ts"
import { makeExport, readExportSource } from "#server/features/studio/exports/service.ts"

const assets = join(import.meta.dirname, "../../web/assets")
const folder = join(assets, "tools")
const width = 480
const height = 320
const words = "a tan leather handbag on a wooden table, window light, no props"
const ground = "#efe6d8"

const engine = createLocalEngine({ log: (message) => console.warn(message), budgetMs: 300_000 })
const watch = (): EngineWatch => ({
  signal: new AbortController().signal,
  onProgress() {},
  onPreview() {},
  providerJobId: null,
  saveProviderJobId: async () => {},
})

async function keep(name: string, layers: OverlayOptions[], background = "#ffffff"): Promise<void> {
  await sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .webp({ quality: 78 })
    .toFile(join(folder, `${name}.webp`))
}

const sized = (bytes: Uint8Array, w: number, h: number, fitted: "cover" | "inside" = "cover") =>
  sharp(bytes).resize(w, h, { fit: fitted }).png().toBuffer()

/** The right half of a picture of the card's size. */
const rightHalf = async (bytes: Uint8Array): Promise<OverlayOptions> => ({
  input: await sharp(bytes)
    .extract({ left: width / 2, top: 0, width: width / 2, height })
    .png()
    .toBuffer(),
  left: width / 2,
  top: 0,
})

const divider: OverlayOptions = {
  input: Buffer.from(`<svg width="4" height="${height}"><rect width="4" height="100%" fill="#ffffff"/></svg>`),
  left: width / 2 - 2,
  top: 0,
}

mkdirSync(folder, { recursive: true })
const usual = { kind: "picture", mode: "flux1.1-pro", style: "realism", count: 1, format: "png", raw: false } as const
const [drawn] = await engine.run<"picture">(
  { ...usual, prompt: words, sentPrompt: words, width: 960, height: 640, seed: 11 },
  watch(),
)
if (!drawn) throw new Error("Nothing was drawn.")
const photo = drawn.bytes
const { bytes: cutOut } = await engine.run<"cut-out">({ kind: "cut-out", file: photo, format: "png" }, watch())

const small = await sized(photo, width, height)
const onWhite = await sharp(await sized(cutOut, width, height))
  .flatten({ background: "#ffffff" })
  .png()
  .toBuffer()
await keep("bg-remover", [{ input: small }, await rightHalf(onWhite), divider])

// The middle of the photo as a small, soft file, and what the tool makes of it.
const soft = await sharp(photo)
  .extract({ left: 300, top: 180, width: 360, height: 240 })
  .resize(width / 4, height / 4)
  .jpeg({ quality: 70 })
  .toBuffer()
const { bytes: larger } = await engine.run<"enlargement">(
  { kind: "enlargement", file: soft, factor: 4, format: "png" },
  watch(),
)
await keep("photo-upscaling", [{ input: await sized(soft, width, height) }, await rightHalf(larger), divider])

const templates = ["brand-tone", "kitchen-counter", "silk-editorial", "garden-day"]
const shoot = { kind: "shoot", photos: [cutOut], templates, from: 0, count: 4, seed: 5, format: "png" } as const
const shots = await engine.run<"shoot">({ ...shoot, width: 480, height: 320 }, watch())
await keep(
  "scene",
  await Promise.all(
    shots.map(async ({ bytes }, index) => ({
      input: await sized(bytes, width / 2, height / 2),
      left: (index % 2) * (width / 2),
      top: Math.floor(index / 2) * (height / 2),
    })),
  ),
)

const others = ["footwear", "watches", "decor", "hats", "goods", "bags"]
await keep(
  "batch",
  await Promise.all(
    others.map(async (slug, index) => ({
      input: await sized(await readFile(join(assets, "styles", slug, "marketplace-white.webp")), 156, 156),
      left: 3 + (index % 3) * 159,
      top: 2 + Math.floor(index / 3) * 160,
    })),
  ),
  ground,
)

const source = await readExportSource(cutOut, "image/png")
const framed = await Promise.all(
  (["jumia-680x850", "amazon-2000", "instagram-9x16"] as const).map(async (slug) => {
    const preset = exportPresets.find((one) => one.slug === slug) ?? exportPresets[0]
    return sized(await makeExport(source, preset), 150, 270, "inside")
  }),
)
await keep(
  "export",
  await Promise.all(
    framed.map(async (input, index) => {
      const { width: w = 0, height: h = 0 } = await sharp(input).metadata()
      return { input, left: Math.round(80 + 160 * index - w / 2), top: Math.round((height - h) / 2) }
    }),
  ),
  ground,
)

const lines = ["a tan leather", "handbag on a", "wooden table,", "window light"]
const written = lines
  .map(
    (line, index) =>
      `<text x="22" y="${104 + 38 * index}" font-family="Georgia, serif" font-size="25" fill="#2b2b33">${line}</text>`,
  )
  .join("")
await keep(
  "image-to-prompt",
  [
    { input: await sized(photo, 260, height), left: 0, top: 0 },
    { input: Buffer.from(`<svg width="220" height="${height}">${written}</svg>`), left: 260, top: 0 },
  ],
  ground,
)
await engine.stop()
