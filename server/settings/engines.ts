import { modes } from "#contract/catalogue/modes.ts"
import { isLoopbackHost, isOnThisMachine } from "#server/platform/http/origins.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

/** Who can carry orders out. */
export const engineNames = ["local", "replicate", "openai", "fake"] as const
export type EngineName = (typeof engineNames)[number]

/** What can be routed besides modes. */
export const routedKinds = [
  "picture",
  "cut-out",
  "enlargement",
  "inspection",
  "shoot",
  "description",
  "training",
  "model-picture",
] as const

/** Hosted models by what they are used for; each can be replaced with REPLICATE_MODELS. */
export const replicateModels = {
  pro: "black-forest-labs/flux-1.1-pro",
  ultra: "black-forest-labs/flux-1.1-pro-ultra",
  realism: "xlabs-ai/flux-dev-realism:39b3434f194f87a900d1bc2b6d4b983e90f0dde1d5022c27b52c143d670758fa",
  ghibsky: "aleksa-codes/flux-ghibsky-illustration:a9f94946fa0377091ac0bcfe61b0d62ad9a85224e4b421b677d4747914b908c0",
  "half-illustration":
    "davisbrown/flux-half-illustration:687458266007b196a490e79a77bae4b123c1792900e1cb730a51344887ad9832",
  cinestill: "adirik/flux-cinestill:216a43b9975de9768114644bbf8cd0cba54a923c6d0f65adceaccfc9383a938f",
  enlarger: "daanelson/real-esrgan-a100:f94d7ed4a1f7e1ffed0d51e4089e4911609d5eeee5e874ef323d2c7562624bed",
  "cut-out": "lucataco/remove-bg:95fcc2a26d3899cd6c2691c900465aaeff466285a65c14638cc5f36f34befaf1",
  describer: "methexis-inc/img2prompt:50adaf2d3ad20a6f911a8a9e3ccf777b263b8596fbd2c8fc26e8888f8a0edbb5",
  trainer: "ostris/flux-dev-lora-trainer",
} as const

export type ReplicateUse = keyof typeof replicateModels

/**
 * What one result costs at the provider, in US dollars, as of October 2026. Only flux-1.1-pro and ultra are on the vendor's
 * own lists; the styles are by resellers' lists, what is paid by the second (upscaler, remover, describer) is the most that
 * a usual run comes to, a picture of an own model runs like the styles.
 */
export const replicateDollars: Record<ReplicateUse, number> = {
  pro: 0.04,
  ultra: 0.06,
  realism: 0.03,
  ghibsky: 0.03,
  "half-illustration": 0.03,
  cinestill: 0.03,
  trainer: 0.03,
  enlarger: 0.01,
  "cut-out": 0.005,
  describer: 0.01,
}

/** What a training of a thousand steps costs there, in US dollars, as its users report. */
export const replicateTrainingDollars = 2

/**
 * What one square picture costs at OpenAI, in US dollars: medium quality of the 2.5 models. Of other models, and of what
 * own servers run, no price is known.
 */
export function openAiDollars(model: string): number {
  return model.startsWith("gpt-image-2.5") ? 0.013 : 0
}

export interface ReplicateConfig {
  token: string
  /** With the version in its path, without a slash at the end. */
  baseUrl: string
  /** Null: results are only asked for, never told. */
  webhookSecret: string | null
  /** Account that trained models belong to; null: nothing is trained. */
  owner: string | null
  /** Hosts results may come from; `*.` stands for anything before. */
  outputHosts: string[]
  models: Record<ReplicateUse, string>
}

export interface OpenAiConfig {
  /** Null for own servers that ask for none. */
  apiKey: string | null
  baseUrl: string
  model: string
  /** How the result is asked for; null leaves the question out. */
  responseFormat: "url" | "b64_json" | null
  outputHosts: string[]
  /** What the mode `dalle3` is called; null leaves the name it has. */
  label: string | null
}

export interface EnginesConfig {
  /** Carries out what no route names. */
  usual: EngineName
  /** By slug of a mode or kind of an order; `none` switches it off. */
  routes: Readonly<Record<string, EngineName | "none">>
  local: {
    threads: number
    /** Time for one picture, in ms; samples are left out to keep it. */
    budgetMs: number
    /** Folder of ONNX models that the operator put there, if any. */
    modelsDir: string | null
  }
  replicate: ReplicateConfig | null
  openai: OpenAiConfig | null
}

const usualUrls = { replicate: "https://api.replicate.com/v1", openai: "https://api.openai.com/v1" } as const
const usualOpenAiModel = "gpt-image-2.5-flare"

