import { type ReactElement, useEffect, useState } from "react"

/** Minutes and seconds until an order expires; nothing once it has. @param until as the wire writes dates */
export function TimeLeft({ until }: { until: string }): ReactElement | null {
  const left = useSecondsUntil(until)
  if (left <= 0) return null
  const [minutes, seconds] = [Math.floor(left / 60), left % 60]
  return (
    <p className="text-ink-soft">
      Time left to pay:{" "}
      <span role="timer" aria-live="off" className="font-medium text-ink tabular-nums">
        {minutes}:{String(seconds).padStart(2, "0")}
      </span>
    </p>
  )
}

function useSecondsUntil(until: string): number {
  const read = (): number => Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1_000))
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return read()
}
