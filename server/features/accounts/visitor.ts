import type { FastifyRequest } from "fastify"
import type { Services } from "#server/services.ts"

/** Where a request comes from, as sessions and logs keep it. */
export interface Visitor {
  ip: string
  userAgent: string
  /** What the proxy's header says, when there is one, else what the session knows. */
  country: string | null
}

/** A person and where they are. */
export interface Actor {
  accountId: string
  sessionId: string
  visitor: Visitor
}

/** Longest kept text of a browser about itself. */
const maxUserAgent = 500

export function visitorOf(s: Pick<Services, "config">, request: FastifyRequest): Visitor {
  const header = s.config.countryHeader ? request.headers[s.config.countryHeader] : undefined
  const known = request.caller.kind === "person" ? request.caller.countryCode : null
  return {
    ip: request.ip,
    // The database's text holds neither NUL nor halves of signs.
    userAgent: (request.headers["user-agent"] ?? "").replaceAll("\u0000", "").toWellFormed().slice(0, maxUserAgent),
    country: typeof header === "string" ? header : known,
  }
}
