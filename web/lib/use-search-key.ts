import { type RefObject, useEffect } from "react"

/** Where letters are letters. */
const typing = "input, textarea, select, [contenteditable], [role=dialog]"

/** The key / goes to a page's search field, unless something is being written or asked. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isOurs = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
      if (!isOurs || (event.target instanceof Element && event.target.closest(typing))) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [field])
}
