import { mkdirSync, writeFileSync } from "node:fs"
import type { z } from "zod"
import { Images } from "#server/adapters/image-engine/openai/shapes.ts"
import { Model, Prediction, PredictionList } from "#server/adapters/image-engine/replicate/shapes.ts"
import { readConfig } from "#server/config.ts"

/**
 * Asks the real services what the fakes pretend, and says where they differ. It costs one picture at each service whose
 * key is set. Answers are written to .cache/contract, to be compared with server/testing/providers/shapes.
 */
const folder = new URL("../.cache/contract/", import.meta.url)

interface Question {
  name: string
  method: "GET" | "POST"
  url: string
  key: string
  body?: object
  status: number
  schema: z.ZodType | null
}

const { engines } = readConfig(process.env, { threads: 1 })
const questions = [...askReplicate(), ...askOpenAi()]
if (questions.length === 0) {
  process.stderr.write(
    "Nothing is asked without keys: set REPLICATE_API_TOKEN or OPENAI_API_KEY. It costs a few cents.\n",
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
  const common = { key: config.token, method: "GET" as const }
  const wrong = { prompt: "a clay pot", output_format: "gif" }
  const right = { prompt: "a clay pot on a table", aspect_ratio: "1:1", output_format: "webp", seed: 1 }
  const official = `${config.baseUrl}/models/${config.models.pro}/predictions`
  const create = { key: config.token, method: "POST" as const, url: official }
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
      key: "wrong",
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
    { ...common, name: "openai/invalid-api-key", key: "wrong", status: 401, schema: null },
    { ...common, name: "openai/images", key: config.apiKey ?? "", status: 200, schema: Images },
  ]
}

/** @returns what is different, null when nothing is */
async function ask({ name, method, url, key, body, status, schema }: Question): Promise<string | null> {
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(180_000),
  })
  const text = await reply.text()
  writeFileSync(new URL(`${name.replace("/", "-")}.json`, folder), text)
  if (reply.status !== status) return `status ${reply.status}, not ${status}`
  if (!schema) return null
  const result = schema.safeParse(JSON.parse(text))
  return result.success ? null : result.error.message
}
