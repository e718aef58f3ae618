import { z } from "zod"
import type { User } from "#contract/identity/account.ts"
import { queryLimits } from "#contract/query.ts"

/** Most channels of one subscription, and subscriptions of one connection. */
const maxChannels = 100
export const maxSubscriptions = 100

/** Most channels of one connection, over all of its subscriptions. */
export const maxConnectionChannels = 500

/**
 * Most characters of the queries of one connection. SDK 13 sends none; SDK 27 some 60 for an attribute that equals an id, so
 * each subscription may have two of these.
 */
export const maxConnectionQueryCharacters = 16_384

/** Most filters and values in the queries of one connection: those of one query with the most values, and one a subscription. */
export const maxConnectionTests = queryLimits.valuesPerQuery + maxSubscriptions

const SubscriptionId = z.string().min(1).max(64)
const QueryTexts = z.array(z.string().max(queryLimits.charactersPerQuery)).max(queryLimits.queries).nullish()
export const ChannelNames = z.array(z.string().min(1).max(200)).max(maxChannels)

/** What a client may send (docs/hosted-backend.md#frames). */
export const ClientFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ping") }),
  z.object({ type: z.literal("authentication"), data: z.object({ session: z.string().max(2_000) }) }),
  z.object({
    type: z.literal("subscribe"),
    data: z
      .array(z.object({ subscriptionId: SubscriptionId, channels: ChannelNames, queries: QueryTexts }))
      .min(1)
      .max(maxSubscriptions),
  }),
  z.object({
    type: z.literal("unsubscribe"),
    data: z
      .array(z.object({ subscriptionId: SubscriptionId }))
      .min(1)
      .max(maxSubscriptions),
  }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

/** Codes of error frames and of closed sockets (docs/hosted-backend.md#errors). */
export const realtimeCodes = {
  /** The frame cannot be understood; the socket stays open. */
  badFrame: 1003,
  /** Unknown project or foreign origin; the socket is closed and clients do not come back. */
  policy: 1008,
  /** The server starts anew or lost touch; clients come back. */
  restart: 1012,
  /** Too many connections or messages; the socket is closed. */
  tooMany: 1013,
} as const

export function connectedFrame(
  channels: readonly string[],
  subscriptions: Record<string, string>,
  user: User | null,
): string {
  return JSON.stringify({ type: "connected", data: { channels, subscriptions, user } })
}

export function responseFrame(to: string, data: object): string {
  return JSON.stringify({ type: "response", data: { to, success: true, ...data } })
}

export function errorFrame(code: number, message: string): string {
  return JSON.stringify({ type: "error", data: { code, message } })
}

export const pongFrame = JSON.stringify({ type: "pong" })

/** The part of an event's frame that is the same for everyone; a connection adds its own list and the end. */
export function eventStart(event: {
  events: string[]
  channels: string[]
  timestamp: string
  payload: unknown
}): string {
  const { events, channels, timestamp, payload } = event
  return `{"type":"event","data":${JSON.stringify({ events, channels, timestamp, payload }).slice(0, -1)},"subscriptions":`
}

export function eventFrame(start: string, subscriptionIds: readonly string[]): string {
  return `${start}${JSON.stringify(subscriptionIds)}}}`
}
