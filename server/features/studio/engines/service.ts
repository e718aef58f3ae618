import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { newsToken, takeProviderNews } from "#server/platform/providers/provider-calls.ts"
import { isEqual } from "#server/platform/security/signature.ts"

/** A message of an engine's provider as it came. */
export interface ProviderMessage {
  /** Kind of the engine. */
  engine: string
  key: string
  token: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/**
 * Takes a signed message in and wakes the order it is about. It changes nothing by itself: the order asks the provider.
 * @throws AppError `not_found` while no messages are expected, `general_unauthorized_scope` for a message that is not the
 * provider's, is old, or came to an address that is not ours
 */
export async function takeEngineNews(
  s: Services,
  { engine, key, token, headers, body }: ProviderMessage,
): Promise<void> {
  const setUp = s.config.engines.setUp.get(engine)
  if (!setUp?.readNews) throw new AppError("not_found", "Nothing is here.")
  const news = isEqual(token, newsToken(s.tokenKey, engine, key)) ? setUp.readNews(headers, body) : null
  if (news === null) throw new AppError("general_unauthorized_scope", "The signature is missing or wrong.")
  if (news === "nothing") return
  await transact(s.db, (tx) => takeProviderNews(tx, { provider: engine, key, ...news }))
}
