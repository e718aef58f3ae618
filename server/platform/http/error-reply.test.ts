import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify"
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod"
import { pino } from "pino"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { messages } from "#contract/messages.ts"
import { AppError } from "#server/platform/errors.ts"
import { answerError } from "./error-reply.ts"

/** What PostgreSQL says when it stops a statement: for its time, for its wait, and for a ring of them. */
const busyCodes = ["57014", "55P03", "40P01"]

let app: FastifyInstance
const log: Record<string, unknown>[] = []

beforeAll(async () => {
  const loggerInstance: FastifyBaseLogger = pino(
    { level: "info" },
    { write: (line: string) => void log.push(JSON.parse(line)) },
  )
  app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => "request-1",
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  const terms = z.object({ seats: z.number(), days: z.array(z.object({ from: z.string().min(2, "Too short") })) })
  const schema = {
    body: z.object({ name: z.string().min(2, "Too short"), count: z.number(), terms: terms.optional() }),
  }
  for (const url of ["/v1/checked", "/checked"]) app.post(url, { schema }, async () => ({}))
  app.get("/bug", async () => {
    throw new Error('select * from accounts where secret = "hunter2"')
  })
  for (const code of busyCodes) {
    app.get(`/busy-${code}`, async () => {
      throw Object.assign(new Error("canceling statement"), { code, severity: "ERROR" })
    })
  }
  app.get("/expected", async () => {
    throw new AppError("not_enough_credits", "You have 2 credits.")
  })
  app.get("/locked", async () => {
    throw new AppError("user_invalid_token", "This link is wrong.")
  })
  app.get("/caused", async () => {
    throw new AppError("engine_failed", "The picture could not be made.", { cause: new Error("provider said no") })
  })
  await app.ready()
})
afterAll(() => app.close())

const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload })

describe("a failure's reply", () => {
  test.each(busyCodes)(
    "to a statement that the database stopped (%s) asks to try again, and is logged",
    async (code) => {
      const reply = await app.inject(`/busy-${code}`)
      expect([reply.statusCode, reply.json().type, reply.headers["retry-after"]]).toEqual([
        503,
        "service_unavailable",
        "2",
      ])
      expect(log.at(-1)).toMatchObject({ level: 50, err: { code } })
    },
  )

  test("to a bug tells nothing but the number that finds it in the log", async () => {
    const reply = await app.inject("/bug")
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({
      message: "Something went wrong on our side. Please try again. (request-1)",
      code: 500,
      type: "general_unknown",
      version: "1.5.11",
    })
    expect(log.at(-1)).toMatchObject({
      level: 50,
      reqId: "request-1",
      err: { message: expect.stringContaining("hunter2") },
    })
  })

  test("to an expected failure is its own words and status, and is not kept by caches", async () => {
    const reply = await app.inject("/expected")
    expect(reply.statusCode).toBe(402)
    expect(reply.json()).toMatchObject({ message: "You have 2 credits.", code: 402, type: "not_enough_credits" })
    expect(reply.headers["cache-control"]).toBe("no-store")
    expect(reply.headers["content-type"]).toContain("application/json")
  })

  test("keeps the cause for the log", async () => {
    const reply = await app.inject("/caused")
    expect(reply.body).not.toContain("provider said no")
    expect(log.at(-1)).toMatchObject({ err: { message: "provider said no" }, type: "engine_failed" })
  })

  test.each([
    ["a missing field, as the hosted backend says it", "/v1/checked", { count: 1 }, 'Param "name" is not optional.'],
    [
      "a wrong field, as the hosted backend says it",
      "/v1/checked",
      { name: "a", count: 1 },
      "Invalid `name` param: Too short",
    ],
    ["a wrong field, in the words of the schema", "/checked", { name: "a", count: 1 }, "Too short"],
  ])("names %s", async (_, url, payload, message) => {
    const reply = await post(url, payload)
    expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid", message })
  })

  test("names every field that is wrong, for the form", async () => {
    const { fields } = (await post("/checked", { name: "a" })).json()
    expect(Object.keys(fields).sort()).toEqual(["count", "name"])
  })

  test("names a field inside of another by its path, and for the hosted backend by its parameter", async () => {
    const body = { name: "Ada", count: 1, terms: { days: [{ from: "2026" }, { from: "x" }] } }
    expect((await post("/checked", body)).json()).toMatchObject({
      fields: { "terms.seats": messages.required, "terms.days.1.from": "Too short" },
    })
    expect(Object.keys((await post("/v1/checked", body)).json().fields)).toEqual(["terms"])
  })
})

test("refusals are listed in the log, at most 300 a minute, and how many were not", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 })
  try {
    // Counted by the process: what earlier tests were refused is told first.
    await app.inject("/locked")
    vi.setSystemTime(Date.now() + 60_000)
    const before = log.length
    for (let n = 0; n < 310; n++) expect((await app.inject("/locked")).statusCode).toBe(401)
    const lines = log.slice(before)
    expect(lines).toHaveLength(300)
    expect(lines[0]).toMatchObject({ refused: "user_invalid_token", method: "GET", route: "/locked", ip: "127.0.0.1" })
    vi.setSystemTime(Date.now() + 60_000)
    await app.inject("/locked")
    expect(log.slice(before + 300)).toMatchObject([{ refusals: 10 }, { refused: "user_invalid_token" }])
    const sinceTurn = log.length
    for (let n = 0; n < 310; n++) await app.inject("/locked")
    vi.setSystemTime(Date.now() - 7_200_000)
    await app.inject("/locked")
    expect(log.slice(sinceTurn).at(-1), "a clock that is set back").toMatchObject({ refused: "user_invalid_token" })
    expect(log.at(-2)).toMatchObject({ refusals: 11 })
  } finally {
    vi.useRealTimers()
  }
})
