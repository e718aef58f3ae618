import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { z } from "zod"
import { styles } from "#contract/catalogue/styles.ts"
import type { getCatalogue } from "#contract/studio/catalogue.ts"
import { shootTemplates } from "#server/adapters/image-engine/local/shoot.ts"
import { openAssetAddresses } from "#server/pages/asset-addresses.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

const assets = fileURLToPath(new URL("../../../../web/assets/", import.meta.url))
const slugs =
  "products fashion furniture tech food footwear jewelry bags decor hats kitchenware vehicles glasses watches goods gym"

let t: TestApp
let catalogue: z.infer<typeof getCatalogue.reply>["data"]

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { FEES: "bg-remover=3" } })
  catalogue = (await t.request("GET", "/catalogue")).json().data
})
afterAll(() => t.close())

test("modes and tools have the fixed names, and the fees of this installation", () => {
  const bySlug = new Map(catalogue.modes.map((mode) => [mode.query_slug, mode]))
  expect(Object.keys(catalogue.modes[0] ?? {}).sort()).toEqual(
    ["title", "text", "images", "query_slug", "url", "credit_fee"].sort(),
  )
  expect(bySlug.get("flux1.1-pro")).toMatchObject({ url: "/generations/flux", credit_fee: 5 })
  expect(bySlug.get("ghibsky-style")).toMatchObject({ url: "/generations/flux/lora", credit_fee: 2 })
  expect(bySlug.get("bg-remover")).toMatchObject({ title: "Background Remover", credit_fee: 3 })
})

test("each of the sixteen categories has six templates or more, in words for a model that is told the thing", () => {
  expect(catalogue.styles.map(({ slug }) => slug)).toEqual(slugs.split(" "))
  const fields = "category images is_trending name samples slug templates text"
  for (const style of catalogue.styles) expect(Object.keys(style).sort().join(" ")).toBe(fields)
  expect(catalogue.styles.some(({ is_trending }) => is_trending)).toBe(true)
  for (const { templates, samples, images } of catalogue.styles) {
    expect(templates.length).toBeGreaterThanOrEqual(6)
    expect(samples).toEqual(templates.map(({ image }) => image))
    expect(images.length).toBeGreaterThan(0)
    for (const { prompt } of templates) expect(prompt).toMatch(/^a photo of [a-z]/)
  }
})

test("every template is a set that our engine draws, and has a picture in each style that uses it", async () => {
  const sets = new Set(shootTemplates.map(({ name }) => name))
  for (const { slug, templates } of styles) {
    for (const { name } of templates) {
      expect(sets).toContain(name)
      const picture = await sharp(join(assets, "styles", slug, `${name}.webp`)).metadata()
      expect([slug, name, picture.format, picture.width === picture.height]).toEqual([slug, name, "webp", true])
    }
  }
})

test("there are four demo models or more, and the states of a training in their order", () => {
  expect(catalogue.demo_models.length).toBeGreaterThanOrEqual(4)
  for (const { training_dataset, image_generated, prompt, trigger_word } of catalogue.demo_models) {
    expect(training_dataset.length).toBeGreaterThanOrEqual(3)
    expect(image_generated.length).toBeGreaterThan(0)
    expect(prompt).toContain(trigger_word)
  }
  expect(catalogue.training_status_options.map(({ value, name }) => `${value}: ${name}`)).toEqual([
    "analysing_dataset: Dataset analysis",
    "training_in_progress: Training in progress",
    "training_successful: Training successful",
    "preparing_photoshoot: Preparing Photoshoot",
    "photoshoot_ready: Photoshoot ready",
    "invalid_ref_code: Invalid Ref Code",
    "training_failed: Training failed",
    "cancelled: Cancelled",
  ])
  for (const option of catalogue.training_status_options) {
    expect(Object.keys(option).sort()).toEqual(["color", "name", "value"])
    expect(option.color).toMatch(/^#[0-9a-f]{6}$/)
  }
})

test("every picture that is named exists, and has the address that the build gave it", () => {
  const named = [
    ...catalogue.modes.flatMap(({ images }) => images),
    ...catalogue.styles.flatMap(({ samples, images }) => [...samples, ...images]),
    ...catalogue.demo_models.flatMap((demo) => [...demo.training_dataset, ...demo.image_generated]),
  ]
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((address) => !existsSync(join(assets, address.replace("/assets/", ""))))).toEqual([])

  const dir = mkdtempSync(join(tmpdir(), "aworan-assets-"))
  try {
    mkdirSync(join(dir, ".vite"))
    const built = { "assets/styles/bags/brand-tone.webp": { file: "assets/brand-tone-1a2b.webp" } }
    writeFileSync(join(dir, ".vite", "manifest.json"), JSON.stringify(built))
    expect(openAssetAddresses(dir)("styles/bags/brand-tone.webp")).toBe("/assets/brand-tone-1a2b.webp")
  } finally {
    rmSync(dir, { recursive: true })
  }
})
