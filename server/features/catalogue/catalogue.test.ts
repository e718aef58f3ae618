import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { z } from "zod"
import type { getCatalogue } from "#contract/product/catalogue.ts"
import { openAssetAddresses } from "#server/pages/asset-addresses.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

const assets = fileURLToPath(new URL("../../../web/assets/", import.meta.url))
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
  for (const { templates, samples, images } of catalogue.styles) {
    expect(templates.length).toBeGreaterThanOrEqual(6)
    expect(samples).toEqual(templates.map(({ image }) => image))
    expect(images.length).toBeGreaterThan(0)
    for (const { prompt } of templates) expect(prompt).toMatch(/^a photo of [a-z]/)
  }
})

test("there are four demo models or more, and the states of a training in their order", () => {
  expect(catalogue.demo_models.length).toBeGreaterThanOrEqual(4)
  for (const { training_dataset, image_generated, prompt, trigger_word } of catalogue.demo_models) {
    expect(training_dataset.length).toBeGreaterThanOrEqual(3)
    expect(image_generated.length).toBeGreaterThan(0)
    expect(prompt).toContain(trigger_word)
  }
  expect(catalogue.training_status_options.map(({ name }) => name)).toEqual([
    "Dataset analysis",
    "Training in progress",
    "Training successful",
    "Preparing Photoshoot",
    "Photoshoot ready",
    "Invalid Ref Code",
    "Training failed",
    "Cancelled",
  ])
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
