import { z } from "zod"
import type { IdentityProviderDeclaration } from "#server/adapters/identity-providers/declaration.ts"
import { createPlainProvider } from "#server/adapters/identity-providers/plain-oauth.ts"
import { readAddress } from "#server/platform/settings/read-address.ts"
import { readGroup } from "#server/platform/settings/read-group.ts"
import type { Setting } from "#server/platform/settings/setting.ts"

/** What is read of a person. */
export const FacebookUser = z.object({
  id: z.string().min(1).max(255),
  name: z.string().catch(""),
  email: z.string().optional().catch(undefined),
})

const pages: Setting = {
  name: "FACEBOOK_URL",
  what: "Facebook's pages, with a version in the path if wanted.",
  default: "https://www.facebook.com",
}

const api: Setting = {
  name: "FACEBOOK_GRAPH_URL",
  what: "Facebook's API, likewise.",
  default: "https://graph.facebook.com",
}

/** developers.facebook.com/docs/facebook-login; it does not say whether an address was confirmed, so none counts as such */
export const facebook: IdentityProviderDeclaration = {
  settings: [
    {
      name: "FACEBOOK_CLIENT_ID",
      what: "App id of Facebook sign-in; together with its secret it shows the button.",
      default: "none",
    },
    { name: "FACEBOOK_CLIENT_SECRET", what: "Secret of that app.", default: "none" },
    pages,
    api,
  ],
  read(reader) {
    const client = readGroup(reader, ["FACEBOOK_CLIENT_ID", "FACEBOOK_CLIENT_SECRET"])
    if (client === null) return null
    const url = readAddress(reader, pages)
    const graphUrl = readAddress(reader, api)
    return (fetch) =>
      createPlainProvider({
        name: "facebook",
        fetch,
        clientId: client.FACEBOOK_CLIENT_ID,
        clientSecret: client.FACEBOOK_CLIENT_SECRET,
        issuer: url,
        authorizationUrl: `${url}/dialog/oauth`,
        tokenUrl: `${graphUrl}/oauth/access_token`,
        apiUrl: graphUrl,
        scopes: ["public_profile", "email"],
        scopeSeparator: ",",
        async person(ask) {
          const { id, name, email } = await ask("/me?fields=id,name,email", FacebookUser)
          return { uid: id, email: email?.trim().toLowerCase() ?? null, isEmailVerified: false, name }
        },
      })
  },
}
