import { demoModels } from "./demo-models.ts"
import { drawnFiles } from "./drawn-files.ts"
import type { Fees } from "./fees.ts"
import { modes } from "./modes.ts"
import { photoTools } from "./photo-tools.ts"
import { type StyleCategory, styles } from "./styles.ts"

/** One way to a picture, under the fixed names (docs/product-rules.md#records). */
export interface ModeEntry {
  title: string
  text: string
  images: string[]
  query_slug: string
  /** Path of the screen that offers it. */
  url: string
  /** Credits per picture. */
  credit_fee: number
}

/** A product category with its shoot, under the fixed names. */
export interface StyleEntry {
  name: string
  slug: string
  category: StyleCategory
  images: string[]
  text: string
  templates: { image: string; prompt: string }[]
  samples: string[]
  is_trending: boolean
}

/** A finished model that shows how training goes, under the fixed names. */
export interface DemoEntry {
  name: string
  trigger_word: string
  training_dataset: string[]
  image_generated: string[]
  prompt: string
}

/** Where a drawn file is served. */
type AddressOf = (file: string) => string

/** Every mode and tool as its card has it. @param fees what this installation charges */
export function modeEntries(fees: Fees, addressOf: AddressOf): ModeEntry[] {
  const entries = modes.map(({ slug, title, text, screen, examples }) => ({
    title,
    text,
    query_slug: slug,
    url: screen,
    credit_fee: fees[slug],
    images: examples.map((_, index) => addressOf(drawnFiles.example(slug, index + 1))),
  }))
  const tools = photoTools.map(({ slug, title, text, screen }) => ({
    title,
    text,
    query_slug: slug,
    url: screen,
    credit_fee: fees[slug],
    images: [],
  }))
  return [...entries, ...tools]
}

/** Every category: the second of its pictures is its cover, all of them are its samples. */
export function styleEntries(addressOf: AddressOf): StyleEntry[] {
  return styles.map(({ name, slug, category, text, thing, templates, isTrending }) => {
    const drawn = templates.map(({ name: template, prompt }) => ({
      image: addressOf(drawnFiles.style(slug, template)),
      prompt: prompt.replace("{thing}", thing),
    }))
    const samples = drawn.map(({ image }) => image)
    const images = [...samples.slice(1, 2), ...samples.slice(0, 1)]
    return { name, slug, category, images, text, templates: drawn, samples, is_trending: isTrending }
  })
}

export function demoEntries(addressOf: AddressOf): DemoEntry[] {
  return demoModels.map(({ name, triggerWord, prompt, photos, made }) => ({
    name,
    trigger_word: triggerWord,
    prompt,
    training_dataset: photos.map((file) => addressOf(drawnFiles.demo(triggerWord, file))),
    image_generated: made.map((file) => addressOf(drawnFiles.demo(triggerWord, file))),
  }))
}
