import { afterAll, beforeAll, expect, test } from "vitest"
import { replicateModels } from "#server/adapters/image-engine/replicate/models.ts"
import { Model } from "#server/adapters/image-engine/replicate/shapes.ts"
import { runProgram } from "#server/testing/processes/processes.ts"
import { type FakeCloudinary, playCloudinary } from "#server/testing/providers/cloudinary.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playFlutterwave } from "#server/testing/providers/flutterwave.ts"
import { playModeration } from "#server/testing/providers/moderation.ts"
import { playOpenAi } from "#server/testing/providers/openai.ts"
import { type FakeReplicate, playReplicate } from "#server/testing/providers/replicate.ts"
import { listShapes, readShape } from "#server/testing/providers/shapes.ts"
import { playTermii } from "#server/testing/providers/termii.ts"
import { openTestS3, type TestS3 } from "#server/testing/services/s3.ts"

const program = "scripts/contract-live/main.ts"

let fakes: FakeServer
let s3: TestS3
let replicate: FakeReplicate
let host: FakeCloudinary
let settings: Record<string, string>

beforeAll(async () => {
  fakes = await openFakeServer()
  s3 = await openTestS3()
  const flutterwave = playFlutterwave(fakes)
  flutterwave.pay({ tx_ref: "awo_1", amount: 6_000, currency: "NGN", status: "successful" })
  replicate = playReplicate(fakes)
  host = playCloudinary(fakes)
  settings = {
    ...replicate.settings,
    ...playOpenAi(fakes).settings,
    ...playModeration(fakes).settings,
    ...host.settings,
    ...playTermii(fakes).settings,
    PAYMENTS: "flutterwave",
    FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK_TEST-0123456789abcdef0123456789abcdef-X",
    FLUTTERWAVE_SECRET_KEY: flutterwave.secretKey,
    FLUTTERWAVE_WEBHOOK_HASH: flutterwave.webhookHash,
    FLUTTERWAVE_BASE_URL: flutterwave.baseUrl,
    OPENAI_IMAGE_MODEL: "dall-e-3",
    STORAGE: "s3",
    S3_ENDPOINT: s3.bucket.endpoint,
    S3_BUCKET: s3.bucket.bucket,
    S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
  }
  await haveTraining(settings)
})
afterAll(async () => {
  await fakes.close()
  await s3.close()
})

/** One training that succeeded lies in the account, as the product would have left it. */
async function haveTraining({ REPLICATE_BASE_URL: baseUrl = "", REPLICATE_API_TOKEN: token = "" }): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const post = (path: string, body: object) =>
    fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) })
  const trainer = `/models/${replicateModels.trainer}`
  const { latest_version } = Model.parse(await (await fetch(baseUrl + trainer, { headers })).json())
  await post("/models", { owner: "aworan-test", name: "pot", visibility: "private", hardware: "gpu-t4" })
  const order = { destination: "aworan-test/pot", input: { input_images: "data:,", trigger_word: "awopot" } }
  expect((await post(`${trainer}/versions/${latest_version?.id}/trainings`, order)).status).toBe(201)
  const [training] = replicate.trainings()
  await replicate.advance(training?.id ?? "", "succeeded")
  fakes.reset()
}

test("nothing is asked without keys", async () => {
  const { code, output } = await runProgram(program, {}, [])
  expect([code, output]).toEqual([1, expect.stringMatching(/Nothing is asked without keys/)])
})

test("every recorded answer is asked for once, but those that say why not, and so is S3", async () => {
  fakes.reset()
  const { code, output } = await runProgram(program, settings, ["+234 803 123 4567"])
  expect([code, output]).toEqual([0, expect.not.stringMatching(/DIFFERS|not asked/)])
  const told = [...output.matchAll(/^same +(\S+)/gm)].map(([, name]) => name)
  const askable = listShapes().filter((name) => !readShape(name)._unasked)
  expect(told.toSorted()).toEqual([...askable, "s3"].toSorted())
  expect(fakes.log()).toHaveLength(askable.length)
  expect(host.held.size).toBe(0)
})

test("what is not there is not asked for, and a service that answers otherwise is told", async () => {
  fakes.reset()
  fakes.script([{ match: "GET /replicate/v1/models/", fault: { status: 200, body: { latest_version: "newest" } } }])
  fakes.script([{ match: "GET /replicate/v1/webhooks/", fault: { status: 404, body: { detail: "Not found" } } }])
  const { code, output } = await runProgram(program, settings, [])
  expect(code).toBe(1)
  expect(output).toMatch(/^DIFFERS replicate\/model: .*latest_version/ms)
  expect(output).toMatch(/^DIFFERS replicate\/webhook-secret: status 404, not 200/m)
  expect(output.match(/^DIFFERS/gm)).toHaveLength(2)
  expect(output).toMatch(/^not asked termii\/sent/m)
})
