import type { ModerationDeclaration } from "#server/adapters/moderation/declaration.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { moderationQuestions } from "./live-questions.ts"
import { createOpenAiModeration } from "./openai.ts"
import { moderationSettings, readModeration } from "./settings.ts"

export const openAi: ModerationDeclaration = {
  kind: "openai",
  settings: moderationSettings,
  read(reader) {
    const settings = readModeration(reader)
    if (settings === null) return null
    const secrets = settings.apiKey === null ? [] : [settings.apiKey]
    return {
      kind: "openai",
      open: ({ metrics, log }) =>
        createOpenAiModeration(settings, createProviderFetch({ provider: "moderation", metrics, log, secrets })),
      liveQuestions: moderationQuestions(settings),
    }
  },
}
