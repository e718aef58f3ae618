import type { Metrics } from "#server/platform/observability/metrics.ts"
import type { IdentityProvidersConfig } from "#server/settings/identity-providers.ts"
import { createApple } from "./apple.ts"
import { countedFetch } from "./counted-fetch.ts"
import { createFacebook } from "./facebook.ts"
import { createGithub } from "./github.ts"
import { createGoogle } from "./google.ts"
import type { IdentityProvider, IdentityProviders } from "./port.ts"

/** Those with settings, in the order in which their buttons stand. Nothing is fetched before somebody signs in. */
export function openIdentityProviders(config: IdentityProvidersConfig, metrics: Metrics): IdentityProviders {
  const { google, apple, facebook, github } = config
  const providers: IdentityProvider[] = [
    ...(google ? [createGoogle(google, countedFetch("google", metrics))] : []),
    ...(apple ? [createApple(apple, countedFetch("apple", metrics))] : []),
    ...(facebook ? [createFacebook(facebook, countedFetch("facebook", metrics))] : []),
    ...(github ? [createGithub(github, countedFetch("github", metrics))] : []),
  ]
  return new Map(providers.map((provider) => [provider.name, provider]))
}
