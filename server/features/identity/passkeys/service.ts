import { passkeyLimits } from "#contract/identity/passkey-limits.ts"
import type { NewCredential, Passkey } from "#contract/identity/passkeys.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { countWaysIn, getAccount, requireFreshProof } from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import {
  hasAuthenticator,
  sendFactorNotice,
  turnOffWithoutApp,
  turnOnWithoutApp,
} from "#server/features/identity/second-factor/service.ts"
import { endSessionsOf, refuseJwt } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { passkeyHost, requirePasskeyHost } from "#server/platform/http/relying-party.ts"
import type { Actor } from "#server/platform/http/visitor.ts"
import { newId } from "#server/platform/ids.ts"
import { makeChallenge, spendChallenge } from "./challenges.ts"
import { checkNew, readOwnPage } from "./check.ts"
import * as queries from "./queries.ts"

/** A person's passkeys, oldest first. */
export async function passkeysOf(s: Services, accountId: string): Promise<Passkey[]> {
  return (await queries.listPasskeys(s.db, accountId)).map((row) => toPasskey(s, row))
}

/** Whether a passkey of the account works here. */
export async function hasPasskey(s: Services, db: Db, accountId: string): Promise<boolean> {
  return (await workingPasskeys(s, db, accountId)).length > 0
}

export async function workingPasskeys(s: Services, db: Db, accountId: string): Promise<queries.PasskeyRow[]> {
  const host = passkeyHost(s.config)
  return (await queries.listPasskeys(db, accountId)).filter((row) => row.rpId === host && row.copiedAt === null)
}

/** Where people made passkeys that do not work here, because the product has another address now; most of them first. */
export function passkeysElsewhere(s: Pick<Services, "config" | "db">): Promise<{ host: string; people: number }[]> {
  return queries.listOtherHosts(s.db, passkeyHost(s.config))
}

/** The same for the operator: a sentence for each address, none where all passkeys work. */
export async function tellPasskeysElsewhere(s: Pick<Services, "config" | "db">): Promise<string[]> {
  const elsewhere = await passkeysElsewhere(s)
  return elsewhere.map(({ host, people }) =>
    people === 1
      ? `1 person has passkeys of ${host}, which do not work here: they sign in another way, then add new ones.`
      : `${people} people have passkeys of ${host}, which do not work here: they sign in another way, then add new ones.`,
  )
}

/** How browsers name passkeys. */
export function toDescriptor({ credentialId, transports }: queries.PasskeyRow) {
  return { id: credentialId.toString("base64url"), transports }
}

/**
 * What a browser makes a passkey from.
 * @throws AppError `not_allowed` before an address is confirmed, and with too many; `proof_required`; `step_not_allowed`
 */
export async function offerPasskey(s: Services, actor: Actor) {
  const rpId = requirePasskeyHost(s.config)
  return transact(s.db, async (tx) => {
    const { id, email, phone, name, isEmailVerified, isPhoneVerified } = await requireFreshProof(tx, actor)
    // Else somebody could keep a way into the account of an address that is not theirs.
    if (!isEmailVerified && !isPhoneVerified) {
      throw new AppError("not_allowed", "Please confirm your e-mail address first.")
    }
    const known = await queries.listPasskeys(tx, id)
    refuseTooMany(known.length)
    const challenge = await makeChallenge(tx, "add", actor)
    const address = email ?? phone ?? id
    // The id alone is what a device gives back: it says nothing of the person.
    const user = { id: Buffer.from(id).toString("base64url"), name: address, displayName: name || address }
    const exclude = known.filter((row) => row.rpId === rpId).map(toDescriptor)
    return { challenge, rpId, user, exclude }
  })
}

/**
 * Adds the passkey that a browser made, and tells the person by mail.
 * @throws AppError as `offerPasskey`; `user_invalid_token`, `user_invalid_credentials`, `general_argument_invalid`;
 * `user_already_exists` for a passkey that is in use
 */
