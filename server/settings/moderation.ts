import { moderationProviders } from "#server/adapters/moderation/all-providers.ts"
import type { ModerationSetUp } from "#server/adapters/moderation/declaration.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

export const moderationSettings: readonly Setting[] = moderationProviders.flatMap(({ settings }) => settings)

/** Reads who looks through texts. @returns null when only the installation's own list of words counts */
export function readModeration(reader: SettingsReader): ModerationSetUp | null {
  const [first, second] = moderationProviders.flatMap((provider) => provider.read(reader) ?? [])
  if (first && second) {
    reader.problems.push(`${first.kind} and ${second.kind} are both set up for moderation; only one of them can be.`)
  }
  return first ?? null
}
