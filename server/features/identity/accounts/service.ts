import { createHmac } from "node:crypto"
import { currentTerms } from "#contract/catalogue/terms.ts"
import { appNotes, type User } from "#contract/identity/account.ts"
import { recentSignInMinutes } from "#contract/identity/personal-data.ts"
import { serialiseDate, uniqueId } from "#contract/primitives.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Account } from "#server/db/tables/accounts.ts"
import type { Services } from "#server/declarations/services.ts"
import { type AccountPart, writeLog } from "#server/features/identity/activity/service.ts"
import { welcomeFirstOperator } from "#server/features/identity/operators/service.ts"
import { createProfile, followAddress, followName } from "#server/features/identity/profiles/service.ts"
import { lockSession, proofRequired, refuseJwt } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { isFreshProof } from "#server/platform/http/caller.ts"
import type { Actor, Visitor } from "#server/platform/http/visitor.ts"
import { newId } from "#server/platform/ids.ts"
import { eventNames, publish, publishToOwner } from "#server/platform/realtime/realtime.ts"
import { mailboxOf } from "#server/platform/text/mailbox.ts"
import { sendChangeNotice } from "./changed-mail.ts"
import * as queries from "./queries.ts"
import { refuseWeakPassword } from "./weak-passwords.ts"

/** What a new account is made of. */
export type NewAccount = Parameters<typeof queries.insertAccount>[1]

/**
 * Makes an account, its profile and its credits in one commit. Does not sign in.
 * @throws AppError `user_already_exists` when the id or the address is taken; those of `refuseWeakPassword`
 */
export async function createAccount(
  s: Services,
  wanted: { userId: string; email: string; password: string; name?: string | null | undefined },
  visitor: Visitor,
): Promise<User> {
  const { email } = wanted
  const name = wanted.name?.trim() ?? ""
  refuseWeakPassword(wanted.password, { name, email })
  const passwordHash = await s.passwords.hash(wanted.password)
  const account = { id: newIdOr(wanted.userId), email, phone: null, name, passwordHash }
  return transact(s.db, (tx) => insertAccount(s, tx, account, visitor))
}

/** @param wanted an id, or the literal that asks for one */
export function newIdOr(wanted: string): string {
  return wanted === uniqueId ? newId() : wanted
}

/**
 * Account, profile, credits and the version of the terms that holds, wherever an account comes from.
 * @param options `hasAgreed` is false for whom an operator brings here: they are asked for the terms once they come
 * @throws AppError `user_already_exists`
 */
export async function insertAccount(
  s: Services,
  tx: Tx,
  account: NewAccount,
  visitor: Visitor,
  { hasAgreed = true } = {},
): Promise<User> {
  if (!(await queries.insertAccount(tx, account))) {
    throw new AppError("user_already_exists", "An account with this e-mail address already exists. Please sign in.")
  }
  const { id, email, name } = account
  await createProfile(tx, s.config, { id, email, name })
  for (const { opened } of s.accountSteps) await opened?.(tx, id)
  // Every way in says so before it makes an account.
  if (hasAgreed) await queries.insertAcceptance(tx, id, currentTerms.date)
  const user = await getUser(tx, id)
  await writeLog(tx, id, "user.create", visitor)
  await publishAccount(tx, user, "create")
  return user
}

export async function getUser(db: Db, accountId: string): Promise<User> {
  return toUser(await getAccount(db, accountId))
}

/** @throws AppError `user_not_found` */
export async function getAccount(db: Db, accountId: string): Promise<Account> {
  const account = await queries.findAccount(db, accountId)
  if (!account) throw unknownAccount()
  return account
}

export async function hasAccount(db: Db, accountId: string): Promise<boolean> {
  return (await queries.findAccount(db, accountId)) !== undefined
}

/** Keeps everything that belongs to an account from changing until the transaction ends. */
export function lockAccount(tx: Tx, accountId: string): Promise<Account | undefined> {
  return queries.lockAccount(tx, accountId)
}

/**
 * What moves a person's money begins with this: whoever deletes the account holds it first too, so nobody waits in a ring.
 * The account may be gone.
 */
export async function holdAccount(tx: Tx, accountId: string): Promise<void> {
  await queries.holdAccount(tx, accountId)
}

/** The account with this address, or with this number where it is confirmed. */
export function findAccountBy(db: Db, channel: "email" | "phone", address: string): Promise<Account | undefined> {
  return channel === "email" ? queries.findAccountByEmail(db, address) : queries.findAccountByPhone(db, address)
}

