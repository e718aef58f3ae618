import { z } from "zod"
import type { IdentityProviderDeclaration } from "#server/adapters/identity-providers/declaration.ts"
import { createPlainProvider } from "#server/adapters/identity-providers/plain-oauth.ts"
import { readAddress } from "#server/platform/settings/read-address.ts"
import { readGroup } from "#server/platform/settings/read-group.ts"
import type { Setting } from "#server/platform/settings/setting.ts"

/** What is read of a person. */
export const GithubUser = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish().catch(null),
})

/** What is read of a person's addresses. */
export const GithubEmails = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1_000)

const pages: Setting = {
  name: "GITHUB_URL",
  what: "GitHub, or a GitHub Enterprise server.",
  default: "https://github.com",
}

const api: Setting = {
  name: "GITHUB_API_URL",
  what: "Its API; with GitHub Enterprise the server's address and `/api/v3`.",
  default: "https://api.github.com",
}

/** docs.github.com/apps/oauth-apps; the address of the profile is what people publish, so their list is asked for. */
export const github: IdentityProviderDeclaration = {
  settings: [
    {
      name: "GITHUB_CLIENT_ID",
      what: "Client of GitHub sign-in; together with its secret it shows the button.",
      default: "none",
    },
    { name: "GITHUB_CLIENT_SECRET", what: "Secret of that client.", default: "none" },
    pages,
    api,
  ],
  read(reader) {
    const client = readGroup(reader, ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"])
    if (client === null) return null
    const issuer = `${readAddress(reader, pages)}/login/oauth`
    const apiUrl = readAddress(reader, api)
    return (fetch) =>
      createPlainProvider({
        name: "github",
        fetch,
        clientId: client.GITHUB_CLIENT_ID,
        clientSecret: client.GITHUB_CLIENT_SECRET,
        issuer,
        authorizationUrl: `${issuer}/authorize`,
        tokenUrl: `${issuer}/access_token`,
        apiUrl,
        scopes: ["read:user", "user:email"],
        scopeSeparator: " ",
        async person(ask) {
          const user = await ask("/user", GithubUser)
          const email = bestOf(await ask("/user/emails", GithubEmails))
          return {
            uid: String(user.id),
            email: email?.email.trim().toLowerCase() ?? null,
            isEmailVerified: email?.verified ?? false,
            name: user.name || user.login,
          }
        },
      })
  },
}

/** The primary one where it is confirmed, else another confirmed one, else the primary one. */
function bestOf(emails: z.infer<typeof GithubEmails>) {
  const rank = ({ primary, verified }: { primary: boolean; verified: boolean }) =>
    Number(verified) * 2 + Number(primary)
  return emails.toSorted((a, b) => rank(b) - rank(a))[0]
}
