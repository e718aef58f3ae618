import type { FastifyBaseLogger } from "fastify"
import { createFakeEngine } from "#server/adapters/image-engine/fake.ts"
import { createOpenAiEngine, usualTimes as usualOpenAiTimes } from "#server/adapters/image-engine/openai/engine.ts"
import type { ImageEngine } from "#server/adapters/image-engine/port.ts"
import { createReplicateEngine } from "#server/adapters/image-engine/replicate/engine.ts"
import { usualTimes } from "#server/adapters/image-engine/replicate/predictions.ts"
import { createRoutingEngine } from "#server/adapters/image-engine/routing.ts"
import type { Db } from "#server/db/open.ts"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import { createProviderCalls, newsToken } from "#server/platform/providers/provider-calls.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { createProviderPauses, type PauseOptions } from "#server/platform/providers/provider-pauses.ts"
import type { Notifications } from "#server/platform/realtime/notifications.ts"
import type { Config } from "#server/settings/config.ts"
import type { EngineName, OpenAiConfig, ReplicateConfig } from "#server/settings/engines.ts"

export interface EngineParts {
  config: Config
  log: FastifyBaseLogger
  db: Db
  notifications: Notifications
  metrics: Metrics
  tokenKey: Buffer
  alarm: PauseOptions["alarm"]
  /** Other waiting times, for tests. */
  pace: ProviderPace
}

/** How long is waited for providers; tests are in a hurry. */
export interface ProviderPace {
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  replicate?: Partial<typeof usualTimes>
  openai?: Partial<typeof usualOpenAiTimes>
}

/** Opens every engine the settings name, each once, behind one that routes orders to them. */
export async function openEngines(parts: EngineParts): Promise<ImageEngine> {
  const { config, db, metrics, alarm } = parts
  const pauses = createProviderPauses(db, { metrics, alarm })
  const opened = new Map<EngineName, Promise<ImageEngine>>()
  const open = (name: EngineName): Promise<ImageEngine> => {
    const known = opened.get(name) ?? openOne(parts, name, pauses)
    opened.set(name, known)
    return known
  }
  const { usual, routes } = config.engines
  const usualEngine = await open(usual)
  const named = new Map<string, ImageEngine | null>()
  for (const [part, name] of Object.entries(routes)) named.set(part, name === "none" ? null : await open(name))
  const inspector = usual === "local" || usual === "fake" ? null : await open("local")
  const trainers = config.engines.replicate ? [await open("replicate")] : []
  return createRoutingEngine({ usual: usualEngine, routes: named, inspector, trainers })
}

type Pauses = ReturnType<typeof createProviderPauses>

async function openOne(parts: EngineParts, name: EngineName, pauses: Pauses): Promise<ImageEngine> {
  const { replicate, openai, local } = parts.config.engines
  if (name === "fake") return createFakeEngine()
  if (name === "replicate" && replicate) return openReplicate(parts, replicate, pauses)
  if (name === "openai" && openai) return openOpenAi(parts, openai, pauses)
  // Loaded only when chosen: it is much code.
  const { createLocalEngine } = await import("#server/adapters/image-engine/local/engine.ts")
  return createLocalEngine({ ...local, log: (message) => parts.log.warn(message) })
}

function openReplicate(parts: EngineParts, config: ReplicateConfig, pauses: Pauses): ImageEngine {
  const { log, metrics, db, notifications, tokenKey } = parts
  const { publicUrl } = parts.config
  const fetch = createProviderFetch({ provider: "replicate", metrics, log, secrets: [config.token], ...parts.pace })
  // The provider reaches us by https only; a fake on this machine does not care.
  const canHear = config.webhookSecret !== null && (publicUrl.startsWith("https:") || isOnThisMachine(publicUrl))
  const newsUrl = (key: string): string => `${publicUrl}/hooks/replicate/${key}/${newsToken(tokenKey, key)}`
  return createReplicateEngine({
    client: {
      config,
      fetch,
      calls: createProviderCalls(db, notifications, "replicate"),
      newsUrl: canHear ? newsUrl : null,
      times: { ...usualTimes, ...parts.pace.replicate },
    },
    output: { fetch, hosts: config.outputHosts, ...parts.pace },
    pauses,
    metrics,
  })
}

function openOpenAi(parts: EngineParts, config: OpenAiConfig, pauses: Pauses): ImageEngine {
  const secrets = config.apiKey ? [config.apiKey] : []
  const fetch = createProviderFetch({
    provider: "openai",
    metrics: parts.metrics,
    log: parts.log,
    secrets,
    ...parts.pace,
  })
  return createOpenAiEngine({
    config,
    fetch,
    calls: createProviderCalls(parts.db, parts.notifications, "openai"),
    output: { fetch, hosts: config.outputHosts, ...parts.pace },
    pauses,
    metrics: parts.metrics,
    times: { ...usualOpenAiTimes, ...parts.pace.openai },
  })
}
