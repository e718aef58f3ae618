import { pulse } from "./messages.ts"

/** Longest time that counts between two looks: a computer that slept, or we who were busy, say nothing of a thread. */
const longestLookMs = 1_000

/** Notices that a thread has stopped beating. */
export interface SilenceMeter {
  /** Starts anew: from now on the thread has something to do. */
  restart(): void
  /** Milliseconds without a beat, as of this look. Look a few times a second. */
  look(): number
}

/** Watches the beats that a thread counts in its `pulse` memory. */
export function measureSilence(memory: Int32Array): SilenceMeter {
  let beats = -1
  let silentMs = 0
  let lookedAt = performance.now()
  return {
    restart() {
      silentMs = 0
      lookedAt = performance.now()
    },
    look() {
      const now = performance.now()
      const heard = Atomics.load(memory, pulse.beats)
      silentMs = heard === beats ? silentMs + Math.min(longestLookMs, now - lookedAt) : 0
      beats = heard
      lookedAt = now
      return silentMs
    },
  }
}
