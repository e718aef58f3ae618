import { signInProviderNames } from "#contract/identity/sign-in-providers.ts"
import { identityProviders } from "#server/adapters/identity-providers/all-providers.ts"
import type { IdentityProviderSetUp } from "#server/adapters/identity-providers/declaration.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** Accounts elsewhere with which people may sign in: those that are set up, by name. */
export type IdentityProvidersConfig = ReadonlyMap<string, IdentityProviderSetUp>

export const identitySettings: readonly Setting[] = signInProviderNames.flatMap(
  (name) => identityProviders[name].settings,
)

/** Reads the settings of all providers; what is wrong or half set is added to the reader's problems. */
export function readIdentityProviders(reader: SettingsReader): IdentityProvidersConfig {
  const setUp = new Map<string, IdentityProviderSetUp>()
  for (const name of signInProviderNames) {
    const provider = identityProviders[name].read(reader)
    if (provider) setUp.set(name, provider)
  }
  return setUp
}
