import type { Opening } from "#server/adapters/provider.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import type { Moderation } from "./port.ts"

export type ModerationSetUp = Opening<Moderation>

/** What the folder of a moderation service says of itself; all-providers.ts lists them. */
export interface ModerationDeclaration {
  kind: string
  settings: readonly Setting[]
  /** @returns null when it is not set up; what is wrong or half set is added to the reader's problems */
  read(reader: SettingsReader): ModerationSetUp | null
}