export async function addPasskey(s: Services, actor: Actor, name: string, credential: NewCredential): Promise<Passkey> {
  refuseJwt(actor)
  const rpId = requirePasskeyHost(s.config)
  const { challenge } = readOwnPage(s, "webauthn.create", credential)
  await spendChallenge(s.db, "add", actor, challenge)
  const { publicKey, signCount } = checkNew(s, credential)
  return transact(s.db, async (tx) => {
    const account = await requireFreshProof(tx, actor)
    refuseTooMany((await queries.listPasskeys(tx, account.id)).length)
    const row = await queries.insertPasskey(tx, {
      id: newId(),
      accountId: account.id,
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey,
      rpId,
      name,
      transports: [...(credential.response.transports ?? [])],
      signCount: String(signCount),
    })
    if (!row) throw new AppError("user_already_exists", "This passkey is in use already.")
    await writeLog(tx, account.id, "passkey.create", actor.visitor)
    await sendFactorNotice(s, tx, account, "passkey-added")
    return toPasskey(s, row)
  })
}

/** @throws AppError `user_authenticator_not_found`, also for another person's */
export async function renamePasskey(s: Services, accountId: string, id: string, name: string): Promise<Passkey> {
  const row = await queries.renamePasskey(s.db, accountId, id, name)
  if (!row) throw unknownPasskey()
  return toPasskey(s, row)
}

/**
 * Removes a passkey, and tells the person by mail. Sessions that it opened elsewhere end.
 * @throws AppError `proof_required`; `user_authenticator_not_found`; `not_allowed` for the last way in, and for the last
 * second step
 */
export async function removePasskey(s: Services, actor: Actor, id: string): Promise<void> {
  await transact(s.db, async (tx) => {
    // Holds the account: two removals at once would each leave the other's as the way in.
    const account = await requireFreshProof(tx, actor)
    if (!(await queries.deletePasskey(tx, account.id, id))) throw unknownPasskey()
    if ((await countWaysIn(tx, account.id, passkeyHost(s.config))) === 0) {
      throw new AppError("not_allowed", "This is your only way to sign in. Choose a password first.")
    }
    const isStep = account.secondFactorAt !== null && !(await hasAuthenticator(tx, account.id))
    if (isStep && !(await hasPasskey(s, tx, account.id))) {
      throw new AppError("not_allowed", "This is your second step. Turn two-step sign-in off first, or set up an app.")
    }
    await endSessionsOf(tx, account.id, wayIn(id), actor.sessionId)
    await writeLog(tx, account.id, "passkey.delete", actor.visitor)
    await sendFactorNotice(s, tx, account, "passkey-removed")
  })
}

/** How sessions name the way in. */
export function wayIn(passkeyId: string): { provider: string; providerUid: string } {
  return { provider: "passkey", providerUid: passkeyId }
}

/** Takes all passkeys off an account, within a larger change. */
export async function removePasskeys(tx: Tx, accountId: string): Promise<void> {
  await queries.deletePasskeys(tx, accountId)
}

/**
 * Asks for a passkey after the password as well, without an app.
 * @returns new recovery codes, which nobody is shown again
 * @throws AppError `proof_required`; `step_not_allowed` without a passkey that works, and with an app
 */
export async function turnOnByPasskey(s: Services, actor: Actor): Promise<string[]> {
  return turnOnWithoutApp(s, actor, async (tx) => {
    if (!(await hasPasskey(s, tx, actor.accountId))) throw new AppError("step_not_allowed", "Add a passkey first.")
  })
}

/** @throws AppError as `turnOffWithoutApp` */
export function turnOffByPasskey(s: Services, actor: Actor): Promise<void> {
  return turnOffWithoutApp(s, actor)
}

/** What the second step of the account may be, for somebody who has not given it yet too. */
export async function passkeyStateOf(s: Services, accountId: string): Promise<{ works: boolean; hasApp: boolean }> {
  const { id } = await getAccount(s.db, accountId)
  return { works: await hasPasskey(s, s.db, id), hasApp: await hasAuthenticator(s.db, id) }
}

function refuseTooMany(count: number): void {
  if (count < passkeyLimits.perPerson) return
  throw new AppError(
    "not_allowed",
    `You have ${passkeyLimits.perPerson} passkeys, which is the most. Remove one first.`,
  )
}

function unknownPasskey(): AppError {
  return new AppError("user_authenticator_not_found", "There is no such passkey.")
}

function toPasskey(s: Services, row: queries.PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: serialiseDate(row.createdAt),
    lastUsedAt: serialiseDate(row.lastUsedAt),
    host: row.rpId,
    works: row.rpId === passkeyHost(s.config) && row.copiedAt === null,
    wasCopied: row.copiedAt !== null,
  }
}
