import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"
import { uploadBodyBytes } from "#contract/hosted/files.ts"
import { answerUnreadable } from "./error-reply.ts"

/** How long a request may take to arrive, in milliseconds; whoever sends slower on purpose is cut off then. */
export interface RequestTimes {
  headersMs: number
  /** A body that is no upload: 256 KiB at most, and mostly a few hundred bytes. */
  bodyMs: number
  /** A whole request, uploads included. */
  requestMs: number
  /** Silence on a connection after which it is closed; a call that waits for its run may be silent longer. */
  idleTimeoutMs: number
  /** Between two looks at who is late. */
  checkEveryMs: number
}

/** The slowest line that we serve, in bytes per second: a phone at the edge of a 2G cell. */
export const slowestLine = 30_000

/** Short (docs/security.md#input), but for uploads: the largest piece must get through on the slowest line. */
export const usualTimes: RequestTimes = {
  headersMs: 10_000,
  bodyMs: 30_000,
  requestMs: Math.ceil(uploadBodyBytes / slowestLine) * 1_000,
  idleTimeoutMs: 120_000,
  checkEveryMs: 2_000,
}

/** What a call that has waited still needs for its answer, in ms. */
const answerMs = 20_000

/**
 * How long a connection stays open with no request on it, in milliseconds. Longer than proxies keep theirs, which is
 * mostly a minute: whoever sends a request while the other side closes the connection gets an error.
 */
export const keepAliveMs = 75_000

/** Settings of the HTTP server itself. @param longestWaitMs how long a call may wait before its answer begins */
export function serverTimes(
  { headersMs, requestMs, idleTimeoutMs, checkEveryMs }: RequestTimes,
  longestWaitMs: number,
) {
  return {
    connectionTimeout: Math.max(idleTimeoutMs, longestWaitMs + answerMs),
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
  }
}

/** How often a stopping server looks for connections that are left, in milliseconds. */
const lookEveryMs = 100

/**
 * Closes connections whose last call ends while the server stops, and those that have sent nothing: browsers open some
 * ahead. Those without a call then are closed by Fastify.
 */
export function closeWhatIsLeft(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  app.server.on("connection", (socket) => {
    connections.add(socket)
    socket.once("close", () => connections.delete(socket))
  })
  app.addHook("preClose", async () => {
    if (!app.server.listening) return
    const timer = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }, lookEveryMs)
    app.server.once("close", () => clearInterval(timer))
  })
}

/** Cuts off bodies that drip in; forms with files have the whole time of a request. */
export function limitBodies(app: FastifyInstance, { bodyMs }: RequestTimes): void {
  app.addHook("preParsing", async (request, reply) => {
    if (/^multipart\//i.test(request.headers["content-type"] ?? "") || request.raw.complete) return
    const timer = setTimeout(() => {
      // Whoever was answered already waits for nothing: bytes after the answer would be taken for the next one.
      if (request.raw.complete || reply.raw.headersSent) return
      answerUnreadable(Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), request.raw.socket)
    }, bodyMs)
    const stop = (): void => clearTimeout(timer)
    request.raw.once("end", stop)
    reply.raw.once("finish", stop).once("close", stop)
  })
}
