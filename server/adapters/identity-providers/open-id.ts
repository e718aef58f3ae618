import * as client from "openid-client"
import { z } from "zod"
import { type SignInProviderName, signInProviders } from "#contract/identity/sign-in-providers.ts"
import { AppError } from "#server/platform/errors.ts"
import { withFailures } from "./failures.ts"
import type { IdentityProvider, ProviderPerson } from "./port.ts"

/** Seconds for each answer of a provider. */
export const answerSeconds = 10

/** A provider that tells who somebody is in a signed token (OpenID Connect). */
interface OpenIdProvider {
  name: SignInProviderName
  fetch: client.CustomFetch
  issuer: string
  clientId: string
  clientAuth: client.ClientAuth
  scopes: readonly string[]
  /** Put into the address of the provider's page. */
  parameters?: Readonly<Record<string, string>>
  answersByForm?: boolean
  /** Reads a name that the token does not carry. */
  nameIn?: (answer: URLSearchParams) => string
}

/** Some providers spell booleans as text. */
const Yes = z.union([z.literal(true), z.literal("true")])

/** All but who it is may be absent, or of another kind than the standard says: then it counts as absent. */
const OptionalText = z.string().optional().catch(undefined)

/** What is read of a signed token, and of the address that tells more of a person (OpenID Connect Core 5.1 and 5.3). */
export const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: OptionalText,
  email_verified: z.unknown().optional(),
  name: OptionalText,
})
type Claims = z.infer<typeof Claims>

/**
 * Finds the provider's addresses by discovery, when they are first needed, so that a start does not depend on it. The
 * token's signature is checked although it comes straight from the provider: it says who signs in.
 */
export function createOpenIdProvider(provider: OpenIdProvider): IdentityProvider {
  const title = signInProviders[provider.name]
  const discover = onceItWorks(() =>
    client.discovery(new URL(provider.issuer), provider.clientId, undefined, provider.clientAuth, {
      execute: [client.enableNonRepudiationChecks, ...insecureOnHttp(provider.issuer)],
      timeout: answerSeconds,
      [client.customFetch]: provider.fetch,
    }),
  )
  return {
    name: provider.name,
    title,
    answersByForm: provider.answersByForm ?? false,
    pageFor: ({ redirectUri, scopes, state, nonce, codeVerifier }) =>
      withFailures(title, async () =>
        client.buildAuthorizationUrl(await discover(), {
          ...provider.parameters,
          redirect_uri: redirectUri,
          scope: joinScopes(provider.scopes, scopes, " "),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        }),
      ),
    personOf: (answer, { state, nonce, codeVerifier }) =>
      withFailures(title, async () => {
        const config = await discover()
        const tokens = await client.authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        })
        const claims = readAnswer(title, Claims, tokens.claims())
        // For the code flow the standard lets a provider tell name and address there only (Core 5.4).
        const isTold = claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined
        const told = isTold ? claims : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        const name = provider.nameIn?.(answer.searchParams) ?? ""
        return personIn({ ...claims, ...readAnswer(title, Claims, told) }, name)
      }),
  }
}

function personIn(claims: Claims, otherName: string): ProviderPerson {
  return {
    uid: claims.sub,
    email: claims.email?.trim().toLowerCase() ?? null,
    isEmailVerified: Yes.safeParse(claims.email_verified).success,
    name: claims.name || otherName,
  }
}

/** @throws AppError `user_oauth2_bad_request` for an answer of another shape */
export function readAnswer<T>(title: string, schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  throw new AppError("user_oauth2_bad_request", `${title} did not say who this is.`, { cause: read.error })
}

export function joinScopes(own: readonly string[], more: readonly string[], between: string): string {
  return [...new Set([...own, ...more])].join(between)
}

/** Plain http is possible for a provider on this machine only; the settings are checked for that. */
export function insecureOnHttp(address: string): ((config: client.Configuration) => void)[] {
  return address.startsWith("http:") ? [client.allowInsecureRequests] : []
}

/** Keeps the first good answer; a failure is asked again the next time. */
function onceItWorks<T>(ask: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null
  return () => {
    kept ??= ask().catch((error) => {
      kept = null
      throw error
    })
    return kept
  }
}
