import type { FastifyRequest } from "fastify"
import type { Services } from "#server/declarations/services.ts"
import { countRequest, networkOf } from "#server/platform/limits/rate-limit.ts"

/** Who asks for bytes, from where, and until when they wait. */
export type Reader = Pick<FastifyRequest, "caller" | "ip" | "left">

/**
 * Previews and shared copies that one person, or one network of guests and anonymous sessions, has made in a minute; kept
 * ones are not counted.
 */
const madePerMinute = { max: 60, windowSeconds: 60 }

/** Counts what is about to be made, also when it then fails. @throws AppError `general_rate_limit_exceeded` */
export async function countMade(s: Pick<Services, "db" | "config">, { caller, ip }: Reader): Promise<void> {
  if (caller.kind === "key") return
  const isSomebody = caller.kind === "person" && !caller.isAnonymous
  const who = isSomebody ? `account:${caller.accountId}` : `ip:${networkOf(ip)}`
  await countRequest(s.db, `preview ${who}`, madePerMinute, s.config.rateLimitFactor)
}
