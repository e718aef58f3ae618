import type { Config } from "#server/config.ts"
import type { Tx } from "#server/db/open.ts"
import { publishDocument } from "#server/features/documents/service.ts"
import { codesCollection } from "./collection.ts"
import { takeReference } from "./queries.ts"

/**
 * Uses up the reference of a paid order, once and by the person who paid.
 * @returns false for one that is unknown, another person's, used or too old (decision 51)
 */
export async function redeemReference(
  tx: Tx,
  config: Pick<Config, "publicUrl">,
  accountId: string,
  code: string,
): Promise<boolean> {
  const taken = await takeReference(tx, accountId, code)
  if (!taken) return false
  await publishDocument(tx, config, codesCollection, taken, "update")
  return true
}
