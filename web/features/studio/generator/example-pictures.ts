import { drawnFiles } from "#contract/catalogue/drawn-files.ts"
import type { Mode } from "#contract/catalogue/modes.ts"

/** Addresses of the example pictures by file, such as "/assets/examples/flux1.1-pro/1.webp". Only those that exist. */
const files = import.meta.glob<string>("/assets/examples/*/*.webp", { eager: true, query: "?url", import: "default" })

/** One thing to try in a mode. */
export interface Example {
  prompt: string
  /** Address of the picture this prompt gave; undefined until there is one. */
  picture: string | undefined
}

/** The ready prompts of a mode with their pictures: file 1.webp belongs to the first prompt, and so on. */
export function listExamples(mode: Mode): Example[] {
  return mode.examples.map((prompt, index) => ({
    prompt,
    picture: files[`/assets/${drawnFiles.example(mode.slug, index + 1)}`],
  }))
}
