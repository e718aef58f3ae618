import { afterAll, beforeAll, expect, test } from "vitest"
import { type FakeCloudinary, playCloudinary } from "#server/testing/providers/cloudinary.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playFlutterwave } from "#server/testing/providers/flutterwave.ts"
import { type FakeModeration, playModeration } from "#server/testing/providers/moderation.ts"
import { playOpenAi } from "#server/testing/providers/openai.ts"
import { playReplicate } from "#server/testing/providers/replicate.ts"
import { type FakeTermii, playTermii } from "#server/testing/providers/termii.ts"
import { openTestApp } from "#server/testing/test-app.ts"
import { runAdmin } from "./commands.ts"

let fakes: FakeServer
let settings: Record<string, string>
let termii: FakeTermii
let moderation: FakeModeration
let cloudinary: FakeCloudinary
beforeAll(async () => {
  fakes = await openFakeServer()
  termii = playTermii(fakes)
  moderation = playModeration(fakes)
  cloudinary = playCloudinary(fakes)
  const flutterwave = playFlutterwave(fakes)
  settings = {
    ENGINE: "replicate",
    ENGINE_ROUTES: "dalle3=openai,inspection=fake",
    PAYMENTS: "flutterwave",
    ...playReplicate(fakes).settings,
    ...playOpenAi(fakes).settings,
    FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK_TEST-1",
    FLUTTERWAVE_SECRET_KEY: flutterwave.secretKey,
    FLUTTERWAVE_WEBHOOK_HASH: flutterwave.webhookHash,
    FLUTTERWAVE_BASE_URL: flutterwave.baseUrl,
  }
})
afterAll(() => fakes.close())

const others = () => ({ ...termii.settings, ...moderation.settings, ...cloudinary.settings })

async function check(more: Record<string, string>): Promise<{ code: number; said: string }> {
  const t = await openTestApp({ hasWorker: false, settings: { ...settings, ...more } })
  const lines: string[] = []
  const code = await runAdmin({ s: t.s, say: (line) => lines.push(line) }, ["check"])
  await t.close()
  return { code, said: lines.join("\n") }
}

test("asks the engines and the payment provider whether they take our keys, and orders nothing", async () => {
  const { code, said } = await check({})
  expect(said).toMatch(/^ok +image engine +replicate, openai answer$/m)
  expect(said).toMatch(/^ok +payments +flutterwave, and earlier orders of sandbox$/m)
  expect(code).toBe(0)
  expect(fakes.count(/^(?!GET )/)).toBe(0)
})

test("asks all others outside too, by their own settings", async () => {
  const { code, said } = await check(others())
  expect(said).toMatch(/^ok +text messages +termii, 8748\.63 NGN left$/m)
  expect(said).toMatch(/^ok +moderation +openai$/m)
  expect(said).toMatch(/^ok +image host +cloudinary$/m)
  expect(code).toBe(0)
  expect(
    fakes
      .log()
      .map(({ path }) => path)
      .filter((path) => /sms|upload/.test(path)),
  ).toEqual([])
})

test.each<[string, Record<string, string>]>([
  ["text messages", { TERMII_API_KEY: "TL-wrong-key" }],
  ["moderation", { MODERATION_API_KEY: "sk-wrong" }],
  ["image host", { CLOUDINARY_URL: "cloudinary://874837483274837:wrong@aworan-test" }],
])("tells of %s that its key is wrong", async (part, wrong) => {
  const { code, said } = await check({ ...others(), ...wrong })
  expect(said).toMatch(new RegExp(`^FAILED +${part} +auth .401.: `, "m"))
  expect(said.match(/FAILED/g)).toHaveLength(1)
  expect(code).toBe(1)
  expect(said).not.toContain("wrong")
})

test.each([
  ["image engine", "replicate cannot be used. auth", { REPLICATE_API_TOKEN: "r8_wrong" }],
  ["image engine", "openai cannot be used. auth", { OPENAI_API_KEY: "sk-wrong" }],
  ["payments", "auth", { FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST-wrong" }],
])("tells at %s that a key is wrong: %s", async (part, words, wrong) => {
  const { code, said } = await check(wrong)
  expect(said).toMatch(new RegExp(`^FAILED +${part} +${words} .401.: `, "m"))
  expect(said.match(/FAILED/g)).toHaveLength(1)
  expect(code).toBe(1)
  for (const key of Object.values(wrong)) expect(said).not.toContain(key)
})

test("a server of one's own that lists no models answers all the same", async () => {
  const own = {
    ENGINE: "openai",
    ENGINE_ROUTES: "inspection=fake",
    OPENAI_API_KEY: "",
    ...playOpenAi(fakes).ownSettings,
  }
  expect((await check(own)).said).toMatch(/^ok +image engine +openai, replicate answer$/m)
})
