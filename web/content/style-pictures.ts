import { drawnFiles } from "#contract/catalogue/drawn-files.ts"

/** Addresses of the pictures that our own engine drew, by file. Only those that exist. */
const styles = import.meta.glob<string>("/assets/styles/*/*.webp", { eager: true, query: "?url", import: "default" })
const demos = import.meta.glob<string>("/assets/demo/*/*.webp", { eager: true, query: "?url", import: "default" })

/** A style's product in one of its sets. */
export function stylePicture(slug: string, template: string): string | undefined {
  return styles[`/assets/${drawnFiles.style(slug, template)}`]
}

/** A picture of a demo model, such as "photo-1" or "made-2". */
export function demoPicture(triggerWord: string, name: string): string | undefined {
  return demos[`/assets/${drawnFiles.demo(triggerWord, name)}`]
}
