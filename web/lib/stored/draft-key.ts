/** Session storage key of what is filled in at the generator; sign-out clears it with everything else (docs/product-rules.md#sign-out). */
export const draftKey = "studio_draft"

/** Local storage key of the last draft of a person here, for the next tab. */
export const lastDraftKey = "last_draft"

/**
 * Leaves words for the generator, which finds them there when this tab gets to it, be it after making an account. @param
 * ratio label of a shape
 */
export function leaveDraft(prompt: string, ratio: string): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify({ prompt, ratio }))
  } catch {
    // A full or forbidden storage only means that the words are typed again.
  }
}
