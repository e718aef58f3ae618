import { createHmac } from "node:crypto"
import { z } from "zod"
import type { Db } from "#server/db/open.ts"
import { type Notifications, notify } from "#server/platform/realtime/notifications.ts"
import { startsWith } from "#server/platform/text/starts-with.ts"

/** Channel that tells about which call a provider has sent news. */
export const providerCallsChannel = "provider_calls"

/** Proves that an address a provider calls back is ours. */
export function newsToken(tokenKey: Buffer, provider: string, key: string): string {
  return createHmac("sha256", tokenKey).update(`${provider}-news:${key}`).digest("base64url")
}

/** What is known of a call. */
export interface KnownCall {
  /** False when it may have been sent before. */
  isNew: boolean
  /** The provider's id for it, as far as it is known. */
  externalId: string | null
  openedAt: Date
  /** What `open` was given when the call was first written down. */
  inputDigests: Readonly<Record<string, string>>
}

/** Billable calls by a key of ours, so that one whose answer was lost can be found again. */
export interface ProviderCalls {
  /** A call that was written down before; null for one that was not. */
  look(key: string): Promise<KnownCall | null>
  /** Written down before the call is sent. @param inputDigests a digest of each field, to find a lost call by */
  open(key: string, inputDigests?: Readonly<Record<string, string>>): Promise<KnownCall>
  /** Everything that was written down under keys that begin so. */
  list(start: string): Promise<(KnownCall & { key: string })[]>
  /** The provider's id for a call, as far as it is known. */
  find(key: string): Promise<string | null>
  /** Notes the provider's id for a call. @returns false when it is another call's */
  claim(key: string, externalId: string): Promise<boolean>
  /** Hears of news about a call. @returns a function that stops it */
  onNews(key: string, hear: () => void): () => void
}

const Digests = z.record(z.string(), z.string())

interface CallRow {
  externalId: string | null
  createdAt: Date
  inputDigests: unknown
}

function toKnown({ externalId, createdAt: openedAt, inputDigests }: CallRow): KnownCall {
  return { isNew: false, externalId, openedAt, inputDigests: Digests.catch({}).parse(inputDigests) }
}

export function createProviderCalls(db: Db, notifications: Notifications, provider: string): ProviderCalls {
  const look = async (key: string): Promise<KnownCall | null> => {
    const row = await db
      .selectFrom("providerCalls")
      .select(["externalId", "createdAt", "inputDigests"])
      .where("key", "=", key)
      .executeTakeFirst()
    return row ? toKnown(row) : null
  }
  return {
    look,
    async open(key, inputDigests = {}) {
      const made = await db
        .insertInto("providerCalls")
        .values({ key, provider, externalId: null, inputDigests: JSON.stringify(inputDigests) })
        .onConflict((conflict) => conflict.doNothing())
        .returning("createdAt")
        .executeTakeFirst()
      if (made) return { isNew: true, externalId: null, openedAt: made.createdAt, inputDigests }
      const known = await look(key)
      if (!known) throw new Error(`The call ${key} was lost.`)
      return known
    },
    async list(start) {
      const rows = await db
        .selectFrom("providerCalls")
        .select(["key", "externalId", "createdAt", "inputDigests"])
        .where("key", "like", startsWith(start))
        .where("provider", "=", provider)
        .execute()
      return rows.map(({ key, ...row }) => ({ key, ...toKnown(row) }))
    },
    async find(key) {
      const row = await db
        .selectFrom("providerCalls")
        .select("externalId")
        .where("key", "=", key)
        .where("provider", "=", provider)
        .executeTakeFirst()
      return row?.externalId ?? null
    },
    async claim(key, externalId) {
      const owner = await db
        .selectFrom("providerCalls")
        .select("key")
        .where("provider", "=", provider)
        .where("externalId", "=", externalId)
        .executeTakeFirst()
      if (owner) return owner.key === key
      await db.updateTable("providerCalls").set({ externalId }).where("key", "=", key).execute()
      return true
    },
    onNews: (key, hear) =>
      notifications.on(providerCallsChannel, (told) => {
        if (told === key) hear()
      }),
  }
}

/**
 * Takes a provider's message about a call in, once for each of its ids, and wakes whoever waits. The message itself is
 * only a hint: what became of the call is asked of the provider.
 */
export async function takeProviderNews(
  tx: Db,
  news: { provider: string; key: string; eventId: string; externalId: string },
): Promise<void> {
  const { provider, key, eventId, externalId } = news
  const first = await tx
    .insertInto("providerEvents")
    .values({ provider, eventId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("eventId")
    .executeTakeFirst()
  if (!first) return
  await tx
    .updateTable("providerCalls")
    .set({ externalId })
    .where("key", "=", key)
    .where("provider", "=", provider)
    .where("externalId", "is", null)
    .execute()
  await notify(tx, providerCallsChannel, key)
}
