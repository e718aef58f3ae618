import { useEffectEvent, useLayoutEffect } from "react"

/** Single letters that do something on a page, except while something is typed or asked. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [role=dialog]")
    if (!isTyping && !event.altKey && !event.ctrlKey && !event.metaKey) keys[event.key]?.()
  })
  // Before the page is painted: whoever sees it may press at once.
  useLayoutEffect(() => {
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}
