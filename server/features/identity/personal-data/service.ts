import type { Readable } from "node:stream"
import { product } from "#contract/brand.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Account } from "#server/db/tables/accounts.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  provePerson,
  publishAccount,
  removeAccount,
  requireFreshProof,
  requireProof,
  toUser,
} from "#server/features/identity/accounts/service.ts"
import { endTokens } from "#server/features/identity/one-time-tokens/service.ts"
import { isOnlyOwner } from "#server/features/identity/operators/service.ts"
import { endSessions } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import type { Actor } from "#server/platform/http/visitor.ts"
import { newId } from "#server/platform/ids.ts"
import { mailAccountDeleted } from "./account-deleted-mail.ts"
import { archiveOf } from "./archive.ts"
import * as copies from "./carried-copy.ts"
import { mailDataCopied } from "./data-copied-mail.ts"

/**
 * Deletes an account and everything that is the person's: rows in one commit, bytes soon after it.
 * @throws AppError `user_invalid_credentials`, `sign_in_again`, `last_owner`
 */
export async function eraseAccount(
  s: Services,
  actor: Actor,
  password: string | null,
  personalData: readonly PersonalData[],
): Promise<void> {
  // A phone that was taken while signed in must not be enough.
  const proof = await provePerson(s, actor, password ?? "")
  await transact(s.db, async (tx) => {
    // Work in progress for this person waits here and then finds no account.
    const account = await requireProof(tx, actor, proof)
    await keepAnOwner(tx, actor.accountId)
    await eraseIn(s, tx, account, personalData)
  })
}

/** Deletes an account that the transaction holds, with everything that is the person's, and tells its address. */
export async function eraseIn(
  s: Services,
  tx: Tx,
  account: Account,
  personalData: readonly PersonalData[],
): Promise<void> {
  const { id: accountId, email, name, isEmailVerified } = account
  await publishAccount(tx, toUser(account), "delete")
  await endSessions(tx, accountId)
  await s.queue.forget(tx, { accountId, email })
  for (const data of personalData) await data.erase?.(s, tx, accountId)
  await endTokens(tx, account, ["magic-url", "email", "phone"])
  await removeAccount(s, tx, account)
  if (email && isEmailVerified) await s.queue.enqueue(tx, mailAccountDeleted, { id: newId(), email, name })
}

/** Queues the letter that tells a person of a copy which an operator makes. */
export async function sendCopyNotice(s: Services, tx: Tx, accountId: string, reason: string): Promise<void> {
  await s.queue.enqueue(tx, mailDataCopied, { id: newId(), accountId, reason })
}

/** A copy of somebody's data on its way to whoever may have it. */
export interface PersonalArchive {
  name: string
  bytes: Readable
}

/**
 * Asks for a fresh proof before everything kept of an account leaves at once.
 * @throws AppError as `requireFreshProof`
 */
export async function proveForCopy(s: Services, actor: Actor): Promise<Account> {
  return transact(s.db, (tx) => requireFreshProof(tx, actor))
}

/** A person's own copy of everything. @throws AppError as `proveForCopy` */
export async function ownArchive(
  s: Services,
  actor: Actor,
  personalData: readonly PersonalData[],
): Promise<PersonalArchive> {
  const { id: accountId, isEmailVerified, isPhoneVerified } = await proveForCopy(s, actor)
  return personalArchive(s, { accountId, isVerified: isEmailVerified || isPhoneVerified }, personalData)
}

/** Everything kept of a person as a ZIP that is written while it is read. */
export function personalArchive(
  s: Services,
  { accountId, isVerified }: Pick<Person, "accountId" | "isVerified">,
  personalData: readonly PersonalData[],
): PersonalArchive {
  // Records are read as their person would, with no role that shows more and from no session.
  const person: Person = {
    kind: "person",
    accountId,
    isVerified,
    isAnonymous: false,
    countryCode: "",
    operatorRole: null,
    sessionId: "",
    operatorUntil: 0,
    expiresAt: 0,
    provedAt: 0,
  }
  const day = new Date().toISOString().slice(0, 10)
  return { name: `${product.name.toLowerCase()}-${day}.zip`, bytes: archiveOf(s, person, personalData) }
}

async function keepAnOwner(tx: Tx, accountId: string): Promise<void> {
  if (!(await isOnlyOwner(tx, accountId))) return
  throw new AppError("last_owner", "You are the only owner here. Make somebody else an owner first.")
}

/** A copy that another installation made, opened to be taken in. */
export const openCopy = copies.openCopy
