import { recentSignInMinutes } from "#contract/product/own-data.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { isOnlyOwner } from "#server/features/operators/service.ts"
import type { PersonalData } from "#server/personal-data.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import type { Services } from "#server/services.ts"
import { publishAccount } from "./events.ts"
import { sayGoodbye } from "./goodbye.ts"
import * as queries from "./queries.ts"
import { findSession } from "./session-queries.ts"
import { endSessions } from "./sessions.ts"
import { toUser } from "./wire.ts"

interface Leaver {
  accountId: string
  sessionId: string
}

/**
 * Deletes an account and everything that is the person's: rows in one commit, bytes soon after it.
 * @throws AppError `user_invalid_credentials`, `sign_in_again`, `last_owner`
 */
export async function eraseAccount(
  s: Services,
  person: Leaver,
  password: string | null,
  personalData: readonly PersonalData[],
): Promise<void> {
  const { accountId } = person
  await prove(s, person, password)
  await transact(s.db, async (tx) => {
    // Work in progress for this person waits here and then finds no account.
    const account = await queries.lockAccount(tx, accountId)
    if (!account) return
    await keepAnOwner(tx, accountId)
    await publishAccount(tx, toUser(account), "delete")
    await endSessions(tx, accountId)
    await s.queue.forget(tx, [accountId, ...(account.email ? [account.email] : [])])
    for (const data of personalData) await data.erase?.(s, tx, accountId)
    await queries.deleteAccount(tx, account)
    if (account.email && account.isEmailVerified) {
      await s.queue.enqueue(tx, sayGoodbye, { id: newId(), email: account.email, name: account.name })
    }
  })
}

/** A phone that was taken while signed in must not be enough. */
async function prove(s: Services, { accountId, sessionId }: Leaver, password: string | null): Promise<void> {
  const known = await queries.findPasswordHash(s.db, accountId)
  if (known?.passwordHash) {
    if (await s.passwords.verify(known.passwordHash, password ?? "")) return
    throw new AppError("user_invalid_credentials", "The password is not right.")
  }
  const session = await findSession(s.db, accountId, sessionId)
  // Nobody can sign in to an anonymous account a second time.
  if (session?.provider === "anonymous") return
  if (session && Date.now() - session.createdAt.getTime() < recentSignInMinutes * 60_000) return
  throw new AppError("sign_in_again", "To be sure it is you, sign out, sign in again and delete the account then.")
}

async function keepAnOwner(tx: Tx, accountId: string): Promise<void> {
  if (!(await isOnlyOwner(tx, accountId))) return
  throw new AppError("last_owner", "You are the only owner here. Make somebody else an owner first.")
}
