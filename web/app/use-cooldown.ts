import { useEffect, useState } from "react"

/** Whether a rest of so many ms is going on, and a way to start one. */
export function useCooldown(lengthMs: number): [isResting: boolean, start: () => void] {
  const [isResting, setIsResting] = useState(false)
  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setIsResting(false), lengthMs)
    return () => clearTimeout(timer)
  }, [isResting, lengthMs])
  return [isResting, () => setIsResting(true)]
}
