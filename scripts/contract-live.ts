import { mkdirSync, writeFileSync } from "node:fs"
import type { z } from "zod"
import { Images } from "#server/adapters/image-engine/openai/shapes.ts"
import { Model, Prediction, PredictionList } from "#server/adapters/image-engine/replicate/shapes.ts"
import { Removal, sign } from "#server/adapters/image-host/cloudinary.ts"
import { Problem } from "#server/adapters/payments/flutterwave.ts"
import { readConfig } from "#server/config.ts"

/**
 * Asks the real services what the fakes pretend, and says where they differ. It costs one picture at each engine whose key
 * is set; of Cloudinary and Flutterwave it asks only what costs nothing and changes nothing. Answers are written to
 * .cache/contract, to be compared with server/testing/providers/shapes.
 */
const folder = new URL("../.cache/contract/", import.meta.url)

interface Question {
  name: string
  method: "GET" | "POST"
  url: string
  headers: Record<string, string>
  /** JSON of an object; a form as it is. */
  body?: object | URLSearchParams
  status: number
  schema: z.ZodType | null
}

const { engines, imageHost, payments } = readConfig(process.env, { threads: 1 })
const questions = [...askReplicate(), ...askOpenAi(), ...askCloudinary(), ...askFlutterwave()]
if (questions.length === 0) {
  process.stderr.write(
    "Nothing is asked without keys: set those of Replicate, OpenAI, Cloudinary or Flutterwave. It costs a few cents.\n",
  )
  process.exit(1)
}

mkdirSync(folder, { recursive: true })
let differences = 0
for (const question of questions) {
  const problem = await ask(question)
  if (problem) differences++
  process.stdout.write(`${problem ? "DIFFERS" : "same   "} ${question.name}${problem ? `: ${problem}` : ""}\n`)
}
process.exit(differences === 0 ? 0 : 1)

function askReplicate(): Question[] {
  const config = engines.replicate
  if (!config) return []
  const common = { headers: bearer(config.token), method: "GET" as const }
  const wrong = { prompt: "a clay pot", output_format: "gif" }
  const right = { prompt: "a clay pot on a table", aspect_ratio: "1:1", output_format: "webp", seed: 1 }
  const official = `${config.baseUrl}/models/${config.models.pro}/predictions`
  const create = { headers: bearer(config.token), method: "POST" as const, url: official }
  const [trainer = ""] = config.models.trainer.split(":")
  return [
    {
      ...common,
      name: "replicate/predictions",
      url: `${config.baseUrl}/predictions`,
      status: 200,
      schema: PredictionList,
    },
    { ...common, name: "replicate/model", url: `${config.baseUrl}/models/${trainer}`, status: 200, schema: Model },
    {
      ...common,
      name: "replicate/unauthenticated",
      headers: bearer("wrong"),
      url: `${config.baseUrl}/predictions`,
      status: 401,
      schema: null,
    },
    { ...create, name: "replicate/invalid-input", body: { input: wrong }, status: 422, schema: null },
    { ...create, name: "replicate/prediction", body: { input: right }, status: 201, schema: Prediction },
  ]
}

function askOpenAi(): Question[] {
  const config = engines.openai
  if (!config) return []
  const url = `${config.baseUrl}/images/generations`
  const format = config.responseFormat ? { response_format: config.responseFormat } : {}
  const body = { model: config.model, prompt: "a clay pot", n: 1, size: "1024x1024", ...format }
  const common = { method: "POST" as const, url, body }
  return [
    { ...common, name: "openai/invalid-api-key", headers: bearer("wrong"), status: 401, schema: null },
    { ...common, name: "openai/images", headers: bearer(config.apiKey ?? ""), status: 200, schema: Images },
  ]
}

/** The removal of a picture that is not there: signed as it must be, and with another signature. */
function askCloudinary(): Question[] {
  if (imageHost.kind !== "cloudinary") return []
  const { apiUrl, cloud, apiKey, apiSecret } = imageHost
  const fields = { public_id: "aworan/contract/nothing", timestamp: String(Math.floor(Date.now() / 1000)) }
  const destroy = (signature: string) => ({
    method: "POST" as const,
    url: `${apiUrl}/v1_1/${cloud}/image/destroy`,
    headers: {},
    body: new URLSearchParams({ ...fields, api_key: apiKey, signature }),
  })
  return [
    { ...destroy(sign(fields, apiSecret)), name: "cloudinary/removed", status: 200, schema: Removal },
    { ...destroy("0".repeat(40)), name: "cloudinary/refused", status: 401, schema: null },
  ]
}

/** A payment that never was, with our key and with a wrong one. */
function askFlutterwave(): Question[] {
  if (payments.kind !== "flutterwave") return []
  const url = `${payments.baseUrl}/transactions/verify_by_reference?tx_ref=awo_contract_nothing`
  const common = { method: "GET" as const, url, schema: Problem }
  return [
    { ...common, name: "flutterwave/not-found", headers: bearer(payments.secretKey), status: 400 },
    { ...common, name: "flutterwave/unauthorized", headers: bearer("FLWSECK_TEST-wrong-X"), status: 401 },
  ]
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

/** @returns what is different, null when nothing is */
async function ask({ name, method, url, headers, body, status, schema }: Question): Promise<string | null> {
  const isForm = body instanceof URLSearchParams
  const reply = await fetch(url, {
    method,
    headers: { ...headers, ...(body && !isForm ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(180_000),
  })
  const text = await reply.text()
  writeFileSync(new URL(`${name.replace("/", "-")}.json`, folder), text)
  if (reply.status !== status) return `status ${reply.status}, not ${status}`
  if (!schema) return null
  const result = schema.safeParse(JSON.parse(text))
  return result.success ? null : result.error.message
}
