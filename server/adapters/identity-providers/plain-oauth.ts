import * as client from "openid-client"
import type { z } from "zod"
import { type SignInProviderName, signInProviders } from "#contract/identity/sign-in-providers.ts"
import { AppError } from "#server/platform/errors.ts"
import { withFailures } from "./failures.ts"
import { answerSeconds, insecureOnHttp, joinScopes, readAnswer } from "./open-id.ts"
import type { IdentityProvider, ProviderPerson } from "./port.ts"

/** Asks the provider's API with the fresh token, and reads the answer. */
export type AskApi = <T>(path: string, schema: z.ZodType<T>) => Promise<T>

/** A provider that gives out a token with which its API tells who somebody is (OAuth 2). */
interface PlainProvider {
  name: SignInProviderName
  fetch: client.CustomFetch
  clientId: string
  clientSecret: string
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  apiUrl: string
  scopes: readonly string[]
  scopeSeparator: " " | ","
  person: (ask: AskApi) => Promise<ProviderPerson>
}

/** The token is used here for who it is, and then forgotten. */
export function createPlainProvider(provider: PlainProvider): IdentityProvider {
  const title = signInProviders[provider.name]
  const config = new client.Configuration(
    {
      issuer: provider.issuer,
      authorization_endpoint: provider.authorizationUrl,
      token_endpoint: provider.tokenUrl,
    },
    provider.clientId,
    undefined,
    client.ClientSecretPost(provider.clientSecret),
  )
  config.timeout = answerSeconds
  config[client.customFetch] = provider.fetch
  for (const allow of insecureOnHttp(provider.tokenUrl)) allow(config)
  return {
    name: provider.name,
    title,
    answersByForm: false,
    async pageFor({ redirectUri, scopes, state, codeVerifier }) {
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: joinScopes(provider.scopes, scopes, provider.scopeSeparator),
        state,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      })
    },
    personOf: (answer, { state, codeVerifier }) =>
      withFailures(title, async () => {
        const { access_token: token } = await client.authorizationCodeGrant(config, answer, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        })
        return provider.person((path, schema) => askApi(config, provider, token, path, schema))
      }),
  }
}

async function askApi<T>(
  config: client.Configuration,
  { name, apiUrl }: PlainProvider,
  token: string,
  path: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const title = signInProviders[name]
  const headers = new Headers({ accept: "application/json" })
  const reply = await client.fetchProtectedResource(config, token, new URL(apiUrl + path), "GET", null, headers)
  if (!reply.ok) {
    throw new AppError("user_oauth2_provider_error", `${title} did not say who this is.`, {
      cause: `${path.split("?")[0]} answered ${reply.status}`,
    })
  }
  return readAnswer(title, schema, await reply.json().catch(() => null))
}
