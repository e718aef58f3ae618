import { useEffect, useState } from "react"

/** Shortest time between two mails of a kind to an address, in seconds; the server's (docs/product-rules.md#confirming-mail). */
const betweenMails = 60

/** Session storage key of what was sent last, so that a page that is loaded again goes on counting. */
const keyOf = (kind: string): string => `mail_rest:${kind}`

interface Rest {
  /** Seconds until the next mail to the address may be sent; 0 when it may. */
  secondsLeft: number
  /** Begins the rest. @param seconds what the server says, where it does */
  begin: (seconds?: number) => void
}

/** The rest between two mails of a kind to one address. */
export function useMailCooldown(kind: "verification" | "recovery" | "magic-url", address: string): Rest {
  const [now, setNow] = useState(Date.now)
  const until = cooldownUntil(kind, address)
  const secondsLeft = Math.min(betweenMails, Math.max(0, Math.ceil((until - now) / 1_000)))
  const isResting = secondsLeft > 0
  useEffect(() => {
    if (!isResting) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isResting])
  return {
    secondsLeft,
    begin: (seconds = betweenMails) => {
      beginMailCooldown(kind, address, seconds)
      setNow(Date.now())
    },
  }
}

/** Begins the rest outside a component. */
export function beginMailCooldown(kind: string, address: string, seconds = betweenMails): void {
  try {
    const until = Date.now() + seconds * 1_000
    sessionStorage.setItem(keyOf(kind), JSON.stringify({ address: address.trim().toLowerCase(), until }))
  } catch {
    // A full or forbidden storage only means that the server says it.
  }
}

function cooldownUntil(kind: string, address: string): number {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? "null") as {
      address?: unknown
      until?: unknown
    } | null
    return kept?.address === address.trim().toLowerCase() && typeof kept.until === "number" ? kept.until : 0
  } catch {
    return 0
  }
}
