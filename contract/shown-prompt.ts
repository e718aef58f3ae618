import { isOwnModelMode, wishOf } from "./catalogue/makers.ts"
import { knownMode } from "./catalogue/modes.ts"

/** The id in the word that calls a model, as "Bags-bbaf4367-91ef-4b84-a7a4-40e5eecd74af". */
const modelId = /(?<=[\p{L}\d])-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/giu

/** A prompt as people read it: a model is called by its style, without its id, which copying keeps. */
export function shownPrompt(prompt: string): string {
  return prompt.replace(modelId, "")
}

/** Whether a picture was drawn by words; what is made of a photo goes by the name of its file. */
export function isDrawnByWords(mode: string): boolean {
  return knownMode(mode) !== undefined || isOwnModelMode(mode) || mode === "photoshoot"
}

/** What others read of a public picture: the words that drew it, and never the name of somebody's photo. */
export function publicTitle({ mode, prompt }: { mode: string; prompt: string }): string {
  return isDrawnByWords(mode) ? shownPrompt(prompt) : (wishOf(mode) ?? "A product in a scene")
}
