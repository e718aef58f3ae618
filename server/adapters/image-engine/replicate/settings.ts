import { readAddress } from "#server/platform/settings/read-address.ts"
import { readHosts } from "#server/platform/settings/read-hosts.ts"
import { readPairs } from "#server/platform/settings/read-pairs.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import { type ReplicateUse, replicateModels } from "./models.ts"

/** What is needed to have Replicate draw. */
export interface ReplicateSettings {
  token: string
  /** With the version in its path, without a slash at the end. */
  baseUrl: string
  /** Null: results are only asked for, never told. */
  webhookSecret: string | null
  /** Account that trained models belong to; null: nothing is trained. */
  owner: string | null
  /** Hosts results may come from; `*.` stands for anything before. */
  outputHosts: readonly string[]
  models: Record<ReplicateUse, string>
}

const baseUrl: Setting = {
  name: "REPLICATE_BASE_URL",
  what: "Where its API is.",
  default: "https://api.replicate.com/v1",
}
const outputHosts = ["replicate.delivery", "*.replicate.delivery"]

export const replicateSettings: readonly Setting[] = [
  { name: "REPLICATE_API_TOKEN", what: "Token of the Replicate account.", default: "none" },
  baseUrl,
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
    default: outputHosts.join(","),
  },
  {
    name: "REPLICATE_MODELS",
    what: `Other models, such as \`ghibsky=owner/name:version\`. Names: ${Object.keys(replicateModels).join(", ")}.`,
    default: "see docs/engines.md",
  },
]

/** @returns null without a token; what is wrong or half set is added to the reader's problems */
export function readReplicate(reader: SettingsReader): ReplicateSettings | null {
  const { text, problems } = reader
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
  return {
    token,
    baseUrl: readAddress(reader, baseUrl),
    webhookSecret,
    owner: readOwner(reader),
    outputHosts: readHosts(reader, "REPLICATE_OUTPUT_HOSTS", outputHosts),
    models: readModels(reader),
  }
}

function readModels({ text, problems }: SettingsReader): Record<ReplicateUse, string> {
  const models: Record<ReplicateUse, string> = { ...replicateModels }
  for (const [use, model] of readPairs(text("REPLICATE_MODELS"))) {
    if (!isUse(use)) {
      problems.push(`REPLICATE_MODELS has "${use}"; it must be one of ${Object.keys(replicateModels).join(", ")}.`)
    } else if (!/^[\w.-]+\/[\w.-]+(:[0-9a-f]{40,64})?$/.test(model)) {
      problems.push(`REPLICATE_MODELS has "${model}"; it must be owner/name or owner/name:version.`)
    } else models[use] = model
  }
  return models
}

function readOwner({ text, problems }: SettingsReader): string | null {
  const owner = text("REPLICATE_OWNER")
  if (owner === null || /^[\w.-]+$/.test(owner)) return owner
  problems.push(`REPLICATE_OWNER is "${owner}"; it must be the name of an account.`)
  return null
}

function isUse(text: string): text is ReplicateUse {
  return Object.hasOwn(replicateModels, text)
}
