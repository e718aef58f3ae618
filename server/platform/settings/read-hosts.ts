import { isLoopbackHost, isOnThisMachine } from "#server/platform/http/origins.ts"
import type { SettingsReader } from "./setting.ts"

/** Reads names of hosts with commas between, `*.` for anything before; this machine's own only while people are on it too. */
export function readHosts(
  { text, problems, publicUrl }: SettingsReader,
  name: string,
  usual: readonly string[],
): readonly string[] {
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
