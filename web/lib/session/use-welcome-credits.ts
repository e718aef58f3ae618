import { useSyncExternalStore } from "react"
import { welcomeCredits } from "#contract/catalogue/credits.ts"
import { formatCredits } from "#web/lib/format/format.ts"

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

/** Asks for the confirmed address; who changes an address later was given the credits before. */
export function confirmWords(credits: number): string {
  if (credits === 0) return "Confirm your e-mail."
  return `Confirm your e-mail. The first time brings ${formatCredits(credits, "free credit")}.`
}
