import type { QueryClient } from "@tanstack/react-query"
import type { Session } from "#contract/identity/account.ts"
import { messages } from "#contract/messages.ts"
import { ApiError } from "#web/lib/calls/api-error.ts"
import {
  createAccount,
  createEmailSession,
  createProfile,
  deleteCurrentSession,
  finishMagicLink,
  getCurrentSession,
  sendVerification,
} from "#web/lib/calls/backend.ts"
import { takeTry, tryStored } from "#web/lib/session/guest-trial-claim.ts"
import { takeInvitation } from "#web/lib/session/invitation.ts"
import { beginMailCooldown } from "#web/lib/session/mail-cooldown.ts"
import { keepForAccount } from "#web/lib/session/preferences.ts"
import { giveCode } from "#web/lib/session/proof.ts"
import { currentUserQuery } from "#web/lib/session/session.ts"
import { restoreStoredSession, storeCountryCode } from "#web/lib/session/stored-session.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import type { SignInForm, SignUpForm } from "./schemas.ts"
import type { MailLink } from "./use-mail-link.ts"

/**
 * Signs in and checks who is here now. A session that is already active counts as signed in (docs/product-rules.md#active-session).
 * @returns whether the check passed
 * @throws ApiError when the sign-in was refused
 */
export function signIn(form: SignInForm, queries: QueryClient): Promise<boolean> {
  return signInWith(() => createEmailSession(form.email, form.password), queries)
}

/** The same with a passkey, which is both steps at once. @param ask lets the browser put the question */
export function signInByPasskey(ask: () => Promise<Session>, queries: QueryClient): Promise<boolean> {
  return signInWith(async () => {
    const session = await ask()
    // Only the hosted backend's own calls note it by themselves.
    restoreStoredSession()
    return session
  }, queries)
}

/** The same with a mailed link. */
export function signInByLink({ userId, secret }: MailLink, queries: QueryClient): Promise<boolean> {
  return signInWith(() => finishMagicLink(userId, secret), queries)
}

/**
 * Notes the session that a redirect left in the cookie: a redirect cannot hand over the fallback (docs/hosted-backend.md#links-codes-and-providers).
 * @returns whether there is one
 */
export async function enterByCookie(queries: QueryClient): Promise<boolean> {
  try {
    const session = await getCurrentSession()
    storeCountryCode(session.countryCode)
  } catch {
    return false
  }
  restoreStoredSession()
  return checkSession(queries)
}

/**
 * Signs the same person in again over their page, which goes on as it is: what was read for them stays.
 * @throws ApiError when the sign-in was refused, or nobody could find out who is here now
 */
export async function signInAgain(form: SignInForm, queries: QueryClient): Promise<void> {
  await beginSession(() => createEmailSession(form.email, form.password))
  await lookWhoIsHere(queries)
}

/** The same with the code that the password alone was not enough for. */
export async function enterAgainWithCode(code: string, queries: QueryClient): Promise<void> {
  await giveCode(code)
  await lookWhoIsHere(queries)
}

async function lookWhoIsHere(queries: QueryClient): Promise<void> {
  // An answer under way may be from before.
  await queries.cancelQueries({ queryKey: currentUserQuery.queryKey })
  await queries.fetchQuery({ ...currentUserQuery, staleTime: 0 })
}

async function signInWith(createSession: () => Promise<Session>, queries: QueryClient): Promise<boolean> {
  await beginSession(createSession)
  return checkSession(queries)
}

async function beginSession(createSession: () => Promise<Session>): Promise<void> {
  try {
    const session = await createSession()
    storeCountryCode(session.countryCode)
  } catch (error) {
    if (!isSessionActive(error)) throw error
    restoreStoredSession()
  }
}

/**
 * Account, session, verification mail, profile, in this order. From the session on nothing stops the person: what
 * fails is logged.
 * @param destination path the person goes on to, kept with the account
 * @returns whether the check passed
 * @throws ApiError when there is no account or no session
 */
export async function signUp(form: SignUpForm, destination: string, queries: QueryClient): Promise<boolean> {
  const name = `${form.firstName} ${form.lastName}`
  const account = await createAccount(form.email, form.password, name)
  const session = await startFreshSession(form)
  storeCountryCode(session.countryCode)
  await sendVerification().then(
    () => beginMailCooldown("verification", account.email),
    (error) => console.error("error sending email", error),
  )
  await createProfile({ accountId: account.$id, email: account.email, name }).catch((error) =>
    console.error("error saving profile", error),
  )
  const isSignedIn = await checkSession(queries)
  // Where the person wanted to go waits with the account: the mail may be opened in another browser.
  if (destination !== "/app") await keepForAccount(queries, { next: destination })
  return isSignedIn
}

/** The new account's own session, also where another account was still signed in. */
async function startFreshSession({ email, password }: SignInForm) {
  try {
    return await createEmailSession(email, password)
  } catch (error) {
    if (!isSessionActive(error)) throw error
    await deleteCurrentSession()
    return createEmailSession(email, password)
  }
}

/** Completes a sign-in with a code. @returns whether the check passed @throws ApiError when the code was refused */
export async function enterWithCode(code: string, queries: QueryClient): Promise<boolean> {
  await giveCode(code)
  return checkSession(queries)
}

/** Goes on after another second step was given. @returns whether the check passed */
export function enterAfterProof(queries: QueryClient): Promise<boolean> {
  return checkSession(queries)
}

async function checkSession(queries: QueryClient): Promise<boolean> {
  queries.removeQueries() // nothing of whoever was here before
  try {
    const user = await queries.fetchQuery(currentUserQuery)
    if (user === null) return false
    // What belongs to the account waits until its code is given.
    if (user.needsCode) return true
  } catch {
    return false
  }
  await takeInvitation()
  // Before any screen reads the gallery. What fails here is tried again by the studio.
  if (await takeTry().catch(() => false)) notify.success(tryStored)
  return true
}

function isSessionActive(error: unknown): boolean {
  return error instanceof ApiError && error.message === messages.sessionActive
}
