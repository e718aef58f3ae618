import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { Setting, SettingsReader } from "./setting.ts"

/**
 * Reads the address of a service, without a slash at its end. Passwords and codes travel there, so plain http is for this
 * machine only. @param setting its default is the usual address
 * @param isPrivateFine whether plain http to another machine is taken: an own server in the next room
 */
export function readAddress(
  { text, problems }: Pick<SettingsReader, "text" | "problems">,
  { name, default: usual }: Setting,
  isPrivateFine = false,
): string {
  const value = text(name)
  if (value === null) return usual
  const url = URL.canParse(value) ? new URL(value) : null
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && (isPrivateFine || isOnThisMachine(value)))
  if (!isSafe) problems.push(`${name} is "${value}"; it must be an https:// address.`)
  return value.replace(/\/+$/, "")
}
