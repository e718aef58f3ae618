import { useRef } from "react"

/** Handlers of an overlay that give the focus back to what had it before. */
export interface ReturnFocus {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * Gives the focus back to what opened an overlay. Radix does so only for a trigger of its own, and ours are opened by
 * state or by an address. Whoever closed the overlay to be somewhere else stays there.
 */
export function useReturnFocus(): ReturnFocus {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const hasFocus = document.activeElement !== document.body && document.activeElement !== null
      if (!hasFocus && opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
