import type { Readable, Writable } from "node:stream"
import type { FastifyReply, FastifyRequest } from "fastify"

/** Bytes that are taken once: as a stream, or by writing them all into one. */
interface Sendable {
  readonly body: Readable
  sendTo(target: Writable): Promise<void>
}

/** Answers with stored bytes; status and headers, with the length, are set by then. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: Sendable,
): Promise<FastifyReply> {
  // A reply that waits behind others on its connection has no socket yet, and one to HEAD has no bytes.
  if (request.method === "HEAD" || !reply.raw.socket) return reply.send(stored.body)
  reply.hijack()
  try {
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.raw.statusCode = reply.statusCode
    await stored.sendTo(reply.raw)
    reply.raw.end()
  } catch (error) {
    if (!request.raw.destroyed) request.log.warn({ err: error }, "a file broke off")
    reply.raw.destroy()
  }
  return reply
}
