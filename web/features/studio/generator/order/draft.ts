import { z } from "zod"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import { draftKey } from "#web/lib/stored/draft-key.ts"
import { type CountChoice, countChoices } from "./order-cost.ts"

/** What a person has filled in so far. It follows them from mode to mode and survives a reload of the tab. */
export interface Draft {
  prompt: string
  ratio: AspectRatio | undefined
  count: CountChoice
  isRaw: boolean
  /** What was asked for; the server decides (docs/product-rules.md#visibility). */
  wantsPublic: boolean
}

export const emptyDraft: Draft = { prompt: "", ratio: undefined, count: "1", isRaw: false, wantsPublic: false }

const StoredDraft = z.object({
  prompt: z.string().catch(""),
  ratio: AspectRatio.optional().catch(undefined),
  count: z.enum(countChoices).catch("1"),
  isRaw: z.boolean().catch(false),
  wantsPublic: z.boolean().catch(false),
})

/** @returns the draft of this tab; an empty one when there is none or it cannot be read */
export function readDraft(): Draft {
  try {
    const { ratio, ...rest } = StoredDraft.parse(JSON.parse(sessionStorage.getItem(draftKey) ?? "{}"))
    return { ...rest, ratio }
  } catch {
    return emptyDraft
  }
}

export function storeDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft))
  } catch {
    // A full or forbidden storage only costs the memory of the form.
  }
}

/** Local storage key of the shape of the last order, with which the next form begins. */
const lastRatioKey = "last_shape"

export function readLastRatio(): AspectRatio | undefined {
  return AspectRatio.safeParse(localStorage.getItem(lastRatioKey)).data
}

export function keepLastRatio(ratio: AspectRatio): void {
  try {
    localStorage.setItem(lastRatioKey, ratio)
  } catch {
    // A full or forbidden storage only means that the usual shape comes first.
  }
}

/** The draft with the words and the shape an address asks for, such as an example of the first page. */
export function takeFromAddress(draft: Draft, parameters: URLSearchParams): Draft {
  const prompt = parameters.get("prompt")
  if (prompt === null) return draft
  const ratio = AspectRatio.safeParse(parameters.get("shape"))
  return { ...draft, prompt: prompt.slice(0, maxPromptCharacters), ...(ratio.success && { ratio: ratio.data }) }
}
