import { useEffect, useEffectEvent } from "react"

/** Presses the button when Ctrl+Enter or Cmd+Enter is typed anywhere on the screen, except in an open dialog. */
export function useGenerateKey(press: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return
    if (event.target instanceof Element && event.target.closest("[role=dialog]")) return
    event.preventDefault()
    press()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    window.addEventListener("keydown", listener)
    return () => window.removeEventListener("keydown", listener)
  }, [])
}
