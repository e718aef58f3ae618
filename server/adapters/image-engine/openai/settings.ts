import { readAddress } from "#server/platform/settings/read-address.ts"
import { readHosts } from "#server/platform/settings/read-hosts.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** What is needed to have OpenAI, or a server that speaks its images API, draw. */
export interface OpenAiSettings {
  /** Null for own servers that ask for none. */
  apiKey: string | null
  baseUrl: string
  model: string
  /** How the result is asked for; null leaves the question out. */
  responseFormat: "url" | "b64_json" | null
  outputHosts: readonly string[]
  /** What the mode `dalle3` is called; null leaves the name it has. */
  label: string | null
}

const baseUrl: Setting = {
  name: "OPENAI_BASE_URL",
  what: "Where that API is, `/v1` included.",
  default: "https://api.openai.com/v1",
}
const usualModel = "gpt-image-2.5-flare"

export const openAiSettings: readonly Setting[] = [
  { name: "OPENAI_API_KEY", what: "Key of OpenAI or of a server that speaks its images API.", default: "none" },
  baseUrl,
  { name: "OPENAI_IMAGE_MODEL", what: "Model that draws there.", default: usualModel },
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

/** @returns null when neither a key nor an address is set; what is wrong is added to the reader's problems */
export function readOpenAi(reader: SettingsReader): OpenAiSettings | null {
  const { text, problems } = reader
  const apiKey = text("OPENAI_API_KEY")
  if (apiKey === null && text("OPENAI_BASE_URL") === null) return null
  const address = readAddress(reader, baseUrl, true)
  const isVendor = address === baseUrl.default
  if (apiKey === null && isVendor) problems.push("OPENAI_API_KEY is needed for OpenAI's own API.")
  const model = text("OPENAI_IMAGE_MODEL") ?? usualModel
  const format = text("OPENAI_RESPONSE_FORMAT") ?? usualFormat(model)
  if (format !== "url" && format !== "b64_json" && format !== "none") {
    problems.push(`OPENAI_RESPONSE_FORMAT is "${format}"; it must be one of url, b64_json, none.`)
  }
  const own = URL.parse(address)
  const ownHosts = isVendor ? ["*.blob.core.windows.net"] : own ? [own.host] : []
  return {
    apiKey,
    baseUrl: address,
    model,
    responseFormat: format === "url" || format === "b64_json" ? format : null,
    outputHosts: readHosts(reader, "OPENAI_OUTPUT_HOSTS", ownHosts),
    label: text("OPENAI_IMAGE_LABEL"),
  }
}

function usualFormat(model: string): string {
  if (model.startsWith("gpt-image")) return "none"
  return model.startsWith("dall-e") ? "url" : "b64_json"
}

/**
 * What one square picture costs at OpenAI, in US dollars: medium quality of the 2.5 models. Of other models, and of what
 * own servers run, no price is known.
 */
export function openAiDollars(model: string): number {
  return model.startsWith("gpt-image-2.5") ? 0.013 : 0
}
