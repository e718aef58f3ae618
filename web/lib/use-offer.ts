import { type RefObject, useEffect, useState } from "react"
import type { Offer } from "#contract/product/credits.ts"
import { readOffer } from "./offer.ts"

/** How far below the window prices may be when the offer is asked for. */
const margin = "600px"

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
    const leave = watchNear(place, () => void ask())
    return () => {
      leave()
      stop.abort()
    }
  }, [near])
  return offer
}

/** Calls `act` once, when the place comes near the window; never where that cannot be told. @returns stops watching */
function watchNear(place: Element, act: () => void): () => void {
  if (!("IntersectionObserver" in globalThis)) return () => {}
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      act()
    },
    { rootMargin: margin },
  )
  watch.observe(place)
  return () => watch.disconnect()
}
