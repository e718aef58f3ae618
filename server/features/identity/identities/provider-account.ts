import { recentSignInMinutes } from "#contract/identity/personal-data.ts"
import { EmailAddress } from "#contract/primitives.ts"
import type { IdentityProvider, ProviderPerson } from "#server/adapters/identity-providers/port.ts"
import type { Tx } from "#server/db/open.ts"
import type { Account } from "#server/db/tables/accounts.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  adoptAddress,
  findAccountBy,
  getAccount,
  insertAccount,
  lockAccount,
  markEmailVerified,
} from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import { issueSecret } from "#server/features/identity/one-time-tokens/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Visitor } from "#server/platform/http/visitor.ts"
import { newId } from "#server/platform/ids.ts"
import { findIdentityOwner, saveIdentity } from "./queries.ts"

/** Longest name of an account. */
const maxName = 128

/** Page of the mail that confirms an address. */
const verifyPage = "/verify-user"

/** Whoever was signed in when a sign-in at a provider began. */
export interface SignedInBefore {
  accountId: string
  /** Proved a moment ago who they are. */
  isProved: boolean
}

/**
 * Finds or makes the account of somebody who signed in at a provider, and gives it the identity.
 * @param signedIn whoever was signed in at the start: the identity becomes theirs
 * @returns the account to sign in to
 * @throws AppError `user_already_exists`, `user_blocked`, `sign_in_again` for a new identity of somebody without a fresh proof, `user_oauth2_bad_request` without an address or where the way in was just taken off
 */
export async function accountFor(
  s: Services,
  tx: Tx,
  provider: IdentityProvider,
  given: ProviderPerson,
  signedIn: SignedInBefore | null,
  visitor: Visitor,
): Promise<string> {
  const person = tidy(given)
  const current = signedIn === null ? null : await getAccount(tx, signedIn.accountId)
  const owner = await findIdentityOwner(tx, provider.name, person.uid)
  const holder = person.email === null ? undefined : await findAccountBy(tx, "email", person.email)
  const account = await lockAccount(tx, (await choose()).id)
  // Whoever held the account until now may have deleted it, or taken this way in off: that must stay so.
  if (!account || (owner && !(await findIdentityOwner(tx, provider.name, person.uid)))) {
    throw new AppError(
      "user_oauth2_bad_request",
      `Your account was changed while you signed in with ${provider.title}. Please try again.`,
    )
  }
  if (account.isBlocked) throw new AppError("user_blocked", "This account is blocked.")
  await keepIdentity(tx, provider, person, account.id, visitor)
  return account.id

  async function choose(): Promise<Account> {
    // Somebody without an address, who has an account after all, simply goes over to it.
    const staysHere = current !== null && (current.email !== null || (!owner && !holder))
    if (current && staysHere) {
      return joinCurrent(s, tx, provider, person, { current, owner, holder, isProved: signedIn?.isProved === true })
    }
    if (owner) return getAccount(tx, owner.accountId)
    if (holder) return joinHolder(provider, person, holder)
    return makeAccount(s, tx, provider, person, visitor)
  }
}

/** Links to whoever is signed in; what they have not confirmed or given yet, the provider may say for them. */
async function joinCurrent(
  s: Services,
  tx: Tx,
  { title }: IdentityProvider,
  person: ProviderPerson,
  known: {
    current: Account
    owner: { accountId: string } | undefined
    holder: Account | undefined
    isProved: boolean
  },
): Promise<Account> {
  const { current, owner, holder, isProved } = known
  if ((owner && owner.accountId !== current.id) || (holder && holder.id !== current.id)) {
    throw new AppError("user_already_exists", `This ${title} account belongs to another account here.`)
  }
  // Nobody can sign in to an account without an address a second time.
  if (!owner && !isProved && current.email !== null) {
    throw new AppError(
      "sign_in_again",
      `To be sure it is you, sign out and in again, and connect within ${recentSignInMinutes} minutes.`,
    )
  }
  if (person.email === null) return current
  if (current.email === null) {
    await adoptAddress(tx, current, person.email, person.name)
  }
  const isTheirs = current.email === null || current.email === person.email
  if (person.isEmailVerified && isTheirs && !current.isEmailVerified) await markEmailVerified(s, tx, current.id)
  return current
}

/**
 * An address proves who somebody is only where both sides confirmed it: else whoever typed it first, here or there,
 * would get the other's account.
 */
function joinHolder({ title }: IdentityProvider, person: ProviderPerson, holder: Account): Account {
  if (person.isEmailVerified && holder.isEmailVerified) return holder
  throw new AppError(
    "user_already_exists",
    `An account with this e-mail address exists already. Sign in to it first, then connect ${title} there.`,
  )
}

async function makeAccount(
  s: Services,
  tx: Tx,
  { title }: IdentityProvider,
  { email, isEmailVerified, name }: ProviderPerson,
  visitor: Visitor,
): Promise<Account> {
  if (email === null) {
    throw new AppError(
      "user_oauth2_bad_request",
      `${title} did not tell your e-mail address. Allow that there, or sign up with your address.`,
    )
  }
  const id = newId()
  await insertAccount(s, tx, { id, email, phone: null, name, passwordHash: null }, visitor)
  if (isEmailVerified) await markEmailVerified(s, tx, id)
  else {
    const url = s.config.publicUrl + verifyPage
    await issueSecret(s, tx, { owner: { accountId: id }, claimId: id, kind: "verification", url })
  }
  return getAccount(tx, id)
}

async function keepIdentity(
  tx: Tx,
  { name: provider, title }: IdentityProvider,
  { uid, email }: ProviderPerson,
  accountId: string,
  visitor: Visitor,
): Promise<void> {
  const identity = { id: newId(), accountId, provider, providerUid: uid, providerEmail: email ?? "" }
  const saved = await saveIdentity(tx, identity)
  if (saved === "taken") {
    throw new AppError("user_already_exists", `This ${title} account belongs to another account here.`)
  }
  if (saved === "made") await writeLog(tx, accountId, "identity.create", visitor)
}

/** What a provider says is input like any other. */
function tidy(person: ProviderPerson): ProviderPerson {
  const plain = (text: string): string => text.replaceAll("\u0000", "").trim()
  return {
    uid: plain(person.uid).toWellFormed(),
    email: EmailAddress.safeParse(person.email).data ?? null,
    isEmailVerified: person.isEmailVerified,
    name: plain(person.name).slice(0, maxName).toWellFormed(),
  }
}
