import { type RefObject, useEffect } from "react"
import { isTyping } from "./is-typing.ts"

/**
 * The key / leads to a page's search field. Heard where nothing has the focus, and inside the part of the page that the field
 * belongs to: elsewhere a key that is said or hit by mistake must do nothing.
 */
export function useSearchKey(field: RefObject<HTMLInputElement | null>, part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (key !== "/" || altKey || ctrlKey || metaKey || defaultPrevented || !(target instanceof HTMLElement)) return
      if (isTyping(event)) return
      const isHere = target === document.body || target.matches("main") || part.current?.contains(target)
      if (!isHere) return
      // Firefox would open its own search.
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener("keydown", listener)
    return () => window.removeEventListener("keydown", listener)
  }, [field, part])
}