export const engineSettings: readonly Setting[] = [
  {
    name: "ENGINE",
    what: "Image engine: `local`, `replicate`, `openai`, or `fake` (tests only); see docs/engines.md.",
    default: "local",
  },
  {
    name: "ENGINE_ROUTES",
    what: "Other engines for single modes or kinds, such as `dalle3=openai,cut-out=local`; `none` switches one off.",
    default: "none",
  },
  { name: "ENGINE_THREADS", what: "Threads of the local engine.", default: "number of cores, at most 8" },
  {
    name: "ENGINE_PICTURE_SECONDS",
    what: "Time the local engine has for one picture; where that is short, it is drawn with fewer samples.",
    default: "45",
  },
  {
    name: "MODELS_DIR",
    what: "Folder of ONNX models for cut-outs and enlargements; needs onnxruntime-node (docs/imaging).",
    default: "none",
  },
  { name: "REPLICATE_API_TOKEN", what: "Token of the Replicate account.", default: "none" },
  { name: "REPLICATE_BASE_URL", what: "Where its API is.", default: usualUrls.replicate },
  {
    name: "REPLICATE_WEBHOOK_SECRET",
    what: "Signing key (`whsec_…`); with it and an https PUBLIC_URL, results are told instead of only asked for.",
    default: "none",
  },
  {
    name: "REPLICATE_OWNER",
    what: "Account that trained models belong to; without it nothing is trained there.",
    default: "none",
  },
  {
    name: "REPLICATE_OUTPUT_HOSTS",
    what: "Hosts its results may come from, with commas between; this machine only while PUBLIC_URL is this machine.",
    default: "replicate.delivery,*.replicate.delivery",
  },
  {
    name: "REPLICATE_MODELS",
    what: `Other models, such as \`ghibsky=owner/name:version\`. Names: ${Object.keys(replicateModels).join(", ")}.`,
    default: "see docs/engines.md",
  },
  { name: "OPENAI_API_KEY", what: "Key of OpenAI or of a server that speaks its images API.", default: "none" },
  { name: "OPENAI_BASE_URL", what: "Where that API is, `/v1` included.", default: usualUrls.openai },
  { name: "OPENAI_IMAGE_MODEL", what: "Model that draws there.", default: usualOpenAiModel },
  {
    name: "OPENAI_RESPONSE_FORMAT",
    what: "`url`, `b64_json` or `none` (not sent).",
    default: "none for gpt-image models, `url` for dall-e models, else `b64_json`",
  },
  {
    name: "OPENAI_OUTPUT_HOSTS",
    what: "Hosts its results may come from when it answers with addresses, likewise.",
    default: "*.blob.core.windows.net with the vendor's API, else the host of OPENAI_BASE_URL",
  },
  { name: "OPENAI_IMAGE_LABEL", what: "What people see as the name of the mode `dalle3`.", default: "DALL-E 3" },
]

interface Reading {
  text: ReadText
  problems: string[]
  publicUrl: string
  isProduction: boolean
  threads: number
  pictureSeconds: number
  modelsDir: string | null
}

/** Reads the settings of all engines; what is wrong or half set is added to `problems`. */
export function readEngines(reading: Reading): EnginesConfig {
  const { text, problems, isProduction } = reading
  const usual = readName(text("ENGINE") ?? "local", "ENGINE", problems)
  const routes = readRoutes(reading)
  const used = new Set([usual, ...Object.values(routes)])
  const replicate = readReplicate(reading)
  const openai = readOpenAi(reading)
  if (used.has("fake") && isProduction) {
    problems.push("ENGINE is fake, which is refused when NODE_ENV is production.")
  }
  if (used.has("replicate") && !replicate)
    problems.push("The engine replicate is chosen, so REPLICATE_API_TOKEN is needed too.")
  if (used.has("openai") && !openai) {
    problems.push("The engine openai is chosen, so OPENAI_API_KEY or OPENAI_BASE_URL is needed too.")
  }
  return {
    usual,
    routes,
    local: { threads: reading.threads, budgetMs: reading.pictureSeconds * 1_000, modelsDir: reading.modelsDir },
    replicate,
    openai,
  }
}

function readName(value: string, setting: string, problems: string[]): EngineName {
  const name = engineNames.find((known) => known === value)
  if (name) return name
  problems.push(`${setting} is "${value}"; it must be one of ${engineNames.join(", ")}.`)
  return "local"
}

function readRoutes({ text, problems }: Reading): EnginesConfig["routes"] {
  const routes: Record<string, EngineName | "none"> = {}
  const known: readonly string[] = [...routedKinds, ...modes.map(({ slug }) => slug)]
  for (const [name, engine] of readPairs(text("ENGINE_ROUTES"))) {
    if (!known.includes(name)) problems.push(`ENGINE_ROUTES has "${name}"; it must be one of ${known.join(", ")}.`)
    routes[name] = engine === "none" ? "none" : readName(engine, `ENGINE_ROUTES for ${name}`, problems)
  }
  return routes
}

