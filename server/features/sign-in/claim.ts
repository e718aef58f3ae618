import type { Tx } from "#server/db/open.ts"
import type { Account } from "#server/db/tables/accounts.ts"
import { removePassword } from "#server/features/accounts/service.ts"
import { removeIdentities } from "#server/features/identities/service.ts"
import { endSessions } from "#server/features/sessions/service.ts"

/**
 * The mailbox's owner comes for the first time: whoever made the account before without proving the mailbox loses
 * every way in (docs/decisions/007).
 */
export async function clearOlderWaysIn(tx: Tx, account: Account): Promise<void> {
  await removePassword(tx, account.id)
  await removeIdentities(tx, account.id)
  await endSessions(tx, account.id)
}
