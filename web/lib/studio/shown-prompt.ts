/** The id in the word that calls a model, as "Bags-bbaf4367-91ef-4b84-a7a4-40e5eecd74af". */
const modelId = /(?<=[\p{L}\d])-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/giu

/** A prompt as people read it: a model is called by its style, without its id, which copying keeps. */
export function shownPrompt(prompt: string): string {
  return prompt.replace(modelId, "")
}