/** Whether an operator brought the account here and nobody has come to it since. */
export const isAwaited = queries.isAwaited

/** The account that came of one of another server. @returns undefined when none came, null in it when that one is gone */
export const findArrived = queries.findArrived

/** Notes which account came of one of another server. */
export const noteArrived = queries.insertArrived

/**
 * Takes over what a new account was on another server, which its operator vouches for. An address that was confirmed there
 * is not welcomed with credits, and makes nobody an operator.
 */
export async function adoptState(
  s: Services,
  tx: Tx,
  account: { id: string; email: string; isEmailVerified: boolean; isBlocked: boolean; prefs: Record<string, unknown> },
): Promise<void> {
  const { id, email, isEmailVerified, isBlocked, prefs } = account
  const blocked = isBlocked ? { isBlocked } : {}
  await queries.updateAccount(tx, id, { isEmailVerified, prefs: JSON.stringify(prefs), ...blocked })
  if (isEmailVerified) await isNewAddress(s, tx, email)
}

/** Whom a sign-in by password is about, with the stored hash. */
export function findCredentials(db: Db, email: string) {
  return queries.findCredentials(db, email)
}

/**
 * Locks an account and looks whether its password is still the one that was compared: it may have been changed since.
 * @returns the account, undefined when it is gone or has another password
 */
export async function lockWithPassword(tx: Tx, accountId: string, hash: string | null): Promise<Account | undefined> {
  const account = await queries.lockCredentials(tx, accountId)
  return account && account.passwordHash === hash ? account : undefined
}

/**
 * How many ways in an account has that its person keeps: a password, accounts at sign-in providers, passkeys. Links and
 * codes that are sent do not count.
 * @param passkeyHost whose passkeys work; null where none do
 */
export function countWaysIn(tx: Tx, accountId: string, passkeyHost: string | null): Promise<number> {
  return queries.countWaysIn(tx, accountId, passkeyHost)
}

/** Changes an account, writes it down and tells the person's screens, in one commit with what else belongs to it. */
export async function changeAccount(
  s: Services,
  actor: Actor,
  detail: AccountPart,
  values: queries.AccountChange,
  also: { before?: (tx: Tx) => Promise<unknown>; after?: (tx: Tx, account: Account) => Promise<void> } = {},
): Promise<User> {
  return transact(s.db, async (tx) => {
    await also.before?.(tx)
    const account = await queries.updateAccount(tx, actor.accountId, values)
    if (!account) throw unknownAccount()
    await writeLog(tx, actor.accountId, `user.update.${detail}`, actor.visitor)
    const user = toUser(account)
    await publishAccount(tx, user, "update", detail)
    await also.after?.(tx, account)
    return user
  })
}

/** Changes the name, which the profile and its picture of initials follow. */
export function rename(s: Services, actor: Actor, name: string): Promise<User> {
  return changeAccount(
    s,
    actor,
    "name",
    { name },
    {
      after: (tx) => followName(tx, s.config.publicUrl, actor.accountId, name),
    },
  )
}

/** Replaces the preferences as a whole; nothing is merged. The activity tells of those that a person sets, by their name. */
export function replacePreferences(s: Services, actor: Actor, prefs: Record<string, unknown>): Promise<User> {
  return transact(s.db, async (tx) => {
    const before = (await queries.lockAccount(tx, actor.accountId))?.prefs ?? {}
    const account = await queries.updateAccount(tx, actor.accountId, { prefs: JSON.stringify(prefs) })
    if (!account) throw unknownAccount()
    const [changed, ...more] = [...new Set([...Object.keys(before), ...Object.keys(prefs)])].filter(
      (name) => !appNotes.has(name) && JSON.stringify(before[name]) !== JSON.stringify(prefs[name]),
    )
    const isNamed = changed !== undefined && more.length === 0 && toldPreferences.has(changed)
    const event = isNamed ? (`user.update.prefs.${changed}` as const) : "user.update.prefs"
    if (changed !== undefined) await writeLog(tx, actor.accountId, event, actor.visitor)
    const user = toUser(account)
    await publishAccount(tx, user, "update", "prefs")
    return user
  })
}

/** Preferences that the activity tells of by name; those of other programs on the same account are settings. */
const toldPreferences: ReadonlySet<string> = new Set(["theme", "dataSaver"])

/** That somebody may change how an account is entered: the very hash their password fitted, or null without one. */
interface Proof {
  hash: string | null
}

