import { setTimeout as sleep } from "node:timers/promises"
import type { TestApp } from "./test-app.ts"

/** Pauses between two questions, in milliseconds: what comes soon is seen soon, what takes long is not held up by asking. */
const [firstPauseMs, longestPauseMs] = [10, 100]

/** Asks again until there is an answer; for things that happen elsewhere and soon. @throws after `limitMs` */
export async function until<T>(ask: () => Promise<T | null | undefined | false>, limitMs = 60_000): Promise<T> {
  const end = performance.now() + limitMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 1.2 * pauseMs)) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error(`Nothing came within ${limitMs} ms.`)
    await sleep(pauseMs)
  }
}

/** The newest mail to this address, as soon as there is one. */
export function mailTo(t: TestApp, email: string): Promise<{ subject: string; text: string; html: string }> {
  return until(async () => {
    const reply = await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)
    return reply.json<{ subject: string; text: string; html: string }[]>()[0]
  })
}
