import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"

/** Sign-in providers that SDK clients name; a name outside this list is refused as unknown (docs/hosted-backend.md#links-codes-and-providers). */
export const oauthProviders = [
  "amazon",
  "apple",
  "auth0",
  "authentik",
  "autodesk",
  "bitbucket",
  "bitly",
  "box",
  "dailymotion",
  "discord",
  "disqus",
  "dropbox",
  "etsy",
  "facebook",
  "figma",
  "github",
  "gitlab",
  "google",
  "linkedin",
  "microsoft",
  "notion",
  "oidc",
  "okta",
  "paypal",
  "paypalSandbox",
  "podio",
  "salesforce",
  "slack",
  "spotify",
  "stripe",
  "tradeshift",
  "tradeshiftBox",
  "twitch",
  "wordpress",
  "yahoo",
  "yammer",
  "yandex",
  "zoho",
  "zoom",
] as const

/** Scopes as RFC 6749 spells them, asked for besides those that signing in needs (docs/hosted-backend.md#field-rules). */
const Scopes = z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,4096}$/, "Invalid scope")).max(100)

const Page = PlainText.max(2_048).optional()

const start = {
  method: "GET",
  access: "anyone",
  params: z.object({ provider: PlainText.max(40) }),
  query: z.object({
    success: Page,
    failure: Page,
    scopes: z
      .union([
        Scopes,
        z
          .string()
          .transform((scope) => [scope])
          .pipe(Scopes),
      ])
      .optional(),
  }),
  reply: z.unknown(),
} as const

export const startOAuth = endpoint({
  ...start,
  path: "/v1/account/sessions/oauth2/:provider",
  summary: "Leads to a sign-in provider; at the end the browser comes to `success` with a session, or to `failure`",
})

export const startOAuthToken = endpoint({
  ...start,
  path: "/v1/account/tokens/oauth2/:provider",
  summary: "The same, but `success` gets the account's id and a secret that makes a session",
})

const callback = {
  path: "/v1/account/sessions/oauth2/callback/:provider/:projectId",
  access: "anyone",
  params: z.object({ provider: PlainText.max(40), projectId: PlainText.max(36) }),
  reply: z.unknown(),
} as const

export const finishOAuth = endpoint({
  ...callback,
  method: "GET",
  summary: "Takes a sign-in provider's answer, which works once and in the browser that began",
})

/** A form of `code` and `state`, with the person's name the first time; it comes from the provider's own site. */
export const finishOAuthByForm = endpoint({
  ...callback,
  method: "POST",
  isForAnonymousToo: true,
  summary: "The same for a provider that answers by form",
})

/** The fields of that form. */
export const ProviderForm = z.record(z.string().max(100), PlainText.max(8_192))
