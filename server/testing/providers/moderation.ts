import type { FakeServer } from "./fake-http.ts"
import { readShape } from "./shapes.ts"

const key = "sk-moderation-key-of-the-fake"

/** The moderations API of OpenAI. It flags texts with the word `forbidden`. */
export interface FakeModeration {
  /** Settings that make the product use it. */
  settings: Record<string, string>
  /** Texts it looked through. */
  seen(): readonly string[]
}

export function playModeration(server: FakeServer): FakeModeration {
  const seen: string[] = []
  server.mount("/moderation/v1", (request, url) => {
    if (request.headers.authorization !== `Bearer ${key}`) return answer("openai/invalid-api-key")
    if (request.method !== "POST" || url.pathname !== "/moderations") return { status: 404, body: { error: {} } }
    const body = JSON.parse(request.body.toString()) as Record<string, unknown>
    const unknown = Object.keys(body).find((field) => !["model", "input"].includes(field))
    if (unknown || body.model !== "omni-moderation-latest" || typeof body.input !== "string") {
      return answer("openai/unknown-parameter")
    }
    seen.push(body.input)
    return answer(body.input.includes("forbidden") ? "openai/moderation-flagged" : "openai/moderation-clear")
  })
  return {
    settings: { MODERATION_API_KEY: key, MODERATION_BASE_URL: `${server.origin}/moderation/v1` },
    seen: () => seen,
  }
}

function answer(name: string): { status: number; body: object } {
  const { status, body } = readShape(name)
  return { status, body }
}
