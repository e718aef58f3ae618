import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { type FakeServer, type Fault, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { countedFetch } from "./counted-fetch.ts"

let server: FakeServer

beforeAll(async () => {
  server = await openFakeServer()
  server.mount("/p", () => ({ status: 200, body: { who: "Ada" } }))
})
beforeEach(() => server.reset())
afterAll(() => server.close())

test.each<[string, "GET" | "POST", Fault, string]>([
  ["an answer", "GET", {}, "read ok"],
  ["a code that is taken", "POST", {}, "exchange ok"],
  ["a refusal", "POST", { status: 401 }, "exchange refused"],
  ["a reset", "GET", { reset: "before" }, "read unavailable"],
  ["an endless answer", "GET", { bytes: 100_000_000 }, "read unavailable"],
])("%s to %s is counted", async (_, method, fault, expected) => {
  const metrics = createMetrics()
  if (Object.keys(fault).length > 0) server.script([{ match: /./, fault }])
  const ask = countedFetch("google", metrics)
  const options = { method, headers: {}, body: method === "POST" ? "code=1" : null, redirect: "manual" } as const
  const status = await ask(`${server.origin}/p/x`, options).then(
    async (reply) => [reply.status, await reply.json()],
    () => null,
  )
  if (expected.endsWith("ok")) expect(status).toEqual([200, { who: "Ada" }])
  const { values } = await metrics.providerSeconds.get()
  const counted = values.filter(({ metricName }) => metricName?.endsWith("_count"))
  expect(counted.map(({ labels }) => `${labels.provider} ${labels.call} ${labels.outcome}`)).toEqual([
    `google ${expected}`,
  ])
})
