import type { CustomFetch } from "openid-client"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import type { IdentityProvider } from "./port.ts"

/**
 * What the folder of a sign-in provider says of itself; all-providers.ts has one for each name. Its settings with their lines
 * in `.env.example` and the docs, its button and its redirect address follow from it. It needs nothing of the content
 * policy: its button is a plain link.
 */
export interface IdentityProviderDeclaration {
  settings: readonly Setting[]
  /** @returns null when it is not set up; what is wrong or half set is added to the reader's problems */
  read(reader: SettingsReader): IdentityProviderSetUp | null
}

/** Opens a provider whose settings were read. Nothing is fetched before somebody signs in. */
export type IdentityProviderSetUp = (fetch: CustomFetch) => IdentityProvider
