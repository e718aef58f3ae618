import type { IdentityProvidersConfig } from "#server/settings/identity-providers.ts"
import { createApple } from "./apple.ts"
import { createFacebook } from "./facebook.ts"
import { createGithub } from "./github.ts"
import { createGoogle } from "./google.ts"
import type { IdentityProvider, IdentityProviders } from "./port.ts"

/** Those with settings, in the order in which their buttons stand. Nothing is fetched before somebody signs in. */
export function openIdentityProviders(config: IdentityProvidersConfig): IdentityProviders {
  const { google, apple, facebook, github } = config
  const providers: IdentityProvider[] = [
    ...(google ? [createGoogle(google)] : []),
    ...(apple ? [createApple(apple)] : []),
    ...(facebook ? [createFacebook(facebook)] : []),
    ...(github ? [createGithub(github)] : []),
  ]
  return new Map(providers.map((provider) => [provider.name, provider]))
}
