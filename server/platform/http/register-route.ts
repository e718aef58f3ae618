import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify"
import type { z } from "zod"
import type { Endpoint, Given } from "#contract/endpoint.ts"
import type { Db } from "#server/db/open.ts"
import { AppError, moreFactorsRequired } from "#server/platform/errors.ts"
import { countRequest, type Limit, networkOf } from "#server/platform/limits/rate-limit.ts"
import type { Authenticate, Caller, Person } from "./caller.ts"
import { writeLimitHeaders } from "./error-reply.ts"

/** What `registerRoute` needs of the process. */
export interface RouteContext {
  db: Db
  authenticate: Authenticate
  rateLimitFactor: number
}

/** One limit of a route: counted per the text that `by` returns, or not counted when it returns null. */
export interface RouteLimit extends Limit {
  by: (call: {
    ip: string
    caller: Caller
    body: Record<string, unknown>
    params: Record<string, unknown>
    query: Record<string, unknown>
    headers: FastifyRequest["headers"]
  }) => string | null
}

interface Call<E extends Endpoint, C extends Caller> {
  caller: C
  params: Given<E, "params">
  query: Given<E, "query">
  body: Given<E, "body">
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends Endpoint, C extends Caller> = (call: Call<E, C>) => Promise<z.input<E["reply"]>>

/** What a route has besides what every endpoint has. */
export interface RegisterOptions {
  limits?: readonly RouteLimit[]
  /** The call whose limits these are: a second way of doing the same is counted with it, not beside it. */
  countsAs?: Endpoint
  /** Answers failures in another way than as JSON: a browser may have come here by itself. */
  errorHandler?: RouteShorthandOptions["errorHandler"]
  /** Longest body, in bytes, where it is not the usual one. */
  bodyLimit?: number
  /** A form on another site leads here on purpose; the route knows by other means that it may. */
  takesForeignForms?: true
}

/** The caller a handler may count on: `session` and `verified` endpoints are reached by persons only. */
type CallerOf<E extends Endpoint> = E["access"] extends "session" | "verified" ? Person : Caller

/**
 * Serves one endpoint of the contract. Checks run in a fixed order (docs/hosted-backend.md#errors): session, rate limit, parameters;
 * the handler starts with good values.
 */
export function registerRoute<E extends Endpoint>(
  app: FastifyInstance,
  context: RouteContext,
  endpoint: E,
  options: RegisterOptions,
  handler: Handler<E, CallerOf<E>>,
): void {
  const route: RouteShorthandOptions = {
    schema: {
      summary: endpoint.summary,
      security: endpoint.access === "anyone" ? [] : [{ session: [] }],
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { [endpoint.status ?? 200]: endpoint.reply },
    },
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    ...(options.errorHandler ? { errorHandler: options.errorHandler } : {}),
    config: { takesForeignForms: options.takesForeignForms ?? false },
    onRequest: async (request) => {
      request.caller = callerFor(endpoint, await context.authenticate(request))
      requireAccess(endpoint, request.caller)
    },
    preValidation: async (request, reply) => {
      if (endpoint.body && (request.body === undefined || request.body === null)) request.body = {}
      await applyLimits(context, options.countsAs ?? endpoint, options.limits ?? [], request, reply)
    },
  }
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.route({
      ...route,
      method: endpoint.method,
      url: path,
      handler: async (request, reply) => {
        reply.header("cache-control", "no-store")
        // What a cookie opens is for no page of another site; one that is trusted asks by CORS, which this leaves alone.
        if (endpoint.access !== "anyone") reply.header("cross-origin-resource-policy", "same-site")
        const result = await handler({
          caller: request.caller as CallerOf<E>,
          params: request.params as Given<E, "params">,
          query: request.query as Given<E, "query">,
          body: request.body as Given<E, "body">,
          request,
          reply,
        })
        if (reply.sent) return reply
        if (endpoint.status === 204) return reply.code(204).send()
        if (reply.statusCode === 200 && endpoint.status) reply.code(endpoint.status)
        return result
      },
    })
  }
}

/** Who calls: a session that awaits its second factor counts where that is given, and is a guest's everywhere else. */
function callerFor(endpoint: Endpoint, caller: Caller): Caller {
  if (caller.kind !== "guest" || !caller.awaitsFactor || endpoint.access === "anyone") return caller
  if (endpoint.isForHalfSignedIn) return caller.awaitsFactor
  throw moreFactorsRequired()
}

function requireAccess(endpoint: Endpoint, caller: Caller): void {
  if (caller.kind === "person" && caller.isAnonymous && endpoint.method !== "GET" && !endpoint.isForAnonymousToo) {
    throw new AppError(
      "user_unauthorized",
      "Without an account you can only look. Please give an e-mail address first.",
    )
  }
  if (endpoint.access === "anyone") return
  if (caller.kind !== "person") {
    throw new AppError(
      "general_unauthorized_scope",
      "Please sign in first: User (role: guests) missing scope (account).",
    )
  }
  if (endpoint.access === "verified" && !caller.isVerified) {
    throw new AppError("not_allowed", "Please confirm your e-mail address first.")
  }
}

async function applyLimits(
  context: RouteContext,
  endpoint: Endpoint,
  limits: readonly RouteLimit[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.caller.kind === "key") return
  for (const limit of limits) {
    const by = limit.by({
      ip: networkOf(request.ip),
      caller: request.caller,
      body: (request.body ?? {}) as Record<string, unknown>,
      params: (request.params ?? {}) as Record<string, unknown>,
      query: (request.query ?? {}) as Record<string, unknown>,
      headers: request.headers,
    })
    if (by === null) continue
    const key = `${endpoint.method} ${endpoint.path} ${by}`
    writeLimitHeaders(reply, await countRequest(context.db, key, limit, context.rateLimitFactor))
  }
}
