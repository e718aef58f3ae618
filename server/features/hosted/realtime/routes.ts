import type { FastifyInstance, FastifyRequest } from "fastify"
import type { WebSocket } from "ws"
import { z } from "zod"
import { apiBase, projectId } from "#contract/project.ts"
import type { Services } from "#server/declarations/services.ts"
import { getUser } from "#server/features/identity/accounts/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { isSameHost, readTrustedUrl, trustedOrigins } from "#server/platform/http/origins.ts"
import type { RouteContext } from "#server/platform/http/register-route.ts"
import { countRequest, networkOf, RateLimitError } from "#server/platform/limits/rate-limit.ts"
import { type Opening, type Refusal, serveConnection } from "./connection.ts"
import { ChannelNames, errorFrame, realtimeCodes } from "./frames.ts"
import { createHub } from "./hub.ts"
import { createOpenCount } from "./open-count.ts"

/** Keeps proxies from closing quiet connections, and finds dead ones (docs/hosted-backend.md#what-sdks-do). */
const pingEveryMs = 30_000

/** See docs/hosted-backend.md#frames. */
const connectLimit = { max: 128, windowSeconds: 60 }

/** Connections open at once in one process: of a network, which many people may share, and of one person. */
const maxPerNetwork = 200
const maxPerPerson = 30

const ConnectQuery = z.object({
  project: z.string(),
  /** A token that stands for a session, where headers cannot be set (docs/hosted-backend.md#tokens). */
  jwt: z.string().max(2_000).optional(),
  channels: z.union([ChannelNames, z.string().transform((name) => [name])]).default([]),
})

/** Changes and product events over a WebSocket, for both SDK generations (docs/hosted-backend.md#realtime). */
export function realtimeRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const hub = createHub(s)
  const trusts = trustedOrigins(s.config)
  const keepAlive = startPings(app)
  const networks = createOpenCount(Math.max(1, Math.round(maxPerNetwork * context.rateLimitFactor)))
  const people = createOpenCount(Math.max(1, Math.round(maxPerPerson * context.rateLimitFactor)))

  const open = async (request: FastifyRequest): Promise<Opening> => {
    const query = ConnectQuery.safeParse(request.query)
    if (!query.success || query.data.project !== projectId) {
      return { code: realtimeCodes.policy, message: "Missing or unknown project ID" }
    }
    const { origin } = request.headers
    const isOwn =
      origin === undefined ||
      isFromSameHost(origin, request, s.config.publicUrl) ||
      readTrustedUrl(origin, trusts) !== null
    if (!isOwn) return { code: realtimeCodes.policy, message: "This page may not connect: its host is not trusted." }
    try {
      await countRequest(s.db, `realtime ${networkOf(request.ip)}`, connectLimit, context.rateLimitFactor)
    } catch (error) {
      if (error instanceof RateLimitError) return { code: realtimeCodes.tooMany, message: "Too many connections." }
      throw error
    }
    const { jwt, channels } = query.data
    const headers = jwt ? { ...request.headers, "x-appwrite-jwt": jwt } : request.headers
    const findCaller = async (): Promise<Caller | Refusal> => {
      try {
        return await context.authenticate({ headers, cookies: request.cookies })
      } catch (error) {
        if (error instanceof AppError && error.status < 500)
          return { code: realtimeCodes.policy, message: error.message }
        throw error
      }
    }
    return { findCaller, channels }
  }

  app.route({
    method: "GET",
    url: `${apiBase}/realtime`,
    handler: async () => {
      throw new AppError("general_route_not_found", "This address is for WebSocket connections.")
    },
    wsHandler: (socket, request) => {
      const leave = networks.enter(networkOf(request.ip))
      if (!leave) {
        socket.send(errorFrame(realtimeCodes.tooMany, "Too many connections."))
        return socket.close(realtimeCodes.tooMany, "Too many connections.")
      }
      s.metrics.realtimeSockets.inc()
      socket.on("close", () => {
        s.metrics.realtimeSockets.dec()
        leave()
      })
      keepAlive(socket)
      serveConnection(
        socket,
        {
          hub,
          rateLimitFactor: context.rateLimitFactor,
          people,
          // A session in a frame counts as the same session in its header would.
          findCaller: (session) => context.authenticate({ headers: { "x-appwrite-session": session }, cookies: {} }),
          getUser: (accountId) => getUser(s.db, accountId),
        },
        () => open(request),
      )
    },
  })
  app.addHook("onClose", async () => hub.close())
}

function isFromSameHost(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  return URL.canParse(origin) && isSameHost(new URL(origin), request.headers.host, publicUrl)
}

/** @returns a function that keeps one socket alive, and ends it when it leaves a ping unanswered */
function startPings(app: FastifyInstance): (socket: WebSocket) => void {
  const waiting = new Map<WebSocket, boolean>()
  const timer = setInterval(() => {
    for (const [socket, isWaiting] of waiting) {
      if (isWaiting) socket.terminate()
      else {
        waiting.set(socket, true)
        socket.ping()
      }
    }
  }, pingEveryMs)
  timer.unref()
  app.addHook("onClose", async () => clearInterval(timer))
  return (socket) => {
    waiting.set(socket, false)
    socket.on("pong", () => waiting.set(socket, false))
    socket.on("close", () => waiting.delete(socket))
  }
}
