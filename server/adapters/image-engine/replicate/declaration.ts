import type { EngineDeclaration, EngineParts, EngineSetUp } from "#server/adapters/image-engine/declaration.ts"
import type { ImageEngine } from "#server/adapters/image-engine/port.ts"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import { createProviderCalls, newsToken } from "#server/platform/providers/provider-calls.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { createReplicateEngine } from "./engine.ts"
import { replicateQuestions } from "./live-questions.ts"
import { readNews } from "./news.ts"
import { usualTimes } from "./predictions.ts"
import { type ReplicateSettings, readReplicate, replicateSettings } from "./settings.ts"

const kind = "replicate"

export const replicate: EngineDeclaration = {
  kind,
  about: "",
  settings: replicateSettings,
  refusal: "The engine replicate is chosen, so REPLICATE_API_TOKEN is needed too.",
  inspects: false,
  read(reader) {
    const settings = readReplicate(reader)
    if (settings === null) return null
    const { webhookSecret } = settings
    const setUp: EngineSetUp = {
      kind,
      isTrainer: true,
      open: (parts) => openReplicate(settings, parts),
      liveQuestions: replicateQuestions(settings),
    }
    if (webhookSecret !== null) setUp.readNews = (headers, body) => readNews(webhookSecret, headers, body)
    return setUp
  },
}

function openReplicate(settings: ReplicateSettings, parts: EngineParts): ImageEngine {
  const { publicUrl, log, metrics, db, notifications, tokenKey, pace, pauses } = parts
  const fetch = createProviderFetch({ provider: kind, metrics, log, secrets: [settings.token], ...pace })
  // The provider reaches us by https only; a fake on this machine does not care.
  const canHear = settings.webhookSecret !== null && (publicUrl.startsWith("https:") || isOnThisMachine(publicUrl))
  const newsUrl = (key: string): string => `${publicUrl}/hooks/${kind}/${key}/${newsToken(tokenKey, kind, key)}`
  return createReplicateEngine({
    client: {
      config: settings,
      fetch,
      calls: createProviderCalls(db, notifications, kind),
      newsUrl: canHear ? newsUrl : null,
      times: { ...usualTimes, ...pace.times?.[kind] },
    },
    output: { fetch, hosts: settings.outputHosts, ...pace },
    pauses,
    metrics,
  })
}
