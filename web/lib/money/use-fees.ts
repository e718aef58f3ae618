import { useSyncExternalStore } from "react"
import { type FeeSlug, type Fees, feesPath, isFeeSlug, usualFees } from "#contract/catalogue/fees.ts"
import { limitRead } from "#web/lib/calls/read-limit.ts"

let known: Fees = usualFees
let isAsked = false
const hearers = new Set<() => void>()

function subscribe(hear: () => void): () => void {
  hearers.add(hear)
  if (!isAsked) void ask()
  return () => hearers.delete(hear)
}

/** Looked at by hand, without the contract's schema: pages of words load no schemas. What cannot be told stays as it is. */
async function ask(): Promise<void> {
  isAsked = true
  try {
    const { data } = await limitRead(async (signal) => {
      const response = await fetch(new URL(feesPath, location.origin), { signal })
      return (await response.json()) as { data?: Record<string, unknown> }
    })
    const told = Object.entries(data ?? {}).filter(([slug, fee]) => isFeeSlug(slug) && typeof fee === "number")
    if (told.every(([slug, fee]) => known[slug as FeeSlug] === fee)) return
    known = { ...known, ...Object.fromEntries(told) }
    for (const hear of hearers) hear()
  } catch {
    isAsked = false
  }
}

/** Credits per piece of work in this installation: the catalogue's until the server has told. */
export function useFees(): Fees {
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => usualFees,
  )
}
