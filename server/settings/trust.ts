import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

/** A moderation service that speaks OpenAI's moderations API. */
export interface ModerationConfig {
  /** Null for own servers that ask for none. */
  apiKey: string | null
  /** With the version in its path, without a slash at the end. */
  baseUrl: string
  model: string
}

/** What is shown to everybody, and when. */
export interface TrustConfig {
  /** How long public pictures of a new account wait before the showcase, in hours; 0 for not at all. */
  showcaseWaitHours: number
  /** Pictures taken down after which a person publishes no more; 0 for never. */
  publishingStrikes: number
  /** Null: only the installation's own list of words counts. */
  moderation: ModerationConfig | null
}

const usualUrl = "https://api.openai.com/v1"
const usualModel = "omni-moderation-latest"

export const trustSettings: readonly Setting[] = [
  {
    name: "SHOWCASE_WAIT_HOURS",
    what: "How long public pictures of a new account wait before the showcase unless an operator approves one; `0` for not at all.",
    default: "24",
  },
  {
    name: "PUBLISHING_STRIKES",
    what: "Pictures taken down after which a person can publish no more; `0` for never.",
    default: "3",
  },
  {
    name: "MODERATION_API_KEY",
    what: "Key of OpenAI, or of a server that speaks its moderations API: prompts are looked through there before they are drawn.",
    default: "none",
  },
  { name: "MODERATION_BASE_URL", what: "Where that API is, `/v1` included.", default: usualUrl },
  { name: "MODERATION_MODEL", what: "Model that looks through texts there.", default: usualModel },
]

/** Reads what decides about public pictures; what is wrong or half set is added to `problems`. */
export function readTrust(text: ReadText, problems: string[]): TrustConfig {
  const whole = (name: string, usual: number, max: number): number => {
    const value = text(name)
    if (value === null) return usual
    const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
    if (number >= 0 && number <= max) return number
    problems.push(`${name} is "${value}"; it must be a whole number from 0 to ${max}.`)
    return usual
  }
  return {
    showcaseWaitHours: whole("SHOWCASE_WAIT_HOURS", 24, 720),
    publishingStrikes: whole("PUBLISHING_STRIKES", 3, 1_000),
    moderation: readModeration(text, problems),
  }
}

function readModeration(text: ReadText, problems: string[]): ModerationConfig | null {
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
