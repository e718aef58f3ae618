import type { Config } from "#server/config.ts"
import type { Tx } from "#server/db/open.ts"
import { publishDocument } from "#server/features/documents/service.ts"
import { newId } from "#server/platform/ids.ts"
import { codesCollection } from "./collection.ts"
import { insertReference, takeReference } from "./queries.ts"

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

/** Makes the reference of a paid order good for one training of the person who paid. */
export async function keepReference(
  tx: Tx,
  config: Pick<Config, "publicUrl">,
  accountId: string,
  txRef: string,
): Promise<void> {
  const made = await insertReference(tx, newId(), accountId, txRef)
  if (made) await publishDocument(tx, config, codesCollection, made, "create")
}
