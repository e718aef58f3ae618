import type { FastifyRequest } from "fastify"
import type { Person } from "./caller.ts"

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
  /** Came by a token that stands for the session, which must not change how the account is entered. */
  isByJwt: boolean
}

/** Longest kept text of a browser about itself. */
const maxUserAgent = 500

/** The header of this setting tells the country. */
interface VisitorSettings {
  config: { countryHeader: string | null }
}

/** Where a request comes from. */
export function visitorOf({ config }: VisitorSettings, request: FastifyRequest): Visitor {
  const header = config.countryHeader ? request.headers[config.countryHeader] : undefined
  const known = request.caller.kind === "person" ? request.caller.countryCode : null
  return {
    ip: request.ip,
    // The database's text holds neither NUL nor halves of signs.
    userAgent: (request.headers["user-agent"] ?? "").replaceAll("\u0000", "").toWellFormed().slice(0, maxUserAgent),
    country: typeof header === "string" ? header : known,
  }
}

/** Who acts and from where, from a call that only a person makes. */
export function actorOf(s: VisitorSettings, { caller, request }: { caller: Person; request: FastifyRequest }): Actor {
  return {
    accountId: caller.accountId,
    sessionId: caller.sessionId,
    visitor: visitorOf(s, request),
    isByJwt: caller.isByJwt ?? false,
  }
}
