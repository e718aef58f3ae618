import { useEffect, useState } from "react"
import type { Order } from "#contract/studio/generations.ts"
import { estimateSecondsLeft, type ProgressSample } from "./order-view.ts"

/** A live guess of the seconds until the pictures are there, from how the order has moved on this screen (docs/product-rules.md#waiting-time). */
export function useSecondsLeft(order: Order | undefined): number | undefined {
  const [seen, setSeen] = useState<{ id: string; first: ProgressSample; last: ProgressSample }>()
  const { id, status, progress } = order ?? {}

  useEffect(() => {
    if (id === undefined || progress === undefined || status !== "drawing") return
    const sample = { atMs: performance.now(), progress }
    setSeen((old) => (old?.id === id ? { ...old, last: sample } : { id, first: sample, last: sample }))
  }, [id, status, progress])

  return seen && seen.id === id ? estimateSecondsLeft(seen.first, seen.last) : undefined
}
