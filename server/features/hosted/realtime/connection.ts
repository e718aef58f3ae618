import type { RawData, WebSocket } from "ws"
import type { User } from "#contract/identity/account.ts"
import { QueryError } from "#contract/query-call.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { newId } from "#server/platform/ids.ts"
import { ClientFrame, connectedFrame, errorFrame, pongFrame, realtimeCodes, responseFrame } from "./frames.ts"
import type { Hub, Listener } from "./hub.ts"
import type { OpenCount } from "./open-count.ts"
import { type PayloadQueries, readPayloadQueries } from "./payload-filter.ts"
import { mayHave, type Share } from "./shares.ts"

/** Messages a minute of one connection (docs/hosted-backend.md#frames). */
const messagesPerMinute = 32

/** A client that leaves more than this unread is cut off, so that it cannot fill the memory. */
const maxUnreadBytes = 4 * 1024 * 1024

export interface ConnectionSettings {
  hub: Hub
  rateLimitFactor: number
  /** Open connections by account. */
  people: OpenCount
  /** Who a session value signs in; a guest when nobody. */
  findCaller(session: string): Promise<Caller>
  getUser(accountId: string): Promise<User>
}

/** Why somebody may not connect or sign in. */
export interface Refusal {
  code: number
  message: string
}

/** What a connection starts with, or why it may not. */
export type Opening = { findCaller(): Promise<Caller | Refusal>; channels: readonly string[] } | Refusal

const tooManyConnections: Refusal = { code: realtimeCodes.tooMany, message: "Too many connections." }
const noSession: Refusal = { code: realtimeCodes.badFrame, message: "Session is not valid." }

/**
 * Serves one socket. Its frames are handled strictly one after the other, the first of them after `opening`: clients
 * send a login and subscriptions back to back (docs/hosted-backend.md#frames).
 */
