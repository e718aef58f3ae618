import { type Tx, transact } from "#server/db/open.ts"
import { provePerson, publishAccount, removeAccount, requireProof, toUser } from "#server/features/accounts/service.ts"
import { endTokens } from "#server/features/one-time-tokens/service.ts"
import { isOnlyOwner } from "#server/features/operators/service.ts"
import { endSessions } from "#server/features/sessions/service.ts"
import type { PersonalData } from "#server/personal-data.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import type { Actor } from "#server/platform/visitor.ts"
import type { Services } from "#server/services.ts"
import { mailAccountDeleted } from "./account-deleted-mail.ts"

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
  const { accountId } = actor
  // A phone that was taken while signed in must not be enough.
  const proof = await provePerson(s, actor, password ?? "")
  await transact(s.db, async (tx) => {
    // Work in progress for this person waits here and then finds no account.
    const account = await requireProof(tx, actor, proof)
    await keepAnOwner(tx, accountId)
    await publishAccount(tx, toUser(account), "delete")
    await endSessions(tx, accountId)
    await s.queue.forget(tx, [accountId, ...(account.email ? [account.email] : [])])
    for (const data of personalData) await data.erase?.(s, tx, accountId)
    await endTokens(tx, account, ["magic-url", "email", "phone"])
    await removeAccount(s, tx, account)
    if (account.email && account.isEmailVerified) {
      await s.queue.enqueue(tx, mailAccountDeleted, { id: newId(), email: account.email, name: account.name })
    }
  })
}

async function keepAnOwner(tx: Tx, accountId: string): Promise<void> {
  if (!(await isOnlyOwner(tx, accountId))) return
  throw new AppError("last_owner", "You are the only owner here. Make somebody else an owner first.")
}
