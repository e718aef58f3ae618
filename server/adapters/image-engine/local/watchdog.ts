import { signals } from "./messages.ts"

/** Longest time that counts between two checks: a computer that slept, or we who were busy, say nothing of a thread. */
const longestGapMs = 1_000

/** Notices that a thread has stopped responding. */
export interface Watchdog {
  /** Starts anew: from now on the thread has something to do. */
  reset(): void
  /** Milliseconds without a heartbeat, as of now. Ask a few times a second. */
  silentForMs(): number
}

/** Watches the heartbeat that a thread counts in its `signals` memory. */
export function createWatchdog(memory: Int32Array): Watchdog {
  let counted = -1
  let silentMs = 0
  let checkedAt = performance.now()
  return {
    reset() {
      silentMs = 0
      checkedAt = performance.now()
    },
    silentForMs() {
      const now = performance.now()
      const latest = Atomics.load(memory, signals.heartbeat)
      silentMs = latest === counted ? silentMs + Math.min(longestGapMs, now - checkedAt) : 0
      counted = latest
      checkedAt = now
      return silentMs
    },
  }
}
