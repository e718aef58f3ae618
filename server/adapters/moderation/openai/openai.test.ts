import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Moderation } from "#server/adapters/moderation/port.ts"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { createProviderFetch, type FailureKind } from "#server/platform/providers/provider-fetch.ts"
import { type FakeServer, type Fault, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playModeration } from "#server/testing/providers/moderation.ts"
import { readShape } from "#server/testing/providers/shapes.ts"
import { readerOf } from "#server/testing/settings-reader.ts"
import { createOpenAiModeration } from "./openai.ts"
import { readModeration } from "./settings.ts"

const path = "POST /moderation/v1/moderations"

let fakes: FakeServer
let moderation: Moderation
let waits: number[] = []

beforeAll(async () => {
  fakes = await openFakeServer()
  const { settings } = playModeration(fakes)
  const config = readModeration(readerOf(settings))
  if (!config) throw new Error("The settings were not taken.")
  const options = { provider: "moderation", metrics: createMetrics(), log: { warn() {} }, secrets: [] }
  moderation = createOpenAiModeration(
    config,
    createProviderFetch({ ...options, wait: async (ms) => void waits.push(ms) }),
  )
})
beforeEach(() => {
  fakes.reset()
  waits = []
})
afterAll(() => fakes.close())

test("says what is flagged, and for what", async () => {
  expect(await moderation.check("a clay pot")).toMatchObject({ isFlagged: false })
  const { isFlagged, categories } = await moderation.check("something forbidden")
  expect([isFlagged, categories.length > 0]).toEqual([true, true])
})

test("is asked again after 429, as nothing was looked at", async () => {
  fakes.script([{ match: path, times: 2, fault: { status: 429, headers: { "retry-after": "1" } } }])
  expect(await moderation.check("a clay pot")).toMatchObject({ isFlagged: false })
  expect(fakes.count(path)).toBe(3)
})

test("gives no verdict rather than keep somebody waiting for longer than a look takes", async () => {
  fakes.script([{ match: path, fault: { status: 429, headers: { "retry-after": "30" } } }])
  await expect(moderation.check("a clay pot")).rejects.toMatchObject({ kind: "rate_limited" })
  expect(waits).toEqual([])
})

test.each<[string, Fault, FailureKind, number]>([
  ["429 for ever", { status: 429 }, "rate_limited", 4],
  ["500", { status: 500, body: "away" }, "unknown_outcome", 1],
  ["401", readShape("openai/invalid-api-key"), "auth", 1],
  ["a reset", { reset: "before" }, "unknown_outcome", 1],
  ["half an answer", { truncates: true }, "bad_reply", 1],
  ["no verdict", { status: 200, body: { results: [] } }, "bad_reply", 1],
  ["an endless answer", { bytes: 100_000_000 }, "unknown_outcome", 1],
])("gives no verdict on %s, %o: %s after %i calls", async (_, fault, kind, calls) => {
  fakes.script([{ match: path, fault }])
  await expect(moderation.check("a clay pot")).rejects.toMatchObject({ kind })
  expect(fakes.count(path)).toBe(calls)
})
