import type { FastifyRequest } from "fastify"

/** Who makes a request. A dead session is simply a guest, never an error (contract §1.5). */
export type Caller =
  | { kind: "guest" }
  | { kind: "key" }
  | { kind: "person"; accountId: string; sessionId: string; isVerified: boolean; countryCode: string }

export type Person = Extract<Caller, { kind: "person" }>

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
