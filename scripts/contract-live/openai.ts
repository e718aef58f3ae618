import { Images, Refused } from "#server/adapters/image-engine/openai/shapes.ts"
import { Moderations } from "#server/adapters/moderation/openai.ts"
import { bearer, type Question } from "#server/platform/providers/live-question.ts"
import type { OpenAiConfig } from "#server/settings/engines.ts"
import type { ModerationConfig } from "#server/settings/trust.ts"

/** It costs one picture, or two where the model answers in both ways. */
export function askOpenAi({ baseUrl, apiKey, model }: OpenAiConfig): Question[] {
  const url = `${baseUrl}/images/generations`
  const headers = bearer(apiKey)
  const body = { model, prompt: "a clay pot", n: 1, size: "1024x1024" }
  // Models of the vendor answer with the picture itself, and take no word about it.
  const isAsked = !model.startsWith("gpt-image")
  const drawn = (shape: string, response_format: string): Question => ({
    shape,
    request: () => ({ url, headers, body: isAsked ? { ...body, response_format } : body }),
    schema: Images,
  })
  return [
    {
      shape: "openai/invalid-api-key",
      // An own server may ask for none.
      request: () => (apiKey === null ? null : { url, headers: bearer("wrong"), body }),
      schema: Refused,
    },
    {
      shape: "openai/unknown-parameter",
      request: () => ({ url, headers, body: { ...body, aworan: "asks" } }),
      schema: Refused,
    },
    drawn("openai/images-b64", "b64_json"),
    ...(isAsked ? [drawn("openai/images-url", "url")] : []),
  ]
}

/** The vendor takes nothing for looking through texts. */
export function askModeration({ baseUrl, apiKey, model }: ModerationConfig): Question[] {
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
