import { createHmac } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { IdentityProvider, SignInSecrets } from "#server/adapters/identity-providers/port.ts"
import type { Services } from "#server/declarations/services.ts"

/** How long a person may take at the provider. */
export const signInMinutes = 10

/**
 * Everything secret about a sign-in follows from the seed in the browser's cookie and the installation's key: the
 * cookie alone is of no use, nothing of it is stored, and an answer counts in the browser that began only.
 */
export function secretsFrom(s: Pick<Services, "tokenKey">, provider: string, seed: string): SignInSecrets {
  const part = (purpose: string): string =>
    createHmac("sha256", s.tokenKey).update(`oauth2:${purpose}:${provider}:${seed}`).digest("base64url")
  return { state: part("state"), nonce: part("nonce"), codeVerifier: part("verifier") }
}

export function readSeed(request: FastifyRequest, { name }: IdentityProvider): string | undefined {
  return request.cookies[cookieName(name)]
}

export function keepSeed(s: Services, reply: FastifyReply, provider: IdentityProvider, seed: string): void {
  reply.setCookie(cookieName(provider.name), seed, { ...attributes(s, provider), maxAge: signInMinutes * 60 })
}

export function forgetSeed(s: Services, reply: FastifyReply, provider: IdentityProvider): void {
  reply.clearCookie(cookieName(provider.name), attributes(s, provider))
}

function cookieName(provider: string): string {
  return `oauth2_${provider}`
}

/** A form from the provider's site brings only cookies that cross sites, and browsers take those on https only. */
function attributes(s: Services, { name, answersByForm }: IdentityProvider) {
  return {
    path: `${callbackPath}/${name}`,
    httpOnly: true,
    secure: answersByForm || s.config.publicUrl.startsWith("https:"),
    sameSite: answersByForm ? "none" : "lax",
  } as const
}

/** Provider and project follow. */
export const callbackPath = "/v1/account/sessions/oauth2/callback"
