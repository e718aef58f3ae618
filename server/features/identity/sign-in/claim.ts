import type { Tx } from "#server/db/open.ts"
import type { Account } from "#server/db/tables/accounts.ts"
import { removeUnproved } from "#server/features/identity/accounts/service.ts"
import { removeIdentities } from "#server/features/identity/identities/service.ts"
import { accountTokenKinds, endTokens } from "#server/features/identity/one-time-tokens/service.ts"
import { removePasskeys } from "#server/features/identity/passkeys/service.ts"
import { removeUnprovedFactor } from "#server/features/identity/second-factor/service.ts"
import { endSessions } from "#server/features/identity/sessions/service.ts"

/**
 * The owner of an address comes for the first time: whoever made the account before without proving it loses every way
 * in: password, number, second factor, sign-in providers, passkeys, sessions, links and codes (docs/decisions/007-unconfirmed-accounts.md).
 */
export async function clearOlderWaysIn(tx: Tx, account: Account, keeps: { phone?: boolean } = {}): Promise<void> {
  await endTokens(tx, account, accountTokenKinds)
  await removeUnproved(tx, account.id, keeps)
  await removeUnprovedFactor(tx, account.id)
  await removeIdentities(tx, account.id)
  await removePasskeys(tx, account.id)
  await endSessions(tx, account.id)
}
