import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { z } from "zod"
import { type ProductEvent, productChannel } from "#contract/event.ts"
import { databaseId } from "#contract/project.ts"
import { type RealtimeMessage, subscribe } from "./backend.ts"

/** What one feature does when it hears something. Features export lists of these; the app joins them once. */
export interface Listener {
  channel: string
  hear: (message: RealtimeMessage, queries: QueryClient) => unknown
  /** Answers in the cache that it keeps true. */
  keeps: readonly QueryKey[]
}

/**
 * Hears one product event; a payload outside the contract is passed over.
 * @param keeps answers in the cache that the event is about
 * @param react what is done instead of reading those again
 */
export function on<Payload extends z.ZodType>(
  event: ProductEvent<Payload>,
  keeps: readonly QueryKey[],
  react: (payload: z.output<Payload>, queries: QueryClient) => unknown = (_payload, queries) =>
    readAgain(queries, keeps),
): Listener {
  return {
    channel: productChannel,
    hear: (message, queries) => {
      if (!message.events.includes(event.name)) return
      const payload = event.payload.safeParse(message.payload)
      if (payload.success) react(payload.data as z.output<Payload>, queries)
    },
    keeps,
  }
}

/** Hears that a document of a collection was made, changed or deleted. @see on */
export function onDocument<Document extends { $id: string }>(
  collectionId: string,
  keeps: readonly QueryKey[],
  react: (change: { action: "create" | "update" | "delete"; document: Document }, queries: QueryClient) => unknown = (
    _change,
    queries,
  ) => readAgain(queries, keeps),
): Listener {
  const name = `databases.${databaseId}.collections.${collectionId}.documents`
  return {
    channel: name,
    hear: (message, queries) => {
      const action = (["create", "update", "delete"] as const).find((word) =>
        message.events.includes(`${name}.*.${word}`),
      )
      if (action) react({ action, document: message.payload as Document }, queries)
    },
    keeps,
  }
}

/** Hears that the signed-in account changed: name, verification, preferences, sessions. */
export function onAccount(keeps: readonly QueryKey[]): Listener {
  return { channel: "account", hear: (_message, queries) => readAgain(queries, keeps), keeps }
}

/** What every key begins with. */
const everyKey: QueryKey = []

/** Reads answers again where a screen shows them. */
export function readAgain(queries: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of new Set(keys)) void readKeyAgain(queries, queryKey)
}

async function readKeyAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = queries.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })
  const firstReads = new Set(underWay.filter(({ state }) => state.data === undefined))
  await queries.invalidateQueries({ queryKey })
  // A first read under way is not begun again but waited for, and its answer may be from before.
  if (firstReads.size > 0) await queries.invalidateQueries({ predicate: (query) => firstReads.has(query) })
}

/**
 * Listens while the person is signed in. Nothing is replayed (docs/hosted-backend.md#what-sdks-do): what the listeners
 * keep true is read again when the first connection stands, since the page was read before that, and everything on
 * screen after a gap.
 * @param userId whose identity the connection carries; another person gets another connection
 * @returns whether a connection has stood: what is first read by then need not be read again for it
 */
export function useRealtime(userId: string, listeners: readonly Listener[]): boolean {
  const queries = useQueryClient()
  const [hasStood, setHasStood] = useState(false)
  useEffect(() => {
    if (userId === "") return
    const kept = listeners.flatMap(({ keeps }) => keeps)
    let isFirstConnection = true
    return subscribe(
      [...new Set(listeners.map((listener) => listener.channel))],
      (message) => {
        for (const listener of listeners) {
          if (message.channels.includes(listener.channel)) listener.hear(message, queries)
        }
      },
      () => {
        if (isFirstConnection) readAgain(queries, kept)
        else readAgain(queries, [everyKey])
        isFirstConnection = false
        setHasStood(true)
      },
    )
  }, [userId, listeners, queries])
  return hasStood
}
