import type { CustomFetch } from "openid-client"
import { z } from "zod"
import { createPlainProvider } from "./plain-oauth.ts"
import type { IdentityProvider } from "./port.ts"

/** What is read of a person. */
export const GithubUser = z.object({ id: z.number().int().positive(), login: z.string(), name: z.string().nullish() })

/** What is read of a person's addresses. */
export const GithubEmails = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1_000)

/** docs.github.com/apps/oauth-apps; the address of the profile is what people publish, so their list is asked for. */
export function createGithub(
  settings: {
    clientId: string
    clientSecret: string
    url: string
    apiUrl: string
  },
  fetch: CustomFetch,
): IdentityProvider {
  const issuer = `${settings.url}/login/oauth`
  return createPlainProvider({
    name: "github",
    title: "GitHub",
    fetch,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    issuer,
    authorizationUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/access_token`,
    apiUrl: settings.apiUrl,
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
}

/** The primary one where it is confirmed, else another confirmed one, else the primary one. */
function bestOf(emails: z.infer<typeof GithubEmails>) {
  const rank = ({ primary, verified }: { primary: boolean; verified: boolean }) =>
    Number(verified) * 2 + Number(primary)
  return emails.toSorted((a, b) => rank(b) - rank(a))[0]
}
