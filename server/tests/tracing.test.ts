import { randomBytes } from "node:crypto"
import Fastify from "fastify"
import { pino } from "pino"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { loopbackCheck } from "#server/platform/http/loopback.ts"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { traceRequests } from "#server/platform/observability/tracing/requests.ts"
import { traceParent } from "#server/platform/observability/tracing/span.ts"
import { openTracing, type Tracing } from "#server/platform/observability/tracing/tracing.ts"
import { ConfigError, readConfig } from "#server/settings/config.ts"
import { type CollectedSpan, type FakeCollector, playCollector } from "#server/testing/providers/collector.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playModeration } from "#server/testing/providers/moderation.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let server: FakeServer
let collector: FakeCollector
let t: TestApp

beforeAll(async () => {
  server = await openFakeServer()
  collector = playCollector(server)
  const more = { OTEL_SERVICE_NAME: "studio", OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test" }
  t = await openTestApp({ settings: { ...collector.settings, ...playModeration(server).settings, ...more } })
})
beforeEach(() => {
  server.reset()
  collector.reset()
  traceId = randomBytes(16).toString("hex")
})
afterAll(async () => {
  await t.close()
  await server.close()
})

const callerId = "00f067aa0ba902b7"
/** Of the test under way: what the one before left comes late. */
let traceId = ""

async function draw(traceparent = `00-${traceId}-${callerId}-01`): Promise<void> {
  const person = await t.signUp({ credits: 20 })
  const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
  const reply = await t.request("POST", "/image-gen-with-flux-1.1", { person, body, headers: { traceparent } })
  expect(reply.statusCode).toBe(200)
}

const named = (pattern: RegExp): CollectedSpan[] =>
  collector.spans().filter((span) => span.traceId === traceId && pattern.test(span.name))

function attributesOf(span: CollectedSpan | undefined): Record<string, unknown> {
  return Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])
}

test("a request, its calls to a provider and its job are one trace, which the caller began", async () => {
  await draw()
  const [request] = await until(
    async () => named(/^POST /).length > 0 && named(/^storage put/).length > 0 && named(/^POST /),
  )
  expect(request).toMatchObject({ name: "POST /image-gen-with-flux-1.1", kind: 2, parentSpanId: callerId })
  expect(request?.resource).toMatchObject({ "service.name": "studio", "deployment.environment": "test" })
  expect(attributesOf(request)).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/image-gen-with-flux-1.1",
    "http.response.status_code": "200",
  })
  const [asked] = named(/^moderation /)
  expect(asked).toMatchObject({ kind: 3, parentSpanId: request?.spanId })
  const [call] = server.log().filter(({ path }) => path.startsWith("/moderation/"))
  expect(call?.headers.traceparent).toBe(`00-${traceId}-${asked?.spanId}-01`)
  const [job] = await until(async () => named(/^job /).length > 0 && named(/^job /))
  expect(job).toMatchObject({ kind: 5, parentSpanId: request?.spanId })
  expect(named(/^storage put/)[0]).toMatchObject({ parentSpanId: job?.spanId })
  // What people write stays out of traces.
  expect(JSON.stringify(collector.spans())).not.toContain("clay pot")
})

test("a failed call is told as failed, and a failing collector holds nobody up and loses what it can take later", async () => {
  server.script([
    { match: "POST /otlp", times: 2, fault: { status: 503 } },
    { match: "POST /moderation", fault: { status: 400 } },
  ])
  await draw()
  const [asked] = await until(async () => named(/^moderation /).length > 0 && named(/^moderation /))
  expect(asked?.status).toEqual({ code: 2, message: "bad_input" })
  const metrics = await t.s.metrics.registry.metrics()
  expect(metrics).toMatch(/aworan_spans_total\{outcome="sent"\} [1-9]/)
  expect(metrics).not.toMatch(/outcome="dropped"/)
})

