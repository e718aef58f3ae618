import { type RefObject, useEffect, useState } from "react"
import type { Offer } from "#contract/money/credits.ts"
import { whenInView } from "#web/lib/page/in-view.ts"
import { readOffer } from "./offer.ts"

/** What the server offers this visitor, asked for when `near` comes near the window. @returns undefined until it is known */
export function useOffer(near: RefObject<Element | null>): Offer | undefined {
  const [offer, setOffer] = useState<Offer>()
  useEffect(() => {
    const place = near.current
    if (!place) return
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const found = await readOffer(stop.signal)
      if (found && !stop.signal.aborted) setOffer(found)
    }
    const leave = whenInView(place, () => void ask())
    return () => {
      leave()
      stop.abort()
    }
  }, [near])
  return offer
}
