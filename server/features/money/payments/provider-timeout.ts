import type { Db } from "#server/db/open.ts"
import { countProviderTimeout, endProviderTimeouts } from "./provider-timeout-queries.ts"

/** Whether somebody here ended the question, and not the provider's time. */
function isOurEnd({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === "TimeoutError")
}

/**
 * Asks the payment provider something, and counts how often in a row it gave no usable answer: strangers read that from
 * the status page.
 * @throws whatever the question throws
 */
export async function askProvider<Answer>(db: Db, signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await ask()
    await endProviderTimeouts(db)
    return answer
  } catch (error) {
    if (!isOurEnd(signal)) await countProviderTimeout(db)
    throw error
  }
}