test("the caller's decision against a trace counts, and is handed on", async () => {
  await draw(`00-${traceId}-${callerId}-00`)
  await draw("garbage")
  const isOther = (span: CollectedSpan) => span.name.startsWith("POST /image") && span.parentSpanId === undefined
  await until(async () => collector.spans().filter(isOther).length === 1)
  expect(collector.spans().some((span) => span.traceId === traceId)).toBe(false)
  const [call] = server.log().filter(({ path }) => path.startsWith("/moderation/"))
  expect(call?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
})

/** Asks a server with one route. @param from where the call comes from */
async function ask(settings: Record<string, string>, from: string, flags: "00" | "01"): Promise<CollectedSpan[]> {
  const tracing = begin(settings)
  if (tracing === null) throw new Error("Nothing is traced.")
  const app = Fastify()
  traceRequests(app, tracing, loopbackCheck({ insideNetworks: ["10.0.0.0/8"] }))
  app.get("/asked", async () => traceParent())
  const headers = { traceparent: `00-${traceId}-${callerId}-${flags}`, host: "studio.example" }
  const reply = await app.inject({ url: "/asked", remoteAddress: from, headers })
  expect(reply.body).toMatch(/^00-/)
  await app.close()
  await tracing.close()
  return told()
}

test("a stranger decides neither for nor against a trace, and joins none; a caller from inside does", async () => {
  const off = { OTEL_TRACES_SAMPLER: "parentbased_always_off" }
  expect(await ask(off, "203.0.113.7", "01")).toEqual([])
  expect(await ask(off, "10.1.2.3", "01")).toMatchObject([{ traceId, parentSpanId: callerId }])
  collector.reset()
  expect(await ask({}, "10.1.2.3", "00")).toEqual([])
  const [own, ...others] = await ask({}, "203.0.113.7", "00")
  expect([own?.name, own?.parentSpanId, others]).toEqual(["GET /asked", undefined, []])
  expect(own?.traceId).not.toBe(traceId)
})

/** Spans straight from settings, without a product around them. */
function begin(settings: Record<string, string>): Tracing | null {
  const { tracing } = readConfig(
    { ...collector.settings, OTEL_BSP_SCHEDULE_DELAY: "600000", ...settings },
    { threads: 1 },
  )
  return openTracing(tracing, createMetrics(), pino({ level: "silent" }))
}

const told = () => collector.spans().filter(({ resource }) => resource["service.name"] === "aworan")

test("a stop sends what is left", async () => {
  const tracing = begin({})
  tracing?.begin("GET /", "server", null, {}).end()
  expect(told()).toEqual([])
  await tracing?.close()
  expect(told()).toMatchObject([{ name: "GET /" }])
})

test.each<[Record<string, string>, number]>([
  [{ OTEL_TRACES_SAMPLER: "always_off" }, 0],
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" }, 50],
  [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, 0],
])("%o sends about %i of 200", async (settings, count) => {
  const tracing = begin(settings)
  for (let n = 0; n < 200; n++) tracing?.begin("GET /", "server", null, {}).end()
  await tracing?.close()
  // With a quarter, five deviations to each side: wrong once in a million runs.
  const margin = count === 0 ? 0 : 31
  expect(Math.abs(told().length - count)).toBeLessThanOrEqual(margin)
})

test.each([{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, { OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_EXPORTER: "none" }])(
  "with %o nothing is traced at all",
  (settings) => {
    expect(begin(settings)).toBeNull()
  },
)

test("settings that cannot be followed are all named", () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_EXPORTER_OTLP_HEADERS: "secret",
    OTEL_TRACES_SAMPLER: "sometimes",
  }
  const message = /ENDPOINT must be[\s\S]*PROTOCOL is "grpc"[\s\S]*HEADERS must be[\s\S]*SAMPLER is "sometimes"/
  expect(() => begin(wrong)).toThrow(ConfigError)
  expect(() => begin(wrong)).toThrow(message)
})
