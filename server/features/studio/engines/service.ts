import { createHmac } from "node:crypto"
import { z } from "zod"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { newsToken, takeProviderNews } from "#server/platform/providers/provider-calls.ts"
import { isEqual } from "#server/platform/security/signature.ts"

/** How far the provider's clock may be from ours, in seconds. */
const windowSeconds = 300

/** A message of Replicate as it came. */
export interface ReplicateNews {
  key: string
  token: string
  id: string | undefined
  timestamp: string | undefined
  signature: string | undefined
  body: Buffer
}

const Body = z.object({ id: z.string().regex(/^[a-z0-9]{1,64}$/i) })

/**
 * Takes a signed message in and wakes the order it is about. It changes nothing by itself: the order asks the provider.
 * @throws AppError `not_found` while no messages are expected, `general_unauthorized_scope` for a message that is not the
 * provider's, is old, or came to an address that is not ours
 */
export async function takeReplicateNews(s: Services, news: ReplicateNews): Promise<void> {
  const secret = s.config.engines.replicate?.webhookSecret
  if (!secret) throw new AppError("not_found", "Nothing is here.")
  if (!isEqual(news.token, newsToken(s.tokenKey, news.key)) || !isSigned(secret, news)) {
    throw new AppError("general_unauthorized_scope", "The signature is missing or wrong.")
  }
  const body = Body.safeParse(readJson(news.body))
  if (!body.success || news.id === undefined) return
  const told = { provider: "replicate", key: news.key, eventId: news.id, externalId: body.data.id }
  await transact(s.db, (tx) => takeProviderNews(tx, told))
}

function isSigned(secret: string, { id, timestamp, signature, body }: ReplicateNews): boolean {
  if (!id || !timestamp || !signature || id.length > 200) return false
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= windowSeconds)) return false
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")
  // During a change of keys the provider signs with both.
  return signature.split(" ").some((one) => isEqual(one, `v1,${right}`))
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    return null
  }
}
