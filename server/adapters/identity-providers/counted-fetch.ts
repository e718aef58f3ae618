import type { CustomFetch } from "openid-client"
import type { Metrics } from "#server/platform/observability/metrics.ts"

/** Answers are small: addresses, keys, tokens, a person. */
const maxBytes = 1024 * 1024

/** Calls a sign-in provider, counts how long that took and what came of it, and takes no endless answer. */
export function countedFetch(provider: string, { providerSeconds }: Pick<Metrics, "providerSeconds">): CustomFetch {
  return async (url, options) => {
    const call = options.method === "POST" ? "exchange" : "read"
    const observe = providerSeconds.startTimer({ provider, call })
    try {
      const reply = await readWhole(await fetch(url, options as RequestInit))
      observe({ outcome: reply.ok ? "ok" : "refused" })
      return reply
    } catch (error) {
      observe({ outcome: "unavailable" })
      throw error
    }
  }
}

async function readWhole(reply: Response): Promise<Response> {
  if (reply.body === null) return reply
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of reply.body) {
    length += piece.length
    if (length > maxBytes) throw new Error("The answer is too long.")
    pieces.push(piece)
  }
  return new Response(Buffer.concat(pieces), reply)
}