export function serveConnection(
  socket: WebSocket,
  settings: ConnectionSettings,
  opening: () => Promise<Opening>,
): void {
  const { hub } = settings
  const listener: Listener = {
    caller: { kind: "guest" },
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > maxUnreadBytes) socket.terminate()
      else socket.send(frame)
    },
    restart: () => socket.close(realtimeCodes.restart),
  }
  const subscribed = new Map<string, Share>()

  /** The person this connection is counted for. */
  let leave = (): void => {}
  let countedFor: string | null = null
  const countPerson = (accountId: string): boolean => {
    if (countedFor === accountId) return true
    const left = settings.people.enter(accountId)
    if (!left) return false
    leave()
    leave = left
    countedFor = accountId
    return true
  }

  const refuse = ({ code, message }: Refusal): void => {
    listener.send(errorFrame(code, message))
    socket.close(code, message)
  }

  /**
   * Makes the connection somebody's. They are looked up again when sessions or roles changed meanwhile, which the hub tells only
   * those it knows; nothing may come between the last look and the setting, and from then on the hub keeps it true.
   * @returns why not
   */
  const signIn = async (find: () => Promise<Caller | Refusal>): Promise<Refusal | null> => {
    for (;;) {
      const seen = hub.changes
      const found = await find()
      if ("code" in found) return found
      if (found.kind === "person") {
        if (seen !== hub.changes) continue
        // Nobody would take it from the count again.
        if (socket.readyState !== socket.OPEN) return null
        if (!countPerson(found.accountId)) return tooManyConnections
      }
      listener.caller = found
      return null
    }
  }

  /** @returns null for a guest, and when the session ended meanwhile */
  const findUser = async (): Promise<User | null> => {
    const user = listener.caller.kind === "person" ? await settings.getUser(listener.caller.accountId) : null
    return listener.caller.kind === "person" ? user : null
  }

  const start = async (): Promise<void> => {
    hub.add(listener)
    const opened = await opening()
    if ("code" in opened) return refuse(opened)
    const refusal = await signIn(opened.findCaller)
    if (refusal) return refuse(refusal)
    const user = await findUser()
    const channels = accepted(opened.channels, listener.caller)
    const ids: Record<string, string> = channels.length > 0 ? { 0: newId() } : {}
    listener.send(connectedFrame(channels, ids, user))
    for (const id of Object.values(ids)) {
      subscribed.set(id, { channels: channels.length, queryCharacters: 0, tests: 0 })
      hub.subscribe(listener, id, channels)
    }
  }

  const answer = async (frame: ClientFrame): Promise<void> => {
    switch (frame.type) {
      case "ping":
        return listener.send(pongFrame)
      case "authentication": {
        const refusal = await signIn(async () => {
          const caller = await settings.findCaller(frame.data.session)
          return caller.kind === "person" ? caller : noSession
        })
        const user = refusal ? null : await findUser()
        if (user) return listener.send(responseFrame("authentication", { user }))
        const { code, message } = refusal ?? noSession
        return listener.send(errorFrame(code, message))
      }
      case "subscribe": {
        const wanted = readWanted(frame.data)
        if (!wanted) return listener.send(errorFrame(realtimeCodes.badFrame, "A query cannot be used here."))
        const after = new Map([...subscribed, ...wanted.map(({ id, share }): [string, Share] => [id, share])])
        if (!mayHave([...after.values()])) {
          return listener.send(errorFrame(realtimeCodes.badFrame, "Too many subscriptions."))
        }
        const subscriptions = wanted.map(({ id, channels, queries, wants, share }) => {
          const names = accepted(channels, listener.caller)
          subscribed.set(id, share)
          hub.subscribe(listener, id, names, wants)
          return { subscriptionId: id, channels: names, queries }
        })
        return listener.send(responseFrame("subscribe", { subscriptions }))
      }
      case "unsubscribe": {
        const subscriptions = frame.data.map(({ subscriptionId }) => {
          subscribed.delete(subscriptionId)
          return { subscriptionId, removed: hub.unsubscribe(listener, subscriptionId) }
        })
        return listener.send(responseFrame("unsubscribe", { subscriptions }))
      }
    }
  }

  const isTooMany = countMessages(Math.max(1, Math.round(messagesPerMinute * settings.rateLimitFactor)))
  let work = Promise.resolve()
  const inTurn = (task: () => Promise<void>): void => {
    work = work.then(() => (socket.readyState === socket.OPEN ? task() : undefined)).catch(() => socket.terminate())
  }

  inTurn(start)
  socket.on("message", (data, isBinary) => {
    if (isTooMany()) return refuse({ code: realtimeCodes.tooMany, message: "Too many messages." })
    const frame = isBinary ? null : readFrame(data)
    inTurn(async () => {
      if (frame) await answer(frame)
      else listener.send(errorFrame(realtimeCodes.badFrame, "Message format is not valid."))
    })
  })
  socket.on("close", () => {
    hub.remove(listener)
    leave()
  })
}

/** Names a client may hear; the personal account channel is ours to add, never the client's to ask for (docs/hosted-backend.md#connecting). */
function accepted(channels: readonly string[], caller: Caller): string[] {
  const names = new Set(channels.filter((name) => !name.startsWith("account.")))
  if (names.has("account") && caller.kind === "person") names.add(`account.${caller.accountId}`)
  return [...names]
}

interface Wanted {
  id: string
  channels: readonly string[]
  queries: readonly string[]
  wants: PayloadQueries["wants"]
  share: Share
}

/** @returns null when a query is none; then no subscription of the frame counts */
function readWanted(data: Extract<ClientFrame, { type: "subscribe" }>["data"]): Wanted[] | null {
  try {
    return data.map(({ subscriptionId: id, channels, queries: given }) => {
      const queries = given ?? []
      const { wants, tests } = readPayloadQueries(queries)
      const queryCharacters = queries.reduce((sum, text) => sum + text.length, 0)
      return { id, channels, queries, wants, share: { channels: channels.length, queryCharacters, tests } }
    })
  } catch (error) {
    if (error instanceof QueryError) return null
    throw error
  }
}

function readFrame(data: RawData): ClientFrame | null {
  try {
    const result = ClientFrame.safeParse(JSON.parse(data.toString()))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

function countMessages(max: number): () => boolean {
  let windowEnds = 0
  let count = 0
  return () => {
    const now = Date.now()
    if (now >= windowEnds) {
      windowEnds = now + 60_000
      count = 0
    }
    return ++count > max
  }
}
