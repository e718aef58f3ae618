import type { z } from "zod"
import { type ProductEvent, productChannel } from "#contract/event.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Db } from "#server/db/open.ts"
import { maxNotificationBytes, notify } from "./notifications.ts"

/** Channel between processes that carries realtime messages. */
export const realtimeChannel = "realtime"

/** One event on its way to everyone who may hear it (docs/hosted-backend.md#frames, docs/hosted-backend.md#event-names). */
export interface RealtimeEvent {
  kind: "event"
  /** Concrete name first, then the same with ids replaced by `*`. */
  events: string[]
  channels: string[]
  timestamp: string
  payload: unknown
  /** Who may hear it: any connection holding one of these roles. */
  roles: string[]
}

/** Tells every process to close or demote what a session or an account had open. */
export interface SessionEnded {
  kind: "session-ended"
  /** Null means all sessions of the account. */
  sessionId: string | null
  /** With all sessions: the one that goes on, when a person ends the others. */
  exceptSessionId?: string
  accountId: string
}

/** Tells every process that what a session has open may stay open for longer. */
export interface SessionExtended {
  kind: "session-extended"
  accountId: string
  sessionId: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/** Tells every process to read an account's rights again: an address was confirmed, a role given or taken. */
export interface RolesChanged {
  kind: "roles-changed"
  accountId: string
}

export type RealtimeMessage = RealtimeEvent | SessionEnded | SessionExtended | RolesChanged

/** What travels: the message, or the id of a stored one that is too long for a notification. */
export type RealtimeEnvelope = { message: RealtimeMessage } | { stored: string }

/**
 * Sends a message to all processes; within a transaction only its commit lets it out. An event may be lost in a crash:
 * what it tells of is read again by whoever comes back. What becomes of sessions is never lost.
 */
export async function publish(db: Db, message: RealtimeMessage): Promise<void> {
  const isCertain = message.kind !== "event"
  const text = JSON.stringify({ message } satisfies RealtimeEnvelope)
  if (Buffer.byteLength(text) <= maxNotificationBytes) return notify(db, realtimeChannel, text, { isCertain })
  const { id } = await db
    .insertInto("realtimeMessages")
    .values({ body: JSON.stringify(message) })
    .returning("id")
    .executeTakeFirstOrThrow()
  await notify(db, realtimeChannel, JSON.stringify({ stored: id } satisfies RealtimeEnvelope), { isCertain })
}

/**
 * Sends a product event to one person or to several, on all of their screens.
 * @param roles who hears it as well, by roles of callers (`rolesOf`)
 */
export async function publishEvent<Payload extends z.ZodType>(
  db: Db,
  to: string | readonly string[],
  event: ProductEvent<Payload>,
  payload: z.input<Payload>,
  roles: readonly string[] = [],
): Promise<void> {
  await publish(db, {
    kind: "event",
    events: [event.name],
    channels: [productChannel],
    timestamp: serialiseDate(new Date()),
    payload,
    roles: [...[to].flat().map((accountId) => `user:${accountId}`), ...roles],
  })
}

/** Sends a change of an account's own records to that person, on the account's channels. */
export async function publishToOwner(db: Db, accountId: string, events: string[], payload: unknown): Promise<void> {
  await publish(db, {
    kind: "event",
    events,
    channels: ["account", `account.${accountId}`],
    timestamp: serialiseDate(new Date()),
    payload,
    roles: [`user:${accountId}`],
  })
}

/** Names of an event for a resource path such as `databases.main.collections.c.documents.x`, with every id also as `*`. */
export function eventNames(path: readonly { kind: string; id: string }[], action: string, detail?: string): string[] {
  const prefixes: string[] = []
  for (let depth = path.length; depth > 0; depth--) {
    const combinations = wildcards(path.slice(0, depth))
    if (depth === path.length) {
      if (detail) prefixes.push(...combinations.map((name) => `${name}.${action}.${detail}`))
      prefixes.push(...combinations.map((name) => `${name}.${action}`))
    }
    prefixes.push(...combinations)
  }
  return prefixes
}

function wildcards(path: readonly { kind: string; id: string }[]): string[] {
  return path.reduce<string[]>(
    (names, { kind, id }) =>
      names.flatMap((name) => [id, "*"].map((part) => (name === "" ? `${kind}.${part}` : `${name}.${kind}.${part}`))),
    [""],
  )
}
