import { isIPv6 } from "node:net"
import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import { AppError } from "./errors.ts"
import { sha256 } from "./ids.ts"

/** A fixed window (contract §1.7). */
export interface Limit {
  max: number
  windowSeconds: number
}

export interface LimitState {
  limit: number
  remaining: number
  /** Epoch seconds at which the window ends. */
  resetsAt: number
}

/** The network of an address: IPv6 is counted per /64, so that one line cannot pose as many (checklist 1.13). */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)
  if (mapped?.[1]) return mapped[1]
  const [head = "", tail] = ip.split("::")
  const left = head.split(":").filter(Boolean)
  const right = (tail ?? "").split(":").filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(":")}::/64`
}

/**
 * Counts one request against `key`, in the database so that all processes agree.
 * @throws AppError `general_rate_limit_exceeded` beyond the limit
 */
export async function countRequest(db: Db, key: string, limit: Limit, factor: number): Promise<LimitState> {
  const max = Math.max(1, Math.round(limit.max * factor))
  const windowMs = limit.windowSeconds * 1000
  const start = Math.floor(Date.now() / windowMs) * windowMs
  const { count } = await db
    .insertInto("rateCounters")
    // A key may hold what a person typed; its hash fits whatever that was, and keeps no address.
    .values({ key: sha256(key).toString("base64url"), windowStart: new Date(start), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["key", "windowStart"]).doUpdateSet({ count: sql`rate_counters.count + 1` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow()
  const state = { limit: max, remaining: Math.max(0, max - count), resetsAt: Math.ceil((start + windowMs) / 1000) }
  if (count > max) {
    throw new RateLimitError(state)
  }
  return state
}

/** Too many requests, with the figures for the reply's headers. */
export class RateLimitError extends AppError {
  readonly state: LimitState

  constructor(state: LimitState) {
    super("general_rate_limit_exceeded", "Too many requests. Please wait a little and try again.")
    this.state = state
  }
}

/** Removes windows that ended more than a day ago. */
export async function sweepRateCounters(db: Db): Promise<void> {
  await db.deleteFrom("rateCounters").where("windowStart", "<", sql<Date>`now() - interval '1 day'`).execute()
}
