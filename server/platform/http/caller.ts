import type { FastifyRequest } from "fastify"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { recentSignInMinutes } from "#contract/identity/personal-data.ts"

/** Who makes a request. A dead session is simply a guest, never an error. */
export type Caller = Guest | { kind: "key" } | Person

export interface Guest {
  kind: "guest"
  /** Gave a password, link or code, and not the second factor yet: may do what a guest may, and finish signing in. */
  awaitsFactor?: Person
}

export interface Person {
  kind: "person"
  accountId: string
  sessionId: string
  isVerified: boolean
  /** Signed in without any address; such a session may only read. */
  isAnonymous: boolean
  countryCode: string
  /** Null for everyone but operators, and for them too when they signed in too long ago. */
  operatorRole: OperatorRole | null
  /** Until when this session may act as an operator's, if the account is one; epoch milliseconds. */
  operatorUntil: number
  /** When the session, or the token that stands for it, ends; epoch milliseconds. */
  expiresAt: number
  /** When this session last gave a password or factor, a mail or a provider's word; epoch milliseconds. */
  provedAt: number
  /** Has a role that does not count before the account has a second factor. */
  lacksFactor?: true
  /** Pictures of theirs were taken down too often: nothing of theirs becomes public. */
  isKeptFromPublishing?: true
  /** Awaits the second factor; such a person comes only where `isForHalfSignedIn` lets them. */
  isHalfSignedIn?: true
  /** Came by a token that stands for a session. */
  isByJwt?: true
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller
  }
}

/** Whether somebody proved a moment ago who they are, which is asked before credentials, money and roles change. */
export function isFreshProof(provedAt: number): boolean {
  return Date.now() - provedAt < recentSignInMinutes * 60_000
}

/** The one team of the installation, as permissions name it. */
export const operatorsTeam = "operators"

/** Roles the caller holds, as permissions name them. */
export function rolesOf(caller: Caller): string[] {
  if (caller.kind === "guest") return ["any", "guests"]
  if (caller.kind === "key") return ["any"]
  const dimension = caller.isVerified ? "verified" : "unverified"
  const user = `user:${caller.accountId}`
  const isOperator = caller.operatorRole !== null && caller.operatorUntil > Date.now()
  const operators = isOperator ? [`team:${operatorsTeam}`, `team:${operatorsTeam}/${caller.operatorRole}`] : []
  return ["any", "users", `users/${dimension}`, user, `${user}/${dimension}`, ...operators]
}

/** Finds out who makes the request, from its cookies and headers. */
export type Authenticate = (request: Pick<FastifyRequest, "headers" | "cookies">) => Promise<Caller>
