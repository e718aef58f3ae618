import { useSyncExternalStore } from "react"
import { welcomeCredits } from "#contract/catalogue/credits.ts"

function never(): () => void {
  return () => {}
}

/** The number the server wrote on the page's root element; the usual one where it wrote none. */
function read(): number {
  const written = document.documentElement.dataset.welcomeCredits
  return written !== undefined && /^\d+$/.test(written) ? Number(written) : welcomeCredits
}

/** Credits this installation gives for a confirmed address. Built-ahead pages begin with the usual number. */
export function useWelcomeCredits(): number {
  return useSyncExternalStore(never, read, () => welcomeCredits)
}
