/** One setting of the environment; `npm run settings` writes docs/operations.md and .env.example from this list. */
export interface Setting {
  name: string
  what: string
  /** In words; "none" when absent means off. */
  default: string
}

/** @returns the setting's text without blanks around it, null when it is not set */
export type ReadText = (name: string) => string | null

/** What a part needs to read its own settings. */
export interface SettingsReader {
  text: ReadText
  /** What is wrong or half set is added here, in a sentence that names the setting. */
  problems: string[]
  publicUrl: string
  isProduction: boolean
}
