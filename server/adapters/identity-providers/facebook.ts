import type { CustomFetch } from "openid-client"
import { z } from "zod"
import { createPlainProvider } from "./plain-oauth.ts"
import type { IdentityProvider } from "./port.ts"

/** What is read of a person. */
export const FacebookUser = z.object({
  id: z.string().min(1).max(255),
  name: z.string().default(""),
  email: z.string().optional(),
})

/** developers.facebook.com/docs/facebook-login; it does not say whether an address was confirmed, so none counts as such */
export function createFacebook(
  settings: {
    clientId: string
    clientSecret: string
    url: string
    graphUrl: string
  },
  fetch: CustomFetch,
): IdentityProvider {
  return createPlainProvider({
    name: "facebook",
    title: "Facebook",
    fetch,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    issuer: settings.url,
    authorizationUrl: `${settings.url}/dialog/oauth`,
    tokenUrl: `${settings.graphUrl}/oauth/access_token`,
    apiUrl: settings.graphUrl,
    scopes: ["public_profile", "email"],
    scopeSeparator: ",",
    async person(ask) {
      const { id, name, email } = await ask("/me?fields=id,name,email", FacebookUser)
      return { uid: id, email: email?.trim().toLowerCase() ?? null, isEmailVerified: false, name }
    },
  })
}
