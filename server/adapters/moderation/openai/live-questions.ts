import { bearer, type Question } from "#server/platform/providers/live-question.ts"
import { Moderations } from "./openai.ts"
import type { ModerationSettings } from "./settings.ts"

/** The vendor takes nothing for looking through texts. */
export function moderationQuestions({ baseUrl, apiKey, model }: ModerationSettings): Question[] {
  const look = (shape: string, input: string): Question => ({
    shape,
    request: () => ({ url: `${baseUrl}/moderations`, headers: bearer(apiKey), body: { model, input } }),
    schema: Moderations,
  })
  return [
    look("openai/moderation-clear", "a clay pot on a table"),
    look("openai/moderation-flagged", "I will do what is forbidden: I will stab you to death."),
  ]
}
