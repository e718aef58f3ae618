import { useEffectEvent, useLayoutEffect } from "react"
import { isTyping } from "#web/lib/page/is-typing.ts"

/** Single letters that do something on a page, except while something is typed or asked. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isAsked = event.target instanceof Element && event.target.closest("[role=dialog]")
    if (!isAsked && !isTyping(event) && !event.altKey && !event.ctrlKey && !event.metaKey) keys[event.key]?.()
  })
  // Before the page is painted: whoever sees it may press at once.
  useLayoutEffect(() => {
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}
