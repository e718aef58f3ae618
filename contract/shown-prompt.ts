import { makersFor } from "./catalogue/makers.ts"
import type { PhotoToolSlug } from "./catalogue/photo-tools.ts"

/** The id in the word that calls a model, as "Bags-bbaf4367-91ef-4b84-a7a4-40e5eecd74af". */
const modelId = /(?<=[\p{L}\d])-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/giu

/** A prompt as people read it: a model is called by its style, without its id, which copying keeps. */
export function shownPrompt(prompt: string): string {
  return prompt.replace(modelId, "")
}

/** Modes of pictures that are made of a photo: whatever makes one has a title in `photoTitles`. */
export type PhotoMode = PhotoToolSlug | "scene"

/** What others read of pictures that were made of a photo, by mode: those go by the name of its file. */
export const photoTitles: ReadonlyMap<string, string> = new Map([
  ...makersFor("photo").map(({ slug, wish }) => [slug, wish] as const),
  ["scene", "A product in a scene"],
])

/** Whether a picture was drawn by words. */
export function isDrawnByWords(mode: string): boolean {
  return !photoTitles.has(mode)
}

/** What others read of a public picture: the words that drew it, and never the name of somebody's photo. */
export function publicTitle({ mode, prompt }: { mode: string; prompt: string }): string {
  return photoTitles.get(mode) ?? shownPrompt(prompt)
}
