import type { EngineDeclaration } from "#server/adapters/image-engine/declaration.ts"
import { createProviderCalls } from "#server/platform/providers/provider-calls.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { createOpenAiEngine, usualTimes } from "./engine.ts"
import { openAiQuestions } from "./live-questions.ts"
import { openAiSettings, readOpenAi } from "./settings.ts"

const kind = "openai"

export const openAi: EngineDeclaration = {
  kind,
  about: "",
  settings: openAiSettings,
  refusal: "The engine openai is chosen, so OPENAI_API_KEY or OPENAI_BASE_URL is needed too.",
  inspects: false,
  read(reader) {
    const settings = readOpenAi(reader)
    if (settings === null) return null
    const secrets = settings.apiKey === null ? [] : [settings.apiKey]
    return {
      kind,
      open({ db, notifications, metrics, log, pauses, pace }) {
        const fetch = createProviderFetch({ provider: kind, metrics, log, secrets, ...pace })
        return createOpenAiEngine({
          config: settings,
          fetch,
          calls: createProviderCalls(db, notifications, kind),
          output: { fetch, hosts: settings.outputHosts, ...pace },
          pauses,
          metrics,
          times: { ...usualTimes, ...pace.times?.[kind] },
        })
      },
      liveQuestions: openAiQuestions(settings),
    }
  },
}
