import type { FastifyRequest } from "fastify"
import type { ErrorType } from "#contract/errors.ts"

/** Refusals that may be somebody trying doors: wrong secrets, rights that are missing, foreign pages, limits. */
const told: ReadonlySet<ErrorType> = new Set<ErrorType>([
  "user_invalid_credentials",
  "user_invalid_token",
  "user_jwt_invalid",
  "user_blocked",
  "user_unauthorized",
  "sign_in_again",
  "proof_required",
  "second_factor_required",
  "not_allowed",
  "general_access_forbidden",
  "general_unknown_origin",
  "general_rate_limit_exceeded",
])

/** Lines a minute, so that whoever tries many doors does not fill the log. */
const maxLines = 300
const windowMs = 60_000

let startedAt = 0
let lines = 0

/** Writes down who was refused what, and where (docs/security.md#log). */
export function logRefusal(type: ErrorType, request: FastifyRequest): void {
  if (!told.has(type)) return
  const now = Date.now()
  // A clock that is set back begins a window too: the log must not stay silent until it has caught up.
  if (now < startedAt || now - startedAt >= windowMs) {
    if (lines > maxLines) request.log.warn({ refusals: lines - maxLines }, "more calls were refused than are listed")
    startedAt = now
    lines = 0
  }
  if (++lines > maxLines) return
  const { caller, method, ip, routeOptions } = request
  const accountId = caller?.kind === "person" ? caller.accountId : null
  request.log.info({ refused: type, method, route: routeOptions.url ?? null, ip, accountId }, "refused")
}
