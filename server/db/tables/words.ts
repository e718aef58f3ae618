import type { Generated } from "kysely"
import type { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"

export interface WordTables {
  presets: PresetsTable
  forgottenPrompts: ForgottenPromptsTable
}

/** Settings of the generator that a person keeps under a name. */
interface PresetsTable {
  id: string
  accountId: string
  name: string
  mode: string
  aspectRatio: AspectRatio
  numOutputs: number
  isPublic: boolean
  isPinned: Generated<boolean>
  createdAt: Generated<Date>
}

/** Words that are on the list of last prompts only once they are drawn with again. */
interface ForgottenPromptsTable {
  accountId: string
  /** MD5 of the words; empty for all. */
  digest: string
  forgottenAt: Generated<Date>
}
