import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Messenger } from "#server/adapters/messages/port.ts"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { type FakeServer, type Fault, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { type FakeTermii, playTermii } from "#server/testing/providers/termii.ts"
import { readerOf } from "#server/testing/settings-reader.ts"
import { readTermii } from "./settings.ts"
import { createTermiiMessenger } from "./termii.ts"

let fakes: FakeServer
let termii: FakeTermii
let messenger: Messenger
const lines: unknown[] = []

beforeAll(async () => {
  fakes = await openFakeServer()
  termii = playTermii(fakes)
  const config = readTermii(readerOf(termii.settings))
  const log = { warn: (line: unknown) => void lines.push(line) } as never
  const wait = async (): Promise<void> => {}
  const options = { provider: "termii", metrics: createMetrics(), log, secrets: [config.apiKey], wait }
  messenger = createTermiiMessenger(config, createProviderFetch(options))
})
beforeEach(() => fakes.reset())
afterAll(() => fakes.close())

const send = () => messenger.send({ to: "+234 803 123 4567", text: "Your code is 123456" })
const count = () => fakes.count("POST /termii/api/sms/send")

test("sends a message to a number without its plus", async () => {
  await send()
  expect(termii.sent()[0]).toMatchObject({ to: "2348031234567", from: "Aworan", sms: "Your code is 123456" })
})

test.each<[string, Fault, number, "given up" | "tried again" | "taken for sent"]>([
  ["a wrong key", { status: 401, body: { message: "no TLtestkeyofthefake" } }, 1, "given up"],
  ["a refusal", { status: 400 }, 1, "given up"],
  ["too many messages", { status: 429 }, 4, "tried again"],
  ["500", { status: 500 }, 1, "taken for sent"],
  ["a reset", { isTaken: true, reset: "before" }, 1, "taken for sent"],
  ["an answer of another shape", { isTaken: true, status: 200, body: { code: 7 } }, 1, "taken for sent"],
  ["an endless answer", { isTaken: true, bytes: 100_000_000 }, 1, "taken for sent"],
  ["what is no sign of having been sent", { status: 200, body: { code: "no", message_id: "1" } }, 1, "given up"],
  ["half an answer", { isTaken: true, truncates: true }, 1, "taken for sent"],
])("answered with %s %o it was asked %i times and is %s", async (_, fault, times, outcome) => {
  fakes.script([{ match: /./, fault }])
  const error = await send().then(
    () => null,
    (reason: Error) => reason,
  )
  expect(count()).toBe(times)
  const seen = error === null ? "taken for sent" : error.name === "AppError" ? "given up" : "tried again"
  expect(seen).toBe(outcome)
  expect(JSON.stringify(lines)).not.toContain("TLtestkey")
})
