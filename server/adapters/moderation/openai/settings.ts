import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** What is needed of a moderation service that speaks OpenAI's moderations API. */
export interface ModerationSettings {
  /** Null for own servers that ask for none. */
  apiKey: string | null
  /** With the version in its path, without a slash at the end. */
  baseUrl: string
  model: string
}

const usualUrl = "https://api.openai.com/v1"
const usualModel = "omni-moderation-latest"

export const moderationSettings: readonly Setting[] = [
  {
    name: "MODERATION_API_KEY",
    what: "Key of OpenAI, or of a server that speaks its moderations API: prompts are looked through there before they are drawn.",
    default: "none",
  },
  { name: "MODERATION_BASE_URL", what: "Where that API is, `/v1` included.", default: usualUrl },
  { name: "MODERATION_MODEL", what: "Model that looks through texts there.", default: usualModel },
]

/** @returns null when neither a key nor an address is set; what is wrong is added to the reader's problems */
export function readModeration({ text, problems }: SettingsReader): ModerationSettings | null {
  const apiKey = text("MODERATION_API_KEY")
  const given = text("MODERATION_BASE_URL")
  if (apiKey === null && given === null) {
    if (text("MODERATION_MODEL") !== null) {
      problems.push("MODERATION_MODEL is set, so MODERATION_API_KEY or MODERATION_BASE_URL is needed too.")
    }
    return null
  }
  const baseUrl = (given ?? usualUrl).replace(/\/+$/, "")
  if (apiKey === null && baseUrl === usualUrl) problems.push("MODERATION_API_KEY is needed for OpenAI's own API.")
  const isWeb = URL.canParse(baseUrl) && ["https:", "http:"].includes(new URL(baseUrl).protocol)
  // A key goes over plain http to this machine only.
  if (!isWeb || (apiKey !== null && !baseUrl.startsWith("https:") && !isOnThisMachine(baseUrl))) {
    problems.push(`MODERATION_BASE_URL is "${baseUrl}"; it must be an https:// address.`)
  }
  return { apiKey, baseUrl, model: text("MODERATION_MODEL") ?? usualModel }
}
