import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"

/** Longest sentence that is taken of a hosted model's answer, in letters. */
export const maxSeenLetters = 160

/** Words that no picture shows: a model that says them invents them. */
const claims =
  /(?<!\p{L})(?:best|genuine|original|authentic|real|pure|organic|natural|waterproof|handmade|brand[- ]new|new|luxury|luxurious|designer|high[- ]quality|quality|guaranteed|cheap|affordable|free|expensive|popular|famous)(?!\p{L})/giu

/**
 * What of a model's description says what is seen: its first sentence part, without words that no picture can show.
 * @returns "" where nothing is left
 */
export function seenOf(description: string): string {
  const [first = ""] = description
    .replace(/^\s*(?:caption|description|prompt)\s*:/i, "")
    .trim()
    .split(/[,.;:\n]/)
  const words = first.replaceAll(claims, " ").replaceAll(/\s+/g, " ").trim()
  if (words.length <= maxSeenLetters) return words
  return words.slice(0, maxSeenLetters).replace(/\s+\S*$/, "")
}

export const lookAtPicture = endpoint({
  method: "POST",
  path: "/shelf/seen",
  access: "session",
  summary: "What a hosted model sees in an own picture, where one is connected; free, and kept nowhere here",
  body: z.object({ image: PlainText.min(1).max(2_000) }),
  reply: z.object({
    data: z.object({
      text: z.string(),
      /** Who said it. */
      by: z.string(),
    }),
  }),
})
