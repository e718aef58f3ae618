import type { FastifyBaseLogger } from "fastify"
import type { Db } from "#server/db/open.ts"
import { type Caller, rolesOf } from "#server/platform/http/caller.ts"
import type { Notifications } from "#server/platform/realtime/notifications.ts"
import {
  type RealtimeEnvelope,
  type RealtimeEvent,
  type RealtimeMessage,
  realtimeChannel,
  type SessionEnded,
  type SessionExtended,
} from "#server/platform/realtime/realtime.ts"
import type { Config } from "#server/settings/config.ts"
import { eventFrame, eventStart } from "./frames.ts"
import type { PayloadFilter } from "./payload-filter.ts"
import { findRights, findStoredMessage } from "./queries.ts"

/** One open socket as the hub knows it. */
export interface Listener {
  caller: Caller
  send(frame: string): void
  /** Closes so that the client comes back. */
  restart(): void
}

/** Who listens to what in this process, and the delivery of every process's messages to them. */
export interface Hub {
  add(listener: Listener): void
  remove(listener: Listener): void
  /** The same id again replaces the subscription. @param wants every event of the channels unless told otherwise */
  subscribe(listener: Listener, id: string, channels: readonly string[], wants?: PayloadFilter): void
  /** @returns false when there was no such subscription */
  unsubscribe(listener: Listener, id: string): boolean
  /** How often sessions and roles changed so far; who looked somebody up looks again when this moved meanwhile. */
  readonly changes: number
  close(): void
}

interface Subscription {
  channels: readonly string[]
  wants: PayloadFilter | undefined
}

export function createHub(s: {
  db: Db
  config: Pick<Config, "operatorSecondFactor">
  notifications: Notifications
  log: FastifyBaseLogger
}): Hub {
  /** Connection to its subscriptions by their ids. */
  const subscriptions = new Map<Listener, Map<string, Subscription>>()
  /** Channel to connections to the ids of their subscriptions. */
  const byChannel = new Map<string, Map<Listener, Set<string>>>()
  let changes = 0

  const unsubscribe = (listener: Listener, id: string): boolean => {
    const subscription = subscriptions.get(listener)?.get(id)
    if (!subscription) return false
    subscriptions.get(listener)?.delete(id)
    for (const channel of subscription.channels) {
      const listeners = byChannel.get(channel)
      const ids = listeners?.get(listener)
      ids?.delete(id)
      if (ids?.size === 0) listeners?.delete(listener)
      if (listeners?.size === 0) byChannel.delete(channel)
    }
    return true
  }

  const deliver = (event: RealtimeEvent): void => {
    const hits = new Map<Listener, Set<string>>()
    for (const channel of event.channels) {
      for (const [listener, ids] of byChannel.get(channel) ?? []) {
        const all = hits.get(listener)
        if (all) for (const id of ids) all.add(id)
        else hits.set(listener, new Set(ids))
      }
    }
    let start: string | undefined
    for (const [listener, ids] of hits) {
      const roles = rolesOf(currentCaller(listener))
      if (!event.roles.some((role) => roles.includes(role))) continue
      const own = subscriptions.get(listener)
      const heard = [...ids].filter((id) => own?.get(id)?.wants?.(event.payload) ?? true)
      if (heard.length === 0) continue
      start ??= eventStart(event)
      listener.send(eventFrame(start, heard))
    }
  }

  const listenersOf = (accountId: string): Listener[] =>
    [...subscriptions.keys()].filter(({ caller }) => caller.kind === "person" && caller.accountId === accountId)

  const handle = async (message: RealtimeMessage): Promise<void> => {
    if (message.kind === "event") return deliver(message)
    changes++
    if (message.kind === "session-ended") {
      for (const listener of listenersOf(message.accountId)) {
        if (isEnded(listener.caller, message)) listener.caller = { kind: "guest" }
      }
      return
    }
    if (message.kind === "session-extended") {
      for (const listener of listenersOf(message.accountId)) listener.caller = extended(listener.caller, message)
      return
    }
    await readRightsAgain(message.accountId)
  }

  const readRightsAgain = async (accountId: string): Promise<void> => {
    if (listenersOf(accountId).length === 0) return
    try {
      const { isVerified, hasFactor, operatorRole: role } = await findRights(s.db, accountId)
      const operatorRole = hasFactor || s.config.operatorSecondFactor === "offered" ? role : null
      // Whose they are may have changed while the rights were read.
      for (const listener of listenersOf(accountId)) {
        if (listener.caller.kind === "person") listener.caller = { ...listener.caller, isVerified, operatorRole }
      }
    } catch (error) {
      // Rights that were taken must not live on: whoever comes back is looked up afresh.
      for (const listener of listenersOf(accountId)) {
        listener.caller = { kind: "guest" }
        listener.restart()
      }
      throw error
    }
  }

  let work = Promise.resolve()
  const hear = (text: string): void => {
    work = work
      .then(() => open(s.db, text))
      .then((message) => (message ? handle(message) : undefined))
      .catch((error) => s.log.error({ err: error }, "a realtime message was not delivered"))
  }
  const stopHearing = s.notifications.on(realtimeChannel, hear)
  // What was said during the gap is lost, ended sessions included; coming back makes every page read afresh.
  s.notifications.onReconnect(() => {
    for (const listener of subscriptions.keys()) listener.restart()
  })

  return {
    add: (listener) => subscriptions.set(listener, new Map()),
    remove(listener) {
      for (const id of subscriptions.get(listener)?.keys() ?? []) unsubscribe(listener, id)
      subscriptions.delete(listener)
    },
    subscribe(listener, id, channels, wants) {
      const own = subscriptions.get(listener)
      if (!own) return
      unsubscribe(listener, id)
      own.set(id, { channels, wants })
      for (const channel of channels) {
        const listeners = byChannel.get(channel) ?? new Map<Listener, Set<string>>()
        byChannel.set(channel, listeners)
        listeners.set(listener, (listeners.get(listener) ?? new Set()).add(id))
      }
    },
    unsubscribe,
    get changes() {
      return changes
    },
    close: stopHearing,
  }
}

/** Who listens now: a session whose time is over is a guest's, and stays one. */
function currentCaller(listener: Listener): Caller {
  const { caller } = listener
  if (caller.kind === "person" && caller.expiresAt <= Date.now()) listener.caller = { kind: "guest" }
  return listener.caller
}

/** A token that stands for a session keeps its own end. */
function extended(caller: Caller, { sessionId, expiresAt }: SessionExtended): Caller {
  const isIt = caller.kind === "person" && caller.sessionId === sessionId && !caller.isByJwt
  return isIt ? { ...caller, expiresAt } : caller
}

function isEnded(caller: Caller, message: SessionEnded): boolean {
  if (caller.kind !== "person") return false
  if (message.sessionId !== null) return caller.sessionId === message.sessionId
  return caller.sessionId !== message.exceptSessionId
}

async function open(db: Db, text: string): Promise<RealtimeMessage | null> {
  const envelope = JSON.parse(text) as RealtimeEnvelope
  return "stored" in envelope ? findStoredMessage(db, envelope.stored) : envelope.message
}
