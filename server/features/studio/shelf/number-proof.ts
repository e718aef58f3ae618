import { createHmac } from "node:crypto"
import type { Shop } from "#contract/studio/shelf-shop.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { invalidToken, issueSecret, requirePause, useToken } from "#server/features/identity/one-time-tokens/service.ts"
import { requireMessages } from "#server/features/identity/sign-in/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { toShop } from "./shop.ts"
import * as queries from "./shop-queries.ts"

const kind = "shop-number"

/**
 * Sends a code to the number of a person's shop.
 * @throws AppError `not_found` without a shop or a number; `step_not_allowed` when it is proved; `general_phone_disabled`;
 * `general_rate_limit_exceeded` within a minute of the last message to this number
 */
export async function sendNumberCode(s: Services, accountId: string): Promise<void> {
  requireMessages(s)
  const shop = await queries.findShop(s.db, accountId)
  if (!shop || shop.whatsApp === "") throw new AppError("not_found", "Your shop has no WhatsApp number yet.")
  if (shop.provedNumber === shop.whatsApp) throw new AppError("step_not_allowed", "This number is confirmed already.")
  const { whatsApp: address } = shop
  await requirePause(s, kind, address)
  await transact(s.db, (tx) => issueSecret(s, tx, { owner: { address }, kind, claimId: claimOf(s, accountId) }))
}

/** Takes the code. @throws AppError `user_invalid_token` for a wrong, used or old one, and for a number that was changed since */
export async function proveNumber(s: Services, accountId: string, code: string): Promise<Shop> {
  const row = await transact(s.db, async (tx) => {
    const token = await useToken(s, tx, [kind], { userId: claimOf(s, accountId), secret: code })
    const shop = token && (await queries.findShop(tx, accountId))
    if (!shop || shop.whatsApp !== token.address) return null
    return queries.updateShop(tx, accountId, { provedNumber: token.address })
  })
  if (!row) throw invalidToken()
  return toShop(s, row)
}

/** Under what a shop's code is kept: without its person's id, which nothing keeps that outlives the account. */
function claimOf({ tokenKey }: Pick<Services, "tokenKey">, accountId: string): string {
  return createHmac("sha256", tokenKey).update(`shop number:${accountId}`).digest("hex").slice(0, 32)
}
