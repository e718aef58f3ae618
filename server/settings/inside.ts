import { type InsideSettings, readNetworks } from "#server/platform/http/loopback.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

export const insideSettings: readonly Setting[] = [
  {
    name: "METRICS_TOKEN",
    what: "Whoever sends `Authorization: Bearer` with it reads /metrics and /docs from anywhere; 24 characters or more.",
    default: "none",
  },
  {
    name: "INSIDE_NETWORKS",
    what: "Addresses and networks such as `10.0.0.0/8` that read /metrics and /docs, with commas between.",
    default: "this machine only",
  },
]

/** Reads who may see what is for those who run the product; what is wrong is added to `problems`. */
export function readInside(text: ReadText, problems: string[]): InsideSettings {
  const metricsToken = text("METRICS_TOKEN")
  if (metricsToken !== null && metricsToken.length < 24) problems.push("METRICS_TOKEN must have 24 characters or more.")
  const insideNetworks = (text("INSIDE_NETWORKS") ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
  if (readNetworks(insideNetworks) === null) {
    problems.push("INSIDE_NETWORKS has something that is neither an address nor a network such as 10.0.0.0/8.")
  }
  return { metricsToken, insideNetworks }
}
