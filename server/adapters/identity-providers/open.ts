import type { Metrics } from "#server/platform/observability/metrics.ts"
import { countedFetch } from "./counted-fetch.ts"
import type { IdentityProviderSetUp } from "./declaration.ts"
import type { IdentityProviders } from "./port.ts"

/** Opens those that are set up, in the order in which their buttons stand. Nothing is fetched before somebody signs in. */
export function openIdentityProviders(
  setUp: ReadonlyMap<string, IdentityProviderSetUp>,
  metrics: Metrics,
): IdentityProviders {
  return new Map([...setUp].map(([name, open]) => [name, open(countedFetch(name, metrics))]))
}
