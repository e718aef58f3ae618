import { readAddress } from "#server/platform/settings/read-address.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** What is needed to send text messages through Termii. */
export interface TermiiSettings {
  apiKey: string
  sender: string
  channel: string
  /** Without a slash at the end. */
  baseUrl: string
}

const channels = ["generic", "dnd", "whatsapp"]

const baseUrl: Setting = {
  name: "TERMII_BASE_URL",
  what: "Address of the account's API.",
  default: "https://api.ng.termii.com",
}

export const termiiSettings: readonly Setting[] = [
  { name: "TERMII_API_KEY", what: "Key of the Termii account; needed with MESSAGES=termii.", default: "none" },
  { name: "TERMII_SENDER", what: "Registered sender, 3 to 11 letters or digits; needed likewise.", default: "none" },
  { name: "TERMII_CHANNEL", what: "Route at Termii: `generic`, `dnd` or `whatsapp`.", default: "generic" },
  baseUrl,
]

/** @param reader its problems get what is wrong; what is missing is told by whoever asks for Termii */
export function readTermii(reader: SettingsReader): TermiiSettings {
  const { text, problems } = reader
  const sender = text("TERMII_SENDER") ?? ""
  if (sender !== "" && !/^[A-Za-z0-9 ]{3,11}$/.test(sender)) {
    problems.push(`TERMII_SENDER is "${sender}"; it must be 3 to 11 letters or digits.`)
  }
  const channel = text("TERMII_CHANNEL") ?? "generic"
  if (!channels.includes(channel))
    problems.push(`TERMII_CHANNEL is "${channel}"; it must be one of ${channels.join(", ")}.`)
  return { apiKey: text("TERMII_API_KEY") ?? "", sender, channel, baseUrl: readAddress(reader, baseUrl) }
}
