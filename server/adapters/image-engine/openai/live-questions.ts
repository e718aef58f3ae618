import { bearer, type Question } from "#server/platform/providers/live-question.ts"
import type { OpenAiSettings } from "./settings.ts"
import { Images, Refused } from "./shapes.ts"

/** It costs one picture, or two where the model answers in both ways. */
export function openAiQuestions({ baseUrl, apiKey, model }: OpenAiSettings): Question[] {
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
