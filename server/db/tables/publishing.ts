import type { Generated } from "kysely"

export interface PublishingTables {
  blockedWords: BlockedWordsTable
}

/** What may not be drawn or said on pictures; kept by operators. */
interface BlockedWordsTable {
  id: string
  /** Code of its language, from `contract/catalogue/word-languages.ts`. */
  language: string
  /** One word or several; `*` at the end of one stands for any ending. */
  word: string
  /** Other ways of writing it. */
  spellings: string[]
  reach: "public" | "always"
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}
