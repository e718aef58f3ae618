import { useEffect, useState } from "react"
import { messages } from "#contract/messages.ts"

/** One moment of running work. */
interface ProgressSample {
  atMs: number
  /** 0 to 1. */
  progress: number
}

/** Share of the work that must have passed between two samples before a guess is worth telling. */
const leastShare = 0.08

/** Longest wait for which the fixed words, "about 30 seconds", are true, in seconds. */
const fixedWordsUpTo = 40

/**
 * Seconds that are left if the work goes on as it did between the samples; undefined while nobody can tell. Work that moves so
 * slowly that the fixed words are not true of it is told at least as long as that takes.
 */
export function estimateSecondsLeft(first: ProgressSample, last: ProgressSample): number | undefined {
  const share = last.progress - first.progress
  if (share <= 0) return undefined
  const pace = (last.atMs - first.atMs) / Math.max(share, leastShare)
  const seconds = Math.max(1, Math.round(pace * (1 - last.progress) * 0.001))
  return share < leastShare && seconds <= fixedWordsUpTo ? undefined : seconds
}

/** How often work that does not move is looked at, in ms. */
const lookEveryMs = 2_000

interface Work {
  id: string
  status: string
  /** 0 to 1. */
  progress: number
}

/**
 * The one guess of the seconds until work is done, from how it has moved on this screen (docs/product-rules.md#waiting-time):
 * orders of pictures that are drawn, and runs that are at work. Undefined while it waits for its turn.
 */
export function useSecondsLeft(work: Work | undefined): number | undefined {
  const [seen, setSeen] = useState<{ id: string; first: ProgressSample; last: ProgressSample }>()
  const { id, status, progress } = work ?? {}
  const isMoving = status === "drawing" || status === "running"

  useEffect(() => {
    if (id === undefined || progress === undefined || !isMoving) return
    const look = (): void => {
      const sample = { atMs: performance.now(), progress }
      setSeen((old) => (old?.id === id ? { ...old, last: sample } : { id, first: sample, last: sample }))
    }
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [id, isMoving, progress])

  return isMoving && seen && seen.id === id ? estimateSecondsLeft(seen.first, seen.last) : undefined
}

/** The words of a wait: the fixed ones, unless a live estimate says otherwise or the turn has not come (docs/product-rules.md#waiting-time). */
export function waitWords(secondsLeft: number | undefined, isInLine: boolean): string {
  if (isInLine) return "Please wait for your turn. We generate your image right after it..."
  if (secondsLeft === undefined || secondsLeft <= fixedWordsUpTo) return messages.imageBusy
  // In steps, as readers of the screen hear each change.
  const seconds = Math.ceil(secondsLeft / 30) * 30
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `Please wait for about ${time} while we generate your image...`
}

/** The same estimate beside how far the work is. */
export function leftWords(secondsLeft: number): string {
  return `about ${secondsLeft} s left`
}
