import { ClientSecretPost } from "openid-client"
import type { IdentityProviderDeclaration } from "#server/adapters/identity-providers/declaration.ts"
import { createOpenIdProvider } from "#server/adapters/identity-providers/open-id.ts"
import { readAddress } from "#server/platform/settings/read-address.ts"
import { readGroup } from "#server/platform/settings/read-group.ts"
import type { Setting } from "#server/platform/settings/setting.ts"

const issuer: Setting = {
  name: "GOOGLE_ISSUER",
  what: "OpenID issuer behind the Google button.",
  default: "https://accounts.google.com",
}

/** developers.google.com/identity/openid-connect/openid-connect */
export const google: IdentityProviderDeclaration = {
  settings: [
    {
      name: "GOOGLE_CLIENT_ID",
      what: "Client of Google sign-in; together with its secret it shows the button.",
      default: "none",
    },
    { name: "GOOGLE_CLIENT_SECRET", what: "Secret of that client.", default: "none" },
    issuer,
  ],
  read(reader) {
    const client = readGroup(reader, ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"])
    if (client === null) return null
    const address = readAddress(reader, issuer)
    return (fetch) =>
      createOpenIdProvider({
        name: "google",
        fetch,
        issuer: address,
        clientId: client.GOOGLE_CLIENT_ID,
        clientAuth: ClientSecretPost(client.GOOGLE_CLIENT_SECRET),
        scopes: ["openid", "email", "profile"],
        // People with several accounts there say which, also when only one is signed in.
        parameters: { prompt: "select_account" },
      })
  },
}