/**
 * Asks for the password where there is one. Without one, only somebody who signed in a moment ago is believed.
 * @throws AppError `user_invalid_credentials`, `sign_in_again`, `user_unauthorized` for a token
 */
export async function provePerson(s: Services, actor: Actor, password: string): Promise<Proof> {
  refuseJwt(actor)
  const hash = (await queries.findPasswordHash(s.db, actor.accountId))?.passwordHash ?? null
  if (hash !== null && !(await s.passwords.verify(hash, password))) {
    throw new AppError("user_invalid_credentials", "The password is not right.")
  }
  return { hash }
}

/**
 * Locks the account and looks again, in the transaction of the change: the session must still be there, and the
 * password must be the one that was proved. Whatever ended meanwhile ends this too.
 * @throws AppError `user_invalid_credentials`, `sign_in_again`, `general_unauthorized_scope`
 */
export async function requireProof(tx: Tx, actor: Actor, proof: Proof) {
  const account = await queries.lockCredentials(tx, actor.accountId)
  const session = account && (await lockSession(tx, actor.accountId, actor.sessionId))
  if (!session) throw new AppError("general_unauthorized_scope", "This session has ended. Please sign in again.")
  if (account.passwordHash !== proof.hash) {
    throw new AppError("user_invalid_credentials", "The password was changed a moment ago.")
  }
  // Nobody can sign in to an anonymous account a second time.
  const isProved = proof.hash !== null || session.provider === "anonymous" || isFreshProof(session.provedAt.getTime())
  if (!isProved) {
    throw new AppError(
      "sign_in_again",
      `To be sure it is you, sign out and in again, and make this change within ${recentSignInMinutes} minutes.`,
    )
  }
  return account
}

/**
 * Holds the account and asks that its person proved a moment ago who they are.
 * @throws AppError `proof_required`; `user_unauthorized` for a token; `general_unauthorized_scope`
 */
export async function requireFreshProof(tx: Tx, actor: Actor): Promise<Account> {
  refuseJwt(actor)
  const account = await queries.lockAccount(tx, actor.accountId)
  const session = account && (await lockSession(tx, actor.accountId, actor.sessionId))
  if (!session) throw new AppError("general_unauthorized_scope", "This session has ended. Please sign in again.")
  if (!isFreshProof(session.provedAt.getTime())) throw proofRequired()
  return account
}

/** @throws AppError `user_blocked`: a link or code that is still under way changes nothing of a blocked account */
export function refuseBlocked({ isBlocked }: Pick<Account, "isBlocked">): void {
  if (isBlocked) throw new AppError("user_blocked", "This account is blocked. Write to us if you think this is wrong.")
}

/** Gives an account without an address the one that a sign-in provider told, and a name when it has none. */
export async function adoptAddress(tx: Tx, account: Account, email: string, name: string): Promise<void> {
  await queries.updateAccount(tx, account.id, { email, ...(account.name === "" && name ? { name } : {}) })
  await followAddress(tx, account.id, email)
}

/**
 * Sets a new password within a larger change, and tells its owner by mail.
 * @param password with its hash, which takes too long to be made in a transaction
 * @throws AppError `user_blocked`, and as `refuseWeakPassword`
 */
export async function setPassword(
  s: Services,
  tx: Tx,
  account: Account,
  password: { text: string; hash: string },
): Promise<void> {
  refuseBlocked(account)
  refuseWeakPassword(password.text, account)
  await queries.updateAccount(tx, account.id, { passwordHash: password.hash, passwordUpdatedAt: new Date() })
  await sendChangeNotice(s, tx, account, "password")
}

/** Takes away, within a larger change, what was set before the address was proved: the password and the number. */
export async function removeUnproved(tx: Tx, accountId: string, keeps: { phone?: boolean } = {}): Promise<void> {
  const phone = keeps.phone ? {} : { phone: null, isPhoneVerified: false }
  await queries.updateAccount(tx, accountId, { passwordHash: null, passwordUpdatedAt: null, ...phone })
}

/** Notes since when signing in takes a second factor, or that it takes none; the factor itself is its own feature's. */
export async function setSecondFactor(tx: Tx, accountId: string, since: Date | null): Promise<User> {
  const account = await queries.updateAccount(tx, accountId, { secondFactorAt: since })
  if (!account) throw unknownAccount()
  const user = toUser(account)
  await publishAccount(tx, user, "update", "mfa")
  await publish(tx, { kind: "roles-changed", accountId })
  return user
}

