import { createHmac, randomBytes } from "node:crypto"
import sharp from "sharp"
import { replicateModels } from "#server/adapters/image-engine/replicate/models.ts"
import { FakeRefusal, type FakeReply, type FakeServer, type LoggedRequest } from "./fake-http.ts"
import { readShape } from "./shapes.ts"

const token = "r8_test_token_of_the_fake"
const webhookSecret = `whsec_${Buffer.from("a signing key of the fake").toString("base64")}`

type Status = "starting" | "processing" | "succeeded" | "failed" | "canceled" | "aborted"

/** A run at the fake. */
export interface FakePrediction {
  id: string
  model: string
  status: Status
  input: Record<string, unknown>
  output: unknown
  error: string | null
  logs: string
  created_at: string
  webhook: string | null
}

/** What the fake does with runs from now on. */
interface Behaviour {
  /** Ends a run after so many milliseconds; null leaves it to `advance`. */
  finishMs: number | null
  /** How a run ends. */
  outcome: Status
  error: string | null
  /** Fewer outputs than asked for; null gives all. */
  maxOutputs: number | null
  /** Answers a list where one address is usual, and the other way round. */
  swapsShape: boolean
  /** Where results lie; null is the fake's own host. */
  outputHost: string | null
  webhooks: "ok" | "off" | "bad" | "none" | "stale" | "old and new key"
  /** How often each webhook is sent. */
  repeats: number
}

/** Replicate, as strict as the real one, with every run in view. */
export interface FakeReplicate {
  /** Settings that make the product use it. */
  settings: Record<string, string>
  behaviour: Behaviour
  predictions(): readonly FakePrediction[]
  trainings(): readonly FakePrediction[]
  /** Brings a run to a state, with what belongs to it. */
  advance(id: string, status: Status): Promise<void>
  /** Sends a run's webhook again. @returns the status of the answer */
  sendWebhook(id: string, sign?: Behaviour["webhooks"], eventId?: string): Promise<number>
  reset(): void
}

const usualBehaviour: Behaviour = {
  finishMs: 20,
  outcome: "succeeded",
  error: null,
  maxOutputs: null,
  swapsShape: false,
  outputHost: null,
  webhooks: "ok",
  repeats: 1,
}

/** Fields of each model's input; one more is refused. */
const common = ["prompt", "aspect_ratio", "output_format", "seed"]
const lora = [
  ...common,
  "output_quality",
  "num_outputs",
  "model",
  "guidance_scale",
  "num_inference_steps",
  "lora_scale",
]
const fields: Record<keyof typeof replicateModels, readonly string[]> = {
  pro: [...common, "output_quality", "safety_tolerance", "prompt_upsampling"],
  ultra: [...common, "raw", "safety_tolerance", "image_prompt", "image_prompt_strength"],
  realism: [...common, "output_quality", "num_outputs", "guidance", "lora_strength", "num_inference_steps"],
  ghibsky: lora,
  "half-illustration": lora,
  cinestill: lora,
  enlarger: ["image", "scale", "face_enhance"],
  "cut-out": ["image"],
  describer: ["image"],
  trainer: lora,
}
const trainingFields = ["input_images", "trigger_word", "autocaption", "steps"]
const trainerVersion = "4ffd32160efd92e956d39c5338a9b8fbafca58e03f791f6d8011f3e20e8ea6fa"
const owner = "aworan-test"

const ratios = ["1:1", "16:9", "21:9", "3:2", "2:3", "4:5", "5:4", "3:4", "4:3", "9:16", "9:21"]

