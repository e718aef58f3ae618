import Fastify, { type FastifyInstance } from "fastify"
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import type { OpenDatabase } from "#server/db/open.ts"
import { openTestDatabase } from "#server/testing/databases/test-database.ts"
import type { Caller } from "./caller.ts"
import { answerError } from "./error-reply.ts"
import { registerRoute } from "./register-route.ts"

const reply = z.object({ name: z.string() })
const body = z.object({ name: z.string().min(2, "Too short") })
const common = { method: "POST", summary: "", body, reply, status: 201 } as const
const open = endpoint({ ...common, path: "/open", aliases: ["/also-open"], access: "anyone" })
const closed = endpoint({ ...common, path: "/closed", access: "session" })
const confirmed = endpoint({ ...common, path: "/confirmed", access: "verified" })
const limited = endpoint({ ...common, path: "/limited", access: "session" })
const silent = endpoint({
  method: "DELETE",
  path: "/silent",
  access: "anyone",
  summary: "",
  reply: z.null(),
  status: 204,
})

let database: OpenDatabase
let app: FastifyInstance
let handled = 0

beforeAll(async () => {
  database = await openTestDatabase()
  app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.decorateRequest("caller")
  const callers: Record<string, Caller> = {
    ada: {
      kind: "person",
      accountId: "ada",
      sessionId: "s",
      isVerified: false,
      isAnonymous: false,
      countryCode: "--",
      operatorRole: null,
      operatorUntil: 0,
      expiresAt: 0,
      provedAt: 0,
    },
    key: { kind: "key" },
  } as Record<string, Caller>
  const context = {
    db: database.db,
    rateLimitFactor: 1,
    authenticate: async ({ headers }: { headers: Record<string, unknown> }) =>
      callers[String(headers.caller)] ?? { kind: "guest" as const },
  } as unknown as Parameters<typeof registerRoute>[1]
  const handle = async ({ body: { name } }: { body: { name: string } }) => {
    handled++
    return { name, secret: "not in the contract" }
  }
  for (const one of [open, closed, confirmed]) registerRoute(app, context, one, {}, handle)
  const limit = { max: 3, windowSeconds: 3_600, by: ({ caller }: { caller: Caller }) => caller.kind }
  registerRoute(app, context, limited, { limits: [limit] }, handle)
  registerRoute(app, context, silent, {}, async () => null)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.close()
})

function send(url: string, payload: object | undefined, caller = "nobody") {
  return app.inject({ method: "POST", url, headers: { caller }, ...(payload ? { payload } : {}) })
}

describe("a mounted endpoint", () => {
  test("gives good values to its handler, and only what the contract names to the caller", async () => {
    const answer = await send("/open", { name: "Ada", isAdmin: true })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ name: "Ada" })
    expect(answer.headers["cache-control"]).toBe("no-store")
    expect((await send("/also-open", { name: "Ada" })).statusCode).toBe(201)
  })

  test("asks for the session first, before it looks at what was sent", async () => {
    const before = handled
    for (const payload of [{ name: "x" }, { name: 1 }, {}, undefined]) {
      const answer = await send("/closed", payload)
      expect([answer.statusCode, answer.json().type]).toEqual([401, "general_unauthorized_scope"])
    }
    expect((await send("/closed", { name: "x" }, "ada")).statusCode).toBe(400)
    expect(handled).toBe(before)
  })

  test("asks for a confirmed address where the contract says so", async () => {
    expect((await send("/confirmed", { name: "Ada" })).statusCode).toBe(401)
    expect((await send("/confirmed", { name: "Ada" }, "ada")).json().type).toBe("not_allowed")
  })

  test("counts before it looks at what was sent, and says how much is left", async () => {
    const left = []
    for (const payload of [{ name: "x" }, undefined, { name: "Ada" }]) {
      left.push((await send("/limited", payload, "ada")).headers["x-ratelimit-remaining"])
    }
    expect(left).toEqual(["2", "1", "0"])
    const answer = await send("/limited", { name: "x" }, "ada")
    expect([answer.statusCode, answer.headers["x-ratelimit-limit"]]).toEqual([429, "3"])
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
  })

  test("takes a missing body for an empty one, and names what is missing", async () => {
    const answer = await send("/open", undefined)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toHaveProperty("name")
  })

  test("that has nothing to say answers 204 without a body", async () => {
    const answer = await app.inject({ method: "DELETE", url: "/silent" })
    expect([answer.statusCode, answer.body]).toEqual([204, ""])
  })
})
