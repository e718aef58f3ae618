import { drawnFiles } from "#contract/catalogue/drawn-files.ts"

/** Addresses of the pictures that our own engine drew, by file. Only those that exist. */
const styles = import.meta.glob<string>("/assets/styles/*/*.webp", { eager: true, query: "?url", import: "default" })
const demos = import.meta.glob<string>("/assets/demo/*/*.webp", { eager: true, query: "?url", import: "default" })

const tools = import.meta.glob<string>("/assets/tools/*.webp", { eager: true, query: "?url", import: "default" })

/** What a photo tool does, on a photo of our own. */
export function toolPicture(slug: string): string | undefined {
  return tools[`/assets/tools/${slug}.webp`]
}

/** A style's product in one of its sets. */
export function stylePicture(slug: string, template: string): string | undefined {
  return styles[`/assets/${drawnFiles.style(slug, template)}`]
}

/** A picture of a demo model, such as "photo-1" or "made-2". */
export function demoPicture(triggerWord: string, name: string): string | undefined {
  return demos[`/assets/${drawnFiles.demo(triggerWord, name)}`]
}

/** Some style's product in a set. */
export function setPicture(template: string): string | undefined {
  return Object.entries(styles).find(([path]) => path.endsWith(`/${template}.webp`))?.[1]
}