export function playReplicate(server: FakeServer): FakeReplicate {
  const predictions = new Map<string, FakePrediction>()
  const trainings = new Map<string, FakePrediction>()
  const models = new Set<string>()
  const trained = new Set<string>()
  const trainingsPath = `/models/${replicateModels.trainer}/versions/${trainerVersion}/trainings`
  const files = new Map<string, Buffer>()
  const fake: { behaviour: Behaviour } = { behaviour: { ...usualBehaviour } }

  server.mount("/replicate/v1", async (request, url) => {
    if (request.headers.authorization !== `Bearer ${token}`) throw refusal("replicate/unauthenticated")
    const path = url.pathname
    const [, resource = "", id = "", action] = path.match(/^\/(predictions|trainings)\/([^/]+)(\/cancel)?$/) ?? []
    if (request.method === "POST" && path === "/predictions") return create(request, null)
    const official = path.match(/^\/models\/([^/]+\/[^/]+)\/predictions$/)?.[1]
    if (request.method === "POST" && official) return create(request, official)
    if (request.method === "GET" && path === "/predictions") return list(predictions)
    if (request.method === "GET" && path === "/trainings") return list(trainings)
    if (request.method === "POST" && path === trainingsPath) return startTraining(request)
    if (path === "/models" || /^\/models\/[^/]+\/[^/]+$/.test(path)) return model(request, path)
    if (request.method === "POST" && path === "/files") return upload(request)
    if (request.method === "GET" && path === "/webhooks/default/secret") {
      return { status: 200, body: { ...shapeOf("replicate/webhook-secret"), key: webhookSecret } }
    }
    const found = (resource === "trainings" ? trainings : predictions).get(id)
    if (!found) return { status: 404, body: { detail: "The requested resource could not be found.", status: 404 } }
    if (request.method !== (action ? "POST" : "GET")) return { status: 405, body: { detail: "Method not allowed" } }
    if (action && !isOpen(found)) throw invalid(`It has ended as ${found.status}`)
    if (action) await advance(id, "canceled")
    return { status: 200, body: { ...shapeOf("replicate/prediction"), ...found } }
  })
  server.mount("/files", (_request, url) => {
    const file = files.get(url.pathname.slice(1))
    return file ? { status: 200, body: file } : { status: 404, body: { detail: "Not found" } }
  })

  function create(request: LoggedRequest, official: string | null): FakeReply {
    const body = readObject(request.body)
    const unknown = Object.keys(body).find(
      (key) => !["input", "webhook", "webhook_events_filter", ...(official ? [] : ["version"])].includes(key),
    )
    if (unknown) throw invalid(`${unknown}: Additional property ${unknown} is not allowed`)
    const use = findUse(official, typeof body.version === "string" ? body.version : null)
    const input = readInput(use, body.input)
    return begin(predictions, official ?? use, input, body.webhook)
  }

  function begin(
    kept: Map<string, FakePrediction>,
    model: string,
    input: Record<string, unknown>,
    webhook: unknown,
  ): FakeReply {
    const id = randomBytes(13).toString("hex")
    const prediction: FakePrediction = {
      id,
      model,
      status: "starting",
      input,
      output: null,
      error: null,
      logs: "",
      created_at: new Date().toISOString(),
      webhook: typeof webhook === "string" ? webhook : null,
    }
    kept.set(id, prediction)
    const { finishMs, outcome } = fake.behaviour
    if (finishMs !== null) setTimeout(() => void advance(id, outcome).catch(() => {}), finishMs).unref()
    return { status: 201, body: { ...shapeOf("replicate/prediction"), ...prediction } }
  }

  /** Official models are called by name, all others by version; each refuses the other way. */
  function findUse(official: string | null, version: string | null): keyof typeof replicateModels {
    if (version !== null && trained.has(version)) return "trainer"
    const found = Object.entries(replicateModels).find(([, model]) =>
      official ? model === official : version !== null && model.endsWith(`:${version}`),
    )
    if (found) return found[0] as keyof typeof replicateModels
    if (official) throw new FakeRefusal({ status: 404, body: { detail: "The requested resource could not be found." } })
    throw invalid("Invalid version or not permitted")
  }

  function readInput(use: keyof typeof replicateModels, value: unknown): Record<string, unknown> {
    const input = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
    const unknown = Object.keys(input).find((key) => !fields[use].includes(key))
    if (unknown) throw invalid(`- input.${unknown}: unknown field`)
    const needed = fields[use].includes("image") ? "image" : "prompt"
    if (typeof input[needed] !== "string" || input[needed] === "") throw invalid(`- input: ${needed} is required`)
    const formats = use === "ultra" ? ["jpg", "png"] : ["webp", "jpg", "png"]
    if (input.output_format !== undefined && !formats.includes(String(input.output_format))) {
      throw refusal("replicate/invalid-input")
    }
    if (input.aspect_ratio !== undefined && !ratios.includes(String(input.aspect_ratio))) {
      throw invalid("- input.aspect_ratio: must be one of the following")
    }
    return input
  }

  function model(request: LoggedRequest, path: string): FakeReply {
    if (request.method === "GET" && path === `/models/${replicateModels.trainer}`) {
      return { status: 200, body: { ...shapeOf("replicate/model"), latest_version: { id: trainerVersion } } }
    }
    if (request.method === "GET") {
      const isKnown = models.has(path.slice("/models/".length))
      return isKnown
        ? { status: 200, body: { ...shapeOf("replicate/model"), latest_version: null } }
        : { status: 404, body: { detail: "The requested resource could not be found." } }
    }
    const body = readObject(request.body)
    const missing = ["owner", "name", "visibility", "hardware"].find((field) => typeof body[field] !== "string")
    if (missing) throw invalid(`${missing} is required`)
    const name = `${body.owner}/${body.name}`
    if (models.has(name)) throw new FakeRefusal({ status: 409, body: { detail: "This model already exists." } })
    models.add(name)
    return { status: 201, body: shapeOf("replicate/model") }
  }

  function startTraining(request: LoggedRequest): FakeReply {
    const body = readObject(request.body)
    if (!models.has(String(body.destination))) throw invalid("The specified training destination does not exist")
    const input = body.input as Record<string, unknown>
    const unknown = Object.keys(input).find((key) => !trainingFields.includes(key))
    if (unknown || typeof input.input_images !== "string") throw invalid(`- input.${unknown ?? "input_images"}`)
    return begin(trainings, String(body.destination), input, body.webhook)
  }

  function list(kept: Map<string, FakePrediction>): FakeReply {
    const results = [...kept.values()].reverse().slice(0, 100)
    return { status: 200, body: { ...shapeOf("replicate/predictions"), results } }
  }

  function upload(request: LoggedRequest): FakeReply {
    if (!/^multipart\/form-data; boundary=/.test(request.headers["content-type"] ?? "")) throw invalid("content")
    if (!request.body.includes('name="content"') || !request.body.includes("filename=")) throw invalid("content")
    const id = randomBytes(9).toString("hex")
    return {
      status: 201,
      body: { ...shapeOf("replicate/file"), id, urls: { get: `${server.origin}/replicate/v1/files/${id}` } },
    }
  }

  async function advance(id: string, status: Status): Promise<void> {
    const prediction = predictions.get(id) ?? trainings.get(id)
    if (!prediction || !isOpen(prediction)) return
    if (status === "succeeded") prediction.output = await draw(prediction)
    if (status === "failed") prediction.error = fake.behaviour.error ?? String(shapeOf("replicate/moderated").error)
    prediction.status = status
    prediction.logs = status === "succeeded" ? "100%|##########|" : prediction.logs
    const isFinal = status !== "starting" && status !== "processing"
    if (!isFinal || fake.behaviour.webhooks === "off" || !prediction.webhook) return
    const eventId = `msg_${randomBytes(8).toString("hex")}`
    const { repeats, webhooks } = fake.behaviour
    await Promise.all(Array.from({ length: repeats }, () => sendWebhook(id, webhooks, eventId)))
  }

  async function draw({ id, input, model }: FakePrediction): Promise<unknown> {
    const { maxOutputs, swapsShape, outputHost } = fake.behaviour
    if (trainings.has(id)) {
      const hash = randomBytes(32).toString("hex")
      trained.add(hash)
      return { version: `${model}:${hash}`, weights: `${server.origin}/files/weights.tar` }
    }
    if (model === "describer") return "a clay pot on a wooden table, soft window light"
    const isList = input.num_outputs !== undefined
    const count = Math.min(Number(input.num_outputs ?? 1), maxOutputs ?? 4)
    const format = input.image ? "png" : String(input.output_format ?? "webp")
    const addresses: string[] = []
    for (let index = 0; index < count; index++) {
      const name = `${id}-out-${index}.${format}`
      const { width, height } = (await enlargedSize(input)) ?? sizeOf(input)
      const background = { r: Number(input.seed ?? 0) % 256, g: (index * 60) % 256, b: 160 }
      const picture = sharp({
        create: { width, height, channels: input.image ? 4 : 3, background: { ...background, alpha: 0.5 } },
      })
      files.set(name, await picture.toFormat(format as "webp").toBuffer())
      addresses.push(`${outputHost ?? server.origin}/files/${name}`)
    }
    return isList === swapsShape ? (addresses[0] ?? null) : addresses
  }

  async function sendWebhook(id: string, sign: Behaviour["webhooks"] = "ok", eventId = "msg_again"): Promise<number> {
    const prediction = predictions.get(id) ?? trainings.get(id)
    if (!prediction?.webhook) return 0
    const body = JSON.stringify({ ...shapeOf("replicate/prediction"), ...prediction })
    const timestamp = String(Math.floor(Date.now() / 1000) - (sign === "stale" ? 3_600 : 0))
    const key = sign === "bad" ? Buffer.from("another key") : Buffer.from(webhookSecret.slice(6), "base64")
    const signature = `v1,${createHmac("sha256", key).update(`${eventId}.${timestamp}.${body}`).digest("base64")}`
    // During a change of keys there is one of each.
    const signatures = sign === "old and new key" ? `v1,${randomBytes(32).toString("base64")} ${signature}` : signature
    const signed = { "webhook-id": eventId, "webhook-timestamp": timestamp, "webhook-signature": signatures }
    try {
      const reply = await fetch(prediction.webhook, {
        method: "POST",
        headers: { "content-type": "application/json", ...(sign === "none" ? {} : signed) },
        body,
      })
      return reply.status
    } catch {
      return 0
    }
  }

  return {
    settings: {
      REPLICATE_API_TOKEN: token,
      REPLICATE_BASE_URL: `${server.origin}/replicate/v1`,
      REPLICATE_WEBHOOK_SECRET: webhookSecret,
      REPLICATE_OWNER: owner,
      REPLICATE_OUTPUT_HOSTS: new URL(server.origin).host,
    },
    get behaviour() {
      return fake.behaviour
    },
    set behaviour(behaviour) {
      fake.behaviour = behaviour
    },
    predictions: () => [...predictions.values()],
    trainings: () => [...trainings.values()],
    advance,
    sendWebhook,
    reset() {
      fake.behaviour = { ...usualBehaviour }
      predictions.clear()
      trainings.clear()
      models.clear()
    },
  }
}

