import { useState } from "react"

/** Looks that are drawn side by side: the server draws one person's one after the other. */
const atOnce = 2

/** Lets looks come one after the other, from the first. @returns what the look with this number is told */
export function useTurns(): (index: number) => { isWanted: boolean; onSettled: () => void } {
  const [settled, setSettled] = useState(0)
  return (index) => ({
    isWanted: index < settled + atOnce,
    onSettled: () => setSettled((old) => Math.max(old, index + 1)),
  })
}
