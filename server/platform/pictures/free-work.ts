import type { FastifyRequest } from "fastify"
import { confirmForFreeWork, unconfirmedFreeWork, type unconfirmedPreviews } from "#contract/catalogue/free-work.ts"
import type { Db } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import { countRequest, networkOf, RateLimitError } from "#server/platform/limits/rate-limit.ts"

const daySeconds = 86_400

/**
 * Counts work on pictures that costs nothing, for whoever confirmed neither an address nor a number; comes before the work.
 * @param pieces how many are asked for
 * @param most which day's amount they count for
 * @param factor of all limits, from the settings
 * @throws AppError `not_allowed` beyond the day's amount
 */
export async function countFreeWork(
  db: Db,
  { caller, ip }: Pick<FastifyRequest, "caller" | "ip">,
  factor: number,
  pieces = 1,
  most: typeof unconfirmedFreeWork | typeof unconfirmedPreviews = unconfirmedFreeWork,
): Promise<void> {
  if (caller.kind === "key" || (caller.kind === "person" && caller.isVerified)) return
  const { ofAccount, ofNetwork } = most
  const what = most === unconfirmedFreeWork ? "free work" : "free look"
  const limits: [key: string, max: number][] = [[`network:${networkOf(ip)}`, ofNetwork]]
  if (caller.kind === "person") limits.unshift([`account:${caller.accountId}`, ofAccount])
  try {
    for (const [who, max] of limits) {
      const limit = { max, windowSeconds: daySeconds }
      await Promise.all(Array.from({ length: pieces }, () => countRequest(db, `${what} ${who}`, limit, factor)))
    }
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error
    throw new AppError("not_allowed", confirmForFreeWork)
  }
}