/** Confirms the address, which its mailbox just proved, and gives the welcome credits. @throws AppError `user_blocked` */
export async function markEmailVerified(s: Services, tx: Tx, accountId: string): Promise<void> {
  const account = await queries.updateAccount(tx, accountId, { isEmailVerified: true })
  if (!account) return
  refuseBlocked(account)
  if (account.email !== null && (await isNewAddress(s, tx, account.email))) {
    for (const { welcomed } of s.accountSteps) await welcomed?.(s, tx, accountId)
  }
  if (account.email !== null && account.email === s.config.firstOperatorEmail) {
    if (await welcomeFirstOperator(tx, accountId)) s.log.info({ accountId, role: "owner" }, "operator made")
  }
  await publishVerified(tx, account)
}

/**
 * Remembers an address that was confirmed, as a keyed hash that stays when the account goes: nobody is welcomed again
 * after deleting an account and coming back.
 * @returns whether it was confirmed for the first time
 */
async function isNewAddress(s: Services, tx: Tx, email: string): Promise<boolean> {
  let isNew = true
  for (const spelling of mailboxSpellings(email)) {
    isNew = (await queries.insertWelcomed(tx, hashAddress(s, spelling))) && isNew
  }
  return isNew
}

/** The address, and the mailbox that it is another name of. */
function mailboxSpellings(email: string): Set<string> {
  return new Set([email, mailboxOf(email)])
}

function hashAddress(s: Services, email: string): Buffer {
  return createHmac("sha256", s.tokenKey).update(`welcome:${email}`).digest()
}

/** Whether somebody had confirmed this address before the account was made. */
export function isReturning(s: Services, db: Db, account: { email: string; createdAt: Date }): Promise<boolean> {
  const hashes = [...mailboxSpellings(account.email)].map((spelling) => hashAddress(s, spelling))
  return queries.wasWelcomedBefore(db, hashes, account.createdAt)
}

/** Confirms the number. @throws AppError `user_blocked`; `user_phone_already_exists` when another account confirmed it first */
export async function markPhoneVerified(tx: Tx, accountId: string): Promise<void> {
  const { phone, isBlocked } = await getAccount(tx, accountId)
  refuseBlocked({ isBlocked })
  const holder = phone === null ? undefined : await queries.findAccountByPhone(tx, phone)
  if (holder && holder.id !== accountId) throw phoneTaken()
  const account = await queries.updateAccount(tx, accountId, { isPhoneVerified: true }).catch((error) => {
    throw isTaken(error) ? phoneTaken() : error
  })
  if (account) await publishVerified(tx, account)
}

export function phoneTaken(): AppError {
  return new AppError("user_phone_already_exists", "Another account has this phone number.")
}

/** Whether the database refused a second row of the same value: two changes at once. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505"
}

async function publishVerified(tx: Tx, account: Account): Promise<void> {
  await publishAccount(tx, toUser(account), "update", "verification")
  await publish(tx, { kind: "roles-changed", accountId: account.id })
}

/** Removes an account's row; what belongs to it goes with it by foreign keys. */
export async function removeAccount(s: Services, tx: Tx, account: Account): Promise<void> {
  // Accounts that were confirmed before addresses were remembered.
  if (account.email !== null && account.isEmailVerified) await isNewAddress(s, tx, account.email)
  await queries.deleteAccount(tx, account)
}

/** Tells the account's screens what became of it. */
export async function publishAccount(
  db: Db,
  user: User,
  action: "create" | "update" | "delete",
  detail?: string,
): Promise<void> {
  await publishToOwner(db, user.$id, eventNames([{ kind: "users", id: user.$id }], action, detail), user)
}

function unknownAccount(): AppError {
  return new AppError("user_not_found", "This account does not exist.")
}

/** The account as the hosted backend shows it; every field is always present. */
export function toUser(account: Account): User {
  return {
    $id: account.id,
    $createdAt: serialiseDate(account.createdAt),
    $updatedAt: serialiseDate(account.updatedAt),
    name: account.name,
    registration: serialiseDate(account.createdAt),
    status: !account.isBlocked,
    labels: [],
    passwordUpdate: serialiseDate(account.passwordUpdatedAt),
    email: account.email ?? "",
    phone: account.phone ?? "",
    emailVerification: account.isEmailVerified,
    phoneVerification: account.isPhoneVerified,
    mfa: account.secondFactorAt !== null,
    prefs: account.prefs,
    targets: [],
    accessedAt: serialiseDate(account.accessedAt),
  }
}
