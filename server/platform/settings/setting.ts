/** One setting of the environment; `npm run settings` writes docs/operations.md and .env.example from this list. */
export interface Setting {
  name: string
  what: string
  /** In words; "none" when absent means off. */
  default: string
  /** Its value opens something or may hold a password, although its name does not say so. */
  isSecret?: true
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
  /** Folder for what this installation keeps on its own disk. */
  dataDir: string
  /** Threads for image work unless a setting says otherwise. */
  threads: number
  /** Memory of the machine or container, in megabytes. */
  memoryMb: number
}
