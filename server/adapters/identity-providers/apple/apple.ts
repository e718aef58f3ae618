import { createPrivateKey, type KeyObject, sign } from "node:crypto"
import type { ClientAuth } from "openid-client"
import { z } from "zod"
import type { IdentityProviderDeclaration } from "#server/adapters/identity-providers/declaration.ts"
import { createOpenIdProvider } from "#server/adapters/identity-providers/open-id.ts"
import { type AppleSettings, appleSettings, readApple } from "./settings.ts"

/** Seconds a client secret works; Apple takes up to half a year, each is used at once. */
const secretSeconds = 300

/** What the form carries beside the code, at the first sign-in only. */
export const FormPerson = z.object({
  name: z.object({ firstName: z.string().catch(""), lastName: z.string().catch("") }),
})

/** developer.apple.com/documentation/signinwithapplerestapi; with a name or address asked for, it answers by form only */
export const apple: IdentityProviderDeclaration = {
  settings: appleSettings,
  read(reader) {
    const settings = readApple(reader)
    if (settings === null) return null
    return (fetch) =>
      createOpenIdProvider({
        name: "apple",
        fetch,
        issuer: settings.issuer,
        clientId: settings.clientId,
        clientAuth: signedSecret(settings),
        scopes: ["openid", "email", "name"],
        parameters: { response_mode: "form_post" },
        answersByForm: true,
        nameIn: (answer) => readName(answer.get("user")),
      })
  },
}

/** The client's secret is a token that the installation's key signs anew for each use. */
function signedSecret({ clientId, teamId, keyId, privateKey, issuer }: AppleSettings): ClientAuth {
  const key = createPrivateKey(privateKey)
  return (_server, _client, body) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: teamId, iat: now, exp: now + secretSeconds, aud: issuer, sub: clientId }
    body.set("client_id", clientId)
    body.set("client_secret", signToken({ alg: "ES256", kid: keyId }, claims, key))
  }
}

function signToken(head: object, claims: object, key: KeyObject): string {
  const said = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")
  const signature = sign("sha256", Buffer.from(said), { key, dsaEncoding: "ieee-p1363" })
  return `${said}.${signature.toString("base64url")}`
}

/** Unsigned, so it is good for a greeting and for nothing else. */
function readName(json: string | null): string {
  try {
    const { name } = FormPerson.parse(JSON.parse(json ?? ""))
    return `${name.firstName} ${name.lastName}`.trim()
  } catch {
    return ""
  }
}
