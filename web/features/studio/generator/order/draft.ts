import { z } from "zod"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import type { Preset } from "#contract/studio/words/presets.ts"
import { draftKey, lastDraftKey } from "#web/lib/stored/draft-key.ts"
import { type CountChoice, countChoices } from "./order-cost.ts"

/** What a person has filled in so far. It follows them from mode to mode, survives a reload of the tab and its end. */
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

/** @returns the draft of this tab, else the last one of this person here; an empty one when there is none that can be read */
export function readDraft(userId: string): Draft {
  try {
    const kept = sessionStorage.getItem(draftKey)
    const { ratio, ...rest } = StoredDraft.parse(kept === null ? lastDraftOf(userId) : JSON.parse(kept))
    return { ...rest, ratio }
  } catch {
    return emptyDraft
  }
}

function lastDraftOf(userId: string): unknown {
  const { by, draft } = JSON.parse(localStorage.getItem(lastDraftKey) ?? "{}") as Record<string, unknown>
  return by === userId ? draft : {}
}

/** @returns whether the browser had room for it */
export function storeDraft(draft: Draft, userId: string): boolean {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft))
    if (draft.prompt.trim() === "") localStorage.removeItem(lastDraftKey)
    else localStorage.setItem(lastDraftKey, JSON.stringify({ by: userId, draft }))
    return true
  } catch {
    // A full or forbidden storage only costs the memory of the form.
    return false
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

/** What a preset sets. */
export function settingsOf({ aspect_ratio, num_outputs, is_public }: Preset): Partial<Draft> {
  const count = countChoices.find((choice) => choice === String(num_outputs))
  return { ratio: aspect_ratio, wantsPublic: is_public, ...(count && { count }) }
}

/** What of a draft an address may ask for. */
const asked = ["prompt", "shape", "count", "raw", "sees"] as const

/** Whether an address asks for some of a draft. */
export function asksForDraft(parameters: URLSearchParams): boolean {
  return asked.some((name) => parameters.has(name))
}

/** The draft with what an address asks for: that of an example of the first page, or of a picture. */
export function takeFromAddress(draft: Draft, parameters: URLSearchParams): Draft {
  const [prompt, shape, count, raw, sees] = asked.map((name) => parameters.get(name))
  const ratio = AspectRatio.safeParse(shape)
  const known = countChoices.find((choice) => choice === count)
  return {
    ...draft,
    ...(typeof prompt === "string" && { prompt: prompt.slice(0, maxPromptCharacters) }),
    ...(ratio.success && { ratio: ratio.data }),
    ...(known && { count: known }),
    ...(raw && { isRaw: raw === "yes" }),
    ...(sees && { wantsPublic: sees === "everyone" }),
  }
}
