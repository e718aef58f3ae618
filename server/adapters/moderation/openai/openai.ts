import { z } from "zod"
import type { Moderation } from "#server/adapters/moderation/port.ts"
import { type ProviderFetch, readJson } from "#server/platform/providers/provider-fetch.ts"
import type { ModerationSettings } from "./settings.ts"

/** What is read of an answer. */
export const Moderations = z.object({
  results: z.array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean()) })).min(1),
})

/** A person waits for it, so it has seconds. */
const totalMs = 8_000

/** The moderations API of OpenAI, and of every server that speaks it. */
export function createOpenAiModeration(config: ModerationSettings, fetch: ProviderFetch): Moderation {
  return {
    kind: "openai",
    async check(text) {
      const reply = await fetch({
        call: "moderate",
        method: "POST",
        url: `${config.baseUrl}/moderations`,
        headers: {
          "content-type": "application/json",
          ...(config.apiKey === null ? {} : { authorization: `Bearer ${config.apiKey}` }),
        },
        body: JSON.stringify({ model: config.model, input: text }),
        firstByteMs: totalMs,
        totalMs,
        patienceMs: totalMs,
      })
      const { results } = readJson(reply, Moderations)
      const names = results.flatMap(({ categories }) => Object.keys(categories).filter((name) => categories[name]))
      return { isFlagged: results.some(({ flagged }) => flagged), categories: names }
    },
  }
}
