import { useSyncExternalStore } from "react"

function never(): () => void {
  return () => {}
}

/** The number the server wrote on the page's root element, in digits. */
function read(): string | null {
  const written = document.documentElement.dataset.whatsApp ?? ""
  return /^\d{8,15}$/.test(written) ? `https://wa.me/${written}` : null
}

/** Address of a chat with the people who run this installation; null where none is set, and in built-ahead pages. */
export function useWhatsApp(): string | null {
  return useSyncExternalStore(never, read, () => null)
}
