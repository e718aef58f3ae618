import { afterAll, beforeAll, expect, test } from "vitest"
import { runProgram } from "#server/testing/processes.ts"
import { playCloudinary } from "#server/testing/providers/cloudinary.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playFlutterwave } from "#server/testing/providers/flutterwave.ts"
import { playOpenAi } from "#server/testing/providers/openai.ts"
import { playReplicate } from "#server/testing/providers/replicate.ts"

const program = "scripts/contract-live.ts"

let fakes: FakeServer
beforeAll(async () => {
  fakes = await openFakeServer()
})
afterAll(() => fakes.close())

test("nothing is asked without keys", async () => {
  const { code, output } = await runProgram(program, {}, [])
  expect([code, output]).toEqual([1, expect.stringMatching(/Nothing is asked without keys/)])
})

test("services that answer as the fakes do are told as the same, each question asked once", async () => {
  const flutterwave = playFlutterwave(fakes)
  const settings = {
    ...playReplicate(fakes).settings,
    ...playOpenAi(fakes).settings,
    ...playCloudinary(fakes).settings,
    ...{ PAYMENTS: "flutterwave", FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK_TEST-0123456789abcdef0123456789abcdef-X" },
    ...{ FLUTTERWAVE_SECRET_KEY: flutterwave.secretKey, FLUTTERWAVE_WEBHOOK_HASH: flutterwave.webhookHash },
    FLUTTERWAVE_BASE_URL: flutterwave.baseUrl,
  }
  const { code, output } = await runProgram(program, settings, [])
  expect([code, output]).toEqual([0, expect.not.stringContaining("DIFFERS")])
  const told = output.match(/^same +(\S+)/gm) ?? []
  expect(told).toHaveLength(11)
  expect(fakes.log()).toHaveLength(told.length)
})
