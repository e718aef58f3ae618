import { messages } from "#contract/messages.ts"

/** Longest wait for which the fixed words, "about 30 seconds", are true, in seconds. */
const fixedWordsUpTo = 40

/** The words of a wait: the fixed ones, unless a live estimate says otherwise or the turn has not come (docs/product-rules.md#waiting-time). */
export function waitWords(secondsLeft: number | undefined, isInLine: boolean): string {
  if (isInLine) return "Please wait for your turn. We generate your image right after it..."
  if (secondsLeft === undefined || secondsLeft <= fixedWordsUpTo) return messages.imageBusy
  // In steps, as readers of the screen hear each change.
  const seconds = Math.ceil(secondsLeft / 30) * 30
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `Please wait for about ${time} while we generate your image...`
}