function readPairs(value: string | null): [string, string][] {
  const parts = (value ?? "").split(",").map((part) => part.trim())
  return parts.filter(Boolean).map((part): [string, string] => {
    const at = part.indexOf("=")
    return at < 0 ? [part, ""] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
}

function readReplicate(reading: Reading): ReplicateConfig | null {
  const { text, problems } = reading
  const token = text("REPLICATE_API_TOKEN")
  if (token === null) {
    const given = ["REPLICATE_BASE_URL", "REPLICATE_WEBHOOK_SECRET"].filter((name) => text(name) !== null)
    if (given.length > 0) problems.push(`${given.join(", ")} is set, so REPLICATE_API_TOKEN is needed too.`)
    return null
  }
  const webhookSecret = text("REPLICATE_WEBHOOK_SECRET")
  if (webhookSecret !== null && !/^whsec_[A-Za-z0-9+/]+=*$/.test(webhookSecret)) {
    problems.push("REPLICATE_WEBHOOK_SECRET must begin with whsec_.")
  }
  const models: Record<ReplicateUse, string> = { ...replicateModels }
  for (const [use, model] of readPairs(text("REPLICATE_MODELS"))) {
    if (!isUse(use)) {
      problems.push(`REPLICATE_MODELS has "${use}"; it must be one of ${Object.keys(replicateModels).join(", ")}.`)
    } else if (!/^[\w.-]+\/[\w.-]+(:[0-9a-f]{40,64})?$/.test(model)) {
      problems.push(`REPLICATE_MODELS has "${model}"; it must be owner/name or owner/name:version.`)
    } else models[use] = model
  }
  return {
    token,
    baseUrl: readAddress(reading, "REPLICATE_BASE_URL", usualUrls.replicate, false),
    webhookSecret,
    owner: readOwner(reading),
    outputHosts: readHosts(reading, "REPLICATE_OUTPUT_HOSTS", ["replicate.delivery", "*.replicate.delivery"]),
    models,
  }
}

function readOwner({ text, problems }: Reading): string | null {
  const owner = text("REPLICATE_OWNER")
  if (owner === null || /^[\w.-]+$/.test(owner)) return owner
  problems.push(`REPLICATE_OWNER is "${owner}"; it must be the name of an account.`)
  return null
}

function isUse(text: string): text is ReplicateUse {
  return Object.hasOwn(replicateModels, text)
}

function readOpenAi(reading: Reading): OpenAiConfig | null {
  const { text, problems } = reading
  const apiKey = text("OPENAI_API_KEY")
  if (apiKey === null && text("OPENAI_BASE_URL") === null) return null
  const baseUrl = readAddress(reading, "OPENAI_BASE_URL", usualUrls.openai, true)
  if (apiKey === null && baseUrl === usualUrls.openai) problems.push("OPENAI_API_KEY is needed for OpenAI's own API.")
  const model = text("OPENAI_IMAGE_MODEL") ?? usualOpenAiModel
  const format = text("OPENAI_RESPONSE_FORMAT") ?? usualFormat(model)
  if (format !== "url" && format !== "b64_json" && format !== "none") {
    problems.push(`OPENAI_RESPONSE_FORMAT is "${format}"; it must be one of url, b64_json, none.`)
  }
  const own = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const ownHosts = baseUrl === usualUrls.openai ? ["*.blob.core.windows.net"] : own ? [own.host] : []
  return {
    apiKey,
    baseUrl,
    model,
    responseFormat: format === "url" || format === "b64_json" ? format : null,
    outputHosts: text("OPENAI_OUTPUT_HOSTS") === null ? ownHosts : readHosts(reading, "OPENAI_OUTPUT_HOSTS", []),
    label: text("OPENAI_IMAGE_LABEL"),
  }
}

function usualFormat(model: string): string {
  if (model.startsWith("gpt-image")) return "none"
  return model.startsWith("dall-e") ? "url" : "b64_json"
}

/** @param isPrivateFine whether plain http to another machine is taken: an own server in the next room */
function readAddress(reading: Reading, name: string, usual: string, isPrivateFine: boolean): string {
  const value = reading.text(name)
  if (value === null) return usual
  const url = URL.canParse(value) ? new URL(value) : null
  const isWeb = url?.protocol === "https:" || (url?.protocol === "http:" && (isPrivateFine || isOnThisMachine(value)))
  if (!isWeb) reading.problems.push(`${name} is "${value}"; it must be an https:// address.`)
  return value.replace(/\/+$/, "")
}

function readHosts({ text, problems, publicUrl }: Reading, name: string, usual: string[]): string[] {
  const value = text(name)
  if (value === null) return usual
  const hosts = value
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean)
  for (const host of hosts) {
    if (!/^(\*\.)?[a-z0-9.-]+(:\d+)?$/.test(host)) problems.push(`${name} has "${host}"; it must be a host name.`)
    else if (isLoopbackHost(host) && !isOnThisMachine(publicUrl)) {
      problems.push(`${name} has "${host}", which is only for a PUBLIC_URL of this machine.`)
    }
  }
  return hosts
}
