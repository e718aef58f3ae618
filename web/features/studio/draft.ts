import { z } from "zod"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { type CountChoice, countChoices } from "./order-cost.ts"

/** What a person has filled in so far. It follows them from mode to mode and survives a reload of the tab. */
export interface Draft {
  prompt: string
  ratio: AspectRatio | undefined
  count: CountChoice
  isRaw: boolean
  /** What was asked for; the server decides (decision 31). */
  wantsPublic: boolean
}

export const emptyDraft: Draft = { prompt: "", ratio: undefined, count: "1", isRaw: false, wantsPublic: false }

/** Session storage key; sign-out clears it with everything else (decision 90). */
const storageKey = "studio_draft"

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
    const { ratio, ...rest } = StoredDraft.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? "{}"))
    return { ...rest, ratio }
  } catch {
    return emptyDraft
  }
}

export function storeDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // A full or forbidden storage only costs the memory of the form.
  }
}
