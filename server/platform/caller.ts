import type { FastifyRequest } from "fastify"

/** Who makes a request. A dead session is simply a guest, never an error (contract §1.5). */
export type Caller = { kind: "guest" } | { kind: "key" } | Person

export interface Person {
  kind: "person"
  accountId: string
  sessionId: string
  isVerified: boolean
  countryCode: string
  /** When the session, or the token that stands for it, ends; epoch milliseconds. */
  expiresAt: number
  /** Came by a token that stands for a session (contract §2.8). */
  isByJwt?: true
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller
  }
}

/** Roles the caller holds, as permissions name them (contract §3.4). */
export function rolesOf(caller: Caller): string[] {
  if (caller.kind === "guest") return ["any", "guests"]
  if (caller.kind === "key") return ["any"]
  const dimension = caller.isVerified ? "verified" : "unverified"
  const user = `user:${caller.accountId}`
  return ["any", "users", `users/${dimension}`, user, `${user}/${dimension}`]
}

/** Finds out who makes the request, from its cookies and headers. */
export type Authenticate = (request: Pick<FastifyRequest, "headers" | "cookies">) => Promise<Caller>
