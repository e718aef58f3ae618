import { z } from "zod"
import { wordLanguageCodes } from "#contract/catalogue/word-languages.ts"
import { endpoint } from "#contract/endpoint.ts"
import { Reason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"

/** A word as it is kept; needs a letter, and `*` only at its end. */
const Word = PlainText.trim()
  .toLowerCase()
  .min(2, "A word has two letters or more")
  .max(60, "At most 60 letters")
  .regex(/\p{L}/u, "A word has letters")
  .regex(/^[^*]+\*?( [^*]+\*?)*$/u, "A * stands only at the end of a word")

/** Where a word is refused. */
export const WordReach = z.enum(["public", "always"])

export const BlockedWord = z.object({
  id: z.string(),
  language: z.enum(wordLanguageCodes),
  word: z.string(),
  spellings: z.array(z.string()),
  reach: WordReach,
})
export type BlockedWord = z.infer<typeof BlockedWord>

const WordBody = z.object({
  language: z.enum(wordLanguageCodes),
  word: Word,
  spellings: z.array(Word).max(40, "At most 40 spellings").default([]),
  reach: WordReach,
  reason: Reason,
})

export const listBlockedWords = endpoint({
  method: "GET",
  path: "/operators/words",
  access: "session",
  summary: "The words that are refused on pictures, by language",
  reply: z.object({ data: z.array(BlockedWord) }),
})

export const listBlockedWordsCsv = endpoint({
  method: "GET",
  path: "/operators/words.csv",
  access: "session",
  summary: "The same words as a table for spreadsheets",
  reply: z.unknown(),
})

export const addBlockedWord = endpoint({
  method: "POST",
  path: "/operators/words",
  access: "session",
  summary: "Adds a word with its spellings; it counts from the next order on",
  body: WordBody,
  status: 201,
  reply: z.object({ data: BlockedWord }),
})

export const changeBlockedWord = endpoint({
  method: "PUT",
  path: "/operators/words/:wordId",
  access: "session",
  summary: "Changes a word, its spellings or its reach",
  params: z.object({ wordId: RecordId }),
  body: WordBody,
  reply: z.object({ data: BlockedWord }),
})

export const removeBlockedWord = endpoint({
  method: "POST",
  path: "/operators/words/:wordId/remove",
  access: "session",
  summary: "Takes a word off the list",
  params: z.object({ wordId: RecordId }),
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})

export const tryBlockedWords = endpoint({
  method: "POST",
  path: "/operators/words/try",
  access: "session",
  summary: "Holds a text against the list, as an order for a public picture would",
  body: z.object({ text: PlainText.max(5_000) }),
  reply: z.object({ data: z.object({ found: z.string(), word: z.string() }).nullable() }),
})
