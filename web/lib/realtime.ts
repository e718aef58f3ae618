import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { z } from "zod"
import { type ProductEvent, productChannel } from "#contract/event.ts"
import { databaseId } from "#contract/hosted/project.ts"
import { type RealtimeMessage, subscribe } from "./backend.ts"

/** What one feature does when it hears something. Features export lists of these; the app joins them once. */
export interface Listener {
  channel: string
  hear: (message: RealtimeMessage, queries: QueryClient) => unknown
}

/** Hears one product event; a payload outside the contract is passed over. */
export function on<Payload extends z.ZodType>(
  event: ProductEvent<Payload>,
  react: (payload: z.output<Payload>, queries: QueryClient) => unknown,
): Listener {
  return {
    channel: productChannel,
    hear: (message, queries) => {
      if (!message.events.includes(event.name)) return
      const payload = event.payload.safeParse(message.payload)
      if (payload.success) react(payload.data as z.output<Payload>, queries)
    },
  }
}

/** Hears that a document of a collection was made, changed or deleted. */
export function onDocument<Document extends { $id: string }>(
  collectionId: string,
  react: (change: { action: "create" | "update" | "delete"; document: Document }, queries: QueryClient) => unknown,
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
  }
}

/** Hears that the signed-in account changed: name, verification, preferences, sessions. */
export function onAccount(react: (queries: QueryClient) => unknown): Listener {
  return { channel: "account", hear: (_message, queries) => react(queries) }
}

/**
 * Listens while the person is signed in. After a gap everything on screen is read again, because nothing is replayed
 * (docs/hosted-backend.md#what-sdks-do).
 * @param userId whose identity the connection carries; another person gets another connection
 */
export function useRealtime(userId: string, listeners: readonly Listener[]): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (userId === "") return
    let isFirstConnection = true
    return subscribe(
      [...new Set(listeners.map((listener) => listener.channel))],
      (message) => {
        for (const listener of listeners) {
          if (message.channels.includes(listener.channel)) listener.hear(message, queries)
        }
      },
      () => {
        if (!isFirstConnection) void queries.invalidateQueries()
        isFirstConnection = false
      },
    )
  }, [userId, listeners, queries])
}
