import { isIPv6 } from "node:net"
import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import { sha256 } from "#server/platform/ids.ts"
import { createBatch } from "./batch.ts"
import { memoizeByKey } from "./memoize-by-key.ts"

/** A fixed window (docs/hosted-backend.md#rate-limits). */
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

/** The network of an address: IPv6 is counted per /64, so that one line cannot pose as many (docs/security.md#accounts). */
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
  // A key may hold what a person typed; its hash fits whatever that was, and keeps no address.
  const count = await counterOf(db)({ key: sha256(key).toString("base64url"), start })
  const state = { limit: max, remaining: Math.max(0, max - count), resetsAt: Math.ceil((start + windowMs) / 1000) }
  if (count > max) {
    throw new RateLimitError(state)
  }
  return state
}

/** Takes one counted request back, which turned out to be a good one. */
export async function refundRequest(db: Db, key: string, limit: Limit): Promise<void> {
  const windowMs = limit.windowSeconds * 1000
  const start = new Date(Math.floor(Date.now() / windowMs) * windowMs)
  await db
    .updateTable("rateCounters")
    .set({ count: sql`greatest(count - 1, 0)` })
    .where("key", "=", sha256(key).toString("base64url"))
    .where("windowStart", "=", start)
    .execute()
}

/** One request to be counted: against which key, in the window that starts then (epoch milliseconds). */
interface Counted {
  key: string
  start: number
}

/** Time between two messages with a link or a code to one address, in seconds. */
const cooldownSeconds = 60

/**
 * Lets one request of `key` through, and the next only after a rest of a minute; unlike a window, the time begins with the request.
 * @param factor a larger one shortens the rest, to nothing where limits are lifted
 * @throws AppError `general_rate_limit_exceeded`, with the time to wait
 */
export async function requireCooldown(db: Db, key: string, factor: number): Promise<void> {
  const restMs = Math.floor(cooldownSeconds / Math.max(1, factor)) * 1_000
  if (restMs === 0) return
  // In whole seconds, as the answer counts them.
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const hash = sha256(key).toString("base64url")
  const passed = await db
    .insertInto("requestRests")
    .values({ key: hash, beganAt: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({ beganAt: new Date(now) })
        .where("requestRests.beganAt", "<=", new Date(now - restMs)),
    )
    .returning("key")
    .executeTakeFirst()
  if (passed) return
  const known = await db.selectFrom("requestRests").select("beganAt").where("key", "=", hash).executeTakeFirst()
  const endsAt = (known?.beganAt.getTime() ?? now) + restMs
  const seconds = Math.max(1, (endsAt - now) / 1_000)
  throw new RateLimitError(
    { limit: 1, remaining: 0, resetsAt: endsAt / 1_000 },
    `One was sent a moment ago. You can ask for another in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
  )
}

/** Requests that arrive together are counted by one statement. @returns what counts one and tells how many there are now */
const counterOf = memoizeByKey((db: Db) => createBatch((all: readonly Counted[]) => countAll(db, all)))

async function countAll(db: Db, all: readonly Counted[]): Promise<number[]> {
  const nameOf = ({ key, start }: Counted): string => `${start} ${key}`
  const wanted = new Map<string, Counted & { count: number }>()
  for (const one of all) {
    const { count } = wanted.get(nameOf(one)) ?? { count: 0 }
    wanted.set(nameOf(one), { ...one, count: count + 1 })
  }
  // In one order everywhere, so that two processes never wait for each other.
  const rows = [...wanted.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const starts = rows.map(({ start }) => new Date(start).toISOString())
  // Losing the last counts to a crash of the database is fine; waiting for the disk with every request is not.
  const counted = await sql<{ key: string; start: Date; count: number }>`
    insert into rate_counters (key, window_start, count)
    select * from unnest(${rows.map(({ key }) => key)}::text[], ${starts}::timestamptz[],
      ${rows.map(({ count }) => count)}::int[])
    on conflict (key, window_start) do update set count = rate_counters.count + excluded.count
    returning key, window_start as start, count, set_config('synchronous_commit', 'off', true)`.execute(db)
  const totals = new Map(counted.rows.map(({ key, start, count }) => [nameOf({ key, start: start.getTime() }), count]))
  // Each takes its own place among those counted together.
  return all.map((one) => {
    const name = nameOf(one)
    const left = wanted.get(name)?.count ?? 1
    const total = totals.get(name) ?? 0
    wanted.set(name, { ...one, count: left - 1 })
    return total - left + 1
  })
}

/** Too many requests, with the figures for the reply's headers. */
export class RateLimitError extends AppError {
  readonly state: LimitState

  constructor(state: LimitState, message = "Too many requests. Please wait a little and try again.") {
    super("general_rate_limit_exceeded", message)
    this.state = state
  }
}

/** Removes windows that ended more than a day ago, and rests that are over. */
export async function sweepRateCounters(db: Db): Promise<void> {
  await db
    .deleteFrom("requestRests")
    .where("beganAt", "<", new Date(Date.now() - cooldownSeconds * 1_000))
    .execute()
  await db.deleteFrom("rateCounters").where("windowStart", "<", sql<Date>`now() - interval '1 day'`).execute()
}
