import { oauthProviders } from "#contract/identity/account-oauth.ts"
import { projectId } from "#contract/project.ts"
import type { IdentityProvider } from "#server/adapters/identity-providers/port.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { issueProviderToken } from "#server/features/identity/one-time-tokens/service.ts"
import {
  endOneSession,
  findLiveSession,
  openSession,
  refuseJwt,
  type SignedIn,
} from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { type Caller, isFreshProof } from "#server/platform/http/caller.ts"
import { readTrustedUrl, trustedOrigins } from "#server/platform/http/origins.ts"
import type { Visitor } from "#server/platform/http/visitor.ts"
import { newSecret, sha256 } from "#server/platform/ids.ts"
import { accountFor, type SignedInBefore } from "./provider-account.ts"
import { insertSignIn, type OauthSignIn, takeSignIn } from "./queries.ts"
import { callbackPath, secretsFrom, signInMinutes } from "./sign-in-secrets.ts"

/** Pages at the end for which the caller names none. */
const usualPages = { success: "/auth/oauth2/success", failure: "/sign-in" } as const

/** How a sign-in ended: the page to go to, with a session where that was asked for. */
interface Outcome {
  page: URL
  signedIn?: SignedIn
}

/** @throws AppError `project_provider_unsupported`, `project_provider_disabled` */
export function providerOf(s: Pick<Services, "identityProviders">, name: string): IdentityProvider {
  const provider = s.identityProviders.get(name)
  if (provider) return provider
  if ((oauthProviders as readonly string[]).includes(name)) {
    throw new AppError("project_provider_disabled", "Signing in this way is not enabled here.")
  }
  throw new AppError("project_provider_unsupported", "There is no such way of signing in.")
}

/** Address at which a provider answers; what its settings must name. */
function redirectUriOf(s: Pick<Services, "config">, { name }: IdentityProvider): string {
  return `${s.config.publicUrl}${callbackPath}/${name}/${projectId}`
}

/**
 * Begins a sign-in.
 * @returns the seed for the browser's cookie, and the page to go to: the provider's, or that of failure
 * @throws AppError `project_invalid_success_url`, `project_invalid_failure_url`
 */
export async function startSignIn(
  s: Services,
  provider: IdentityProvider,
  wanted: Pick<OauthSignIn, "result"> & { success?: string; failure?: string; scopes: readonly string[] },
  caller: Caller,
): Promise<{ seed: string; page: URL }> {
  const successUrl = readPage(s, "success", wanted.success)
  const failureUrl = readPage(s, "failure", wanted.failure)
  const seed = newSecret(32)
  const secrets = secretsFrom(s, provider.name, seed)
  const redirectUri = redirectUriOf(s, provider)
  try {
    // A copied token must not connect its holder's own way in.
    if (caller.kind === "person") refuseJwt(caller)
    const page = await provider.pageFor({ ...secrets, redirectUri, scopes: wanted.scopes })
    const who = caller.kind === "person" ? caller : { accountId: null, sessionId: null }
    await insertSignIn(s.db, {
      stateHash: sha256(secrets.state),
      provider: provider.name,
      result: wanted.result,
      successUrl,
      failureUrl,
      accountId: who.accountId,
      sessionId: who.sessionId,
      minutes: signInMinutes,
    })
    return { seed, page }
  } catch (error) {
    return { seed, page: failurePage(s, failureUrl, error) }
  }
}

/**
 * Takes a provider's answer. From here on everything ends on a page of those who began.
 * @throws AppError `user_oauth2_bad_request` for an answer that nobody here waits for: another browser's, an old one,
 * or one that was taken before
 */
export async function finishSignIn(
  s: Services,
  provider: IdentityProvider,
  answer: { query: string; seed: string | undefined },
  visitor: Visitor,
): Promise<Outcome> {
  const secrets = secretsFrom(s, provider.name, answer.seed ?? newSecret(32))
  const url = new URL(`${redirectUriOf(s, provider)}?${answer.query}`)
  const isOurs = answer.seed !== undefined && url.searchParams.get("state") === secrets.state
  const signIn = isOurs ? await takeSignIn(s.db, sha256(secrets.state), provider.name) : undefined
  if (!signIn) {
    throw new AppError(
      "user_oauth2_bad_request",
      `This sign-in was begun in another browser, took longer than ${signInMinutes} minutes, or is done already. Please start again.`,
    )
  }
  try {
    const person = await provider.personOf(url, secrets)
    return await afterRace(() =>
      transact(s.db, async (tx) => {
        const current = await currentOf(tx, signIn)
        const accountId = await accountFor(s, tx, provider, person, current, visitor)
        const owner = { accountId, provider: provider.name, providerUid: person.uid }
        return signIn.result === "token" ? giveToken(s, tx, signIn, owner) : giveSession(tx, signIn, owner, visitor)
      }),
    )
  } catch (error) {
    return { page: failurePage(s, signIn.failureUrl, error) }
  }
}

/** Who was signed in at the start, if that session still lives. */
async function currentOf(tx: Tx, { accountId, sessionId }: OauthSignIn): Promise<SignedInBefore | null> {
  if (accountId === null || sessionId === null) return null
  const session = await findLiveSession(tx, accountId, sessionId)
  return session ? { accountId, isProved: isFreshProof(session.provedAt.getTime()) } : null
}

/** A new session takes the place of the one at the start. */
async function giveSession(
  tx: Tx,
  { successUrl, accountId, sessionId }: OauthSignIn,
  owner: Parameters<typeof openSession>[1],
  visitor: Visitor,
): Promise<Outcome> {
  if (accountId !== null && sessionId !== null) await endOneSession(tx, accountId, sessionId)
  return { page: new URL(successUrl), signedIn: await openSession(tx, owner, visitor) }
}

async function giveToken(
  s: Services,
  tx: Tx,
  { successUrl }: OauthSignIn,
  owner: Parameters<typeof openSession>[1],
): Promise<Outcome> {
  const secret = await issueProviderToken(s, tx, owner)
  const page = new URL(successUrl)
  page.searchParams.set("userId", owner.accountId)
  page.searchParams.set("secret", secret)
  return { page }
}

/** Two answers at once about one new person: the later one finds what the earlier one made. */
async function afterRace<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.type === "user_already_exists") return work()
    throw error
  }
}

/** The page of failure with what went wrong, as SDK clients read it. */
function failurePage(s: Services, url: string, error: unknown): URL {
  const known = error instanceof AppError ? error : new AppError("general_unknown", "Something went wrong on our side.")
  if (known !== error) s.log.error({ err: error }, "a sign-in at a provider failed")
  else if (known.cause) s.log.warn({ err: known.cause, type: known.type }, known.message)
  const page = new URL(url)
  const { message, type, status: code } = known
  page.searchParams.set("error", JSON.stringify({ message, type, code }))
  return page
}

function readPage(s: Services, which: keyof typeof usualPages, given: string | undefined): string {
  const url = readTrustedUrl(given || `${s.config.publicUrl}${usualPages[which]}`, trustedOrigins(s.config))
  if (url) return url.href
  throw new AppError(`project_invalid_${which}_url`, `Invalid \`${which}\` param: it must be a page of this product.`)
}
