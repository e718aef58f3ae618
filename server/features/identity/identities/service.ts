import type { Identity } from "#contract/identity/account-records.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Filter } from "#contract/query.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { countWaysIn, requireFreshProof } from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import { endSessionsOf } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { readListQueries, refuseQuery } from "#server/platform/http/list-queries.ts"
import { passkeyHost } from "#server/platform/http/relying-party.ts"
import type { Actor } from "#server/platform/http/visitor.ts"
import * as queries from "./queries.ts"

/** What a list may be narrowed by. */
const filterable = ["userId", "provider", "providerUid", "providerEmail", "providerAccessTokenExpiry"] as const

/** A person has a handful of them, so they are narrowed here. @throws AppError `general_query_invalid` */
export async function identitiesOf(
  s: Services,
  accountId: string,
  texts: readonly string[],
): Promise<{ total: number; identities: Identity[] }> {
  const { filters, orders, cursor, select, limit, offset } = readListQueries(texts)
  if (orders.length > 0 || cursor || select) throw refuseQuery("Only equal, limit and offset are possible.")
  const tests = filters.map(testOf)
  const all = (await queries.listIdentities(s.db, accountId)).map(toIdentity)
  const fitting = all.filter((identity) => tests.every((fits) => fits(identity)))
  return { total: fitting.length, identities: fitting.slice(offset, offset + limit) }
}

function testOf(filter: Filter): (identity: Identity) => boolean {
  if (filter.method !== "equal") throw refuseQuery("Only equal, limit and offset are possible.")
  const attribute = filterable.find((name) => name === filter.attribute)
  if (!attribute) throw refuseQuery("There is no such attribute.")
  return (identity) => filter.values.includes(identity[attribute])
}

/**
 * Takes an identity off, unless it is the only way in. Sessions that it opened elsewhere end: whoever holds the account
 * at the provider may be why it is taken off.
 * @throws AppError `proof_required`; `user_identity_not_found`, also for another person's; `not_allowed` for the last way in
 */
export async function removeIdentity(s: Services, actor: Actor, id: string): Promise<void> {
  await transact(s.db, async (tx) => {
    // Holds the account: two removals at once would each leave the other's as the way in.
    await requireFreshProof(tx, actor)
    const removed = await queries.deleteIdentity(tx, actor.accountId, id)
    if (!removed) throw new AppError("user_identity_not_found", "There is no such identity.")
    if ((await countWaysIn(tx, actor.accountId, passkeyHost(s.config))) === 0) {
      throw new AppError("not_allowed", "This is your only way to sign in. Choose a password first.")
    }
    await endSessionsOf(tx, actor.accountId, removed, actor.sessionId)
    await writeLog(tx, actor.accountId, "identity.delete", actor.visitor)
  })
}

/** Takes all sign-in providers off an account, within a larger change. */
export async function removeIdentities(tx: Tx, accountId: string): Promise<void> {
  await queries.deleteIdentities(tx, accountId)
}

function toIdentity(row: queries.IdentityRow): Identity {
  return {
    $id: row.id,
    $createdAt: serialiseDate(row.createdAt),
    $updatedAt: serialiseDate(row.updatedAt),
    userId: row.accountId,
    provider: row.provider,
    providerUid: row.providerUid,
    providerEmail: row.providerEmail,
    providerAccessToken: "",
    providerAccessTokenExpiry: "",
    providerRefreshToken: "",
  }
}
