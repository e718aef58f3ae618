/**
 * Words that somebody typed and has not used yet: kept in this tab, so that they stand there again after a reload, or
 * after signing in again when the session had ended. Signing out clears them (`clearStoredData`).
 */

/** Session storage key of the words of one place. */
function keyOf(place: string): string {
  return `words:${place}`
}

/** The words this person left at a place; empty when there are none, or they are somebody else's. */
export function readStoredWords(place: string, userId: string): string {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? "null")
    const { by, words } = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>
    return by === userId && typeof words === "string" ? words : ""
  } catch {
    return ""
  }
}

/** Keeps the words of a place; empty ones are forgotten. */
export function keepWords(place: string, userId: string, words: string): void {
  try {
    if (words === "") sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), JSON.stringify({ by: userId, words }))
  } catch {
    // A full or forbidden storage only means that the words are typed again.
  }
}