function isOpen({ status }: FakePrediction): boolean {
  return status === "starting" || status === "processing"
}

/** Pixels of what was asked for, small to be drawn soon. */
function sizeOf({ aspect_ratio }: Record<string, unknown>): { width: number; height: number } {
  const [w = 1, h = 1] = String(aspect_ratio ?? "1:1")
    .split(":")
    .map(Number)
  const width = Math.round(256 * Math.sqrt(w / h))
  return { width, height: Math.round((256 * 256) / width) }
}

/** Pixels of an enlarged picture that lies in the call itself; null for all others. */
async function enlargedSize({ image, scale }: Record<string, unknown>): Promise<ReturnType<typeof sizeOf> | null> {
  if (typeof scale !== "number" || !String(image).startsWith("data:")) return null
  const { width, height } = await sharp(Buffer.from(String(image).split(",")[1] ?? "", "base64")).metadata()
  return { width: width * scale, height: height * scale }
}

function refusal(name: string): FakeRefusal {
  const { status, body } = readShape(name)
  return new FakeRefusal({ status, body })
}

function invalid(detail: string): FakeRefusal {
  return new FakeRefusal({ status: 422, body: { ...shapeOf("replicate/invalid-input"), detail } })
}

function shapeOf(name: string): Record<string, unknown> {
  return readShape(name).body
}

function readObject(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>
  } catch {
    throw invalid("The body is no JSON.")
  }
}
