import { ClientSecretPost, type CustomFetch } from "openid-client"
import { createOpenIdProvider } from "./open-id.ts"
import type { IdentityProvider } from "./port.ts"

/** developers.google.com/identity/openid-connect/openid-connect */
export function createGoogle(
  settings: { clientId: string; clientSecret: string; issuer: string },
  fetch: CustomFetch,
): IdentityProvider {
  return createOpenIdProvider({
    name: "google",
    title: "Google",
    fetch,
    issuer: settings.issuer,
    clientId: settings.clientId,
    clientAuth: ClientSecretPost(settings.clientSecret),
    scopes: ["openid", "email", "profile"],
    // People with several accounts there say which, also when only one is signed in.
    parameters: { prompt: "select_account" },
  })
}
