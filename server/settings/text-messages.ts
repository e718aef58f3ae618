import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

/** How text messages reach phones; captured ones are read at /dev/messages.json. */
export type TextMessagesConfig =
  | { kind: "captured" }
  | { kind: "disabled" }
  | { kind: "termii"; apiKey: string; sender: string; channel: string; baseUrl: string }

const usualUrl = "https://api.ng.termii.com"
const channels = ["generic", "dnd", "whatsapp"]

export const textMessageSettings: readonly Setting[] = [
  {
    name: "MESSAGES",
    what: "Text messages to phones: `captured` (read at /dev/messages.json), `disabled`, or `termii`.",
    default: "captured when PUBLIC_URL is this machine, else disabled",
  },
  { name: "TERMII_API_KEY", what: "Key of the Termii account; needed with MESSAGES=termii.", default: "none" },
  { name: "TERMII_SENDER", what: "Registered sender, 3 to 11 letters or digits; needed likewise.", default: "none" },
  { name: "TERMII_CHANNEL", what: "Route at Termii: `generic`, `dnd` or `whatsapp`.", default: "generic" },
  { name: "TERMII_BASE_URL", what: "Address of the account's API.", default: usualUrl },
]

/** Reads how text messages are sent; what is wrong or half set is added to `problems`. */
export function readTextMessages(text: ReadText, problems: string[], publicUrl: string): TextMessagesConfig {
  const kind = text("MESSAGES") ?? (isOnThisMachine(publicUrl) ? "captured" : "disabled")
  if (kind === "captured" || kind === "disabled") {
    const given = ["TERMII_API_KEY", "TERMII_SENDER"].filter((name) => text(name) !== null)
    if (given.length > 0) problems.push(`${given.join(", ")} is set, but MESSAGES is not termii.`)
    return { kind }
  }
  if (kind !== "termii") {
    problems.push(`MESSAGES is "${kind}"; it must be one of captured, disabled, termii.`)
    return { kind: "disabled" }
  }
  for (const name of ["TERMII_API_KEY", "TERMII_SENDER"]) {
    if (text(name) === null) problems.push(`MESSAGES is termii, so ${name} is needed too.`)
  }
  const sender = text("TERMII_SENDER") ?? ""
  if (sender !== "" && !/^[A-Za-z0-9 ]{3,11}$/.test(sender)) {
    problems.push(`TERMII_SENDER is "${sender}"; it must be 3 to 11 letters or digits.`)
  }
  const channel = text("TERMII_CHANNEL") ?? "generic"
  if (!channels.includes(channel))
    problems.push(`TERMII_CHANNEL is "${channel}"; it must be one of ${channels.join(", ")}.`)
  const baseUrl = (text("TERMII_BASE_URL") ?? usualUrl).replace(/\/+$/, "")
  const isSafe = URL.canParse(baseUrl) && (baseUrl.startsWith("https:") || isOnThisMachine(baseUrl))
  if (!isSafe) problems.push(`TERMII_BASE_URL is "${baseUrl}"; it must be an https:// address.`)
  return { kind, apiKey: text("TERMII_API_KEY") ?? "", sender, channel, baseUrl }
}
