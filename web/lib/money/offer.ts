import { offerPath } from "#contract/catalogue/ways-to-pay.ts"
import type { Offer } from "#contract/money/credits.ts"

/**
 * The visitor's currency and the ways to pay. Looked at by hand, without the contract's schema: pages of words load no
 * schemas. @returns null when it cannot be told, and the page then stays as it is
 */
export async function readOffer(signal: AbortSignal): Promise<Offer | null> {
  try {
    const response = await fetch(new URL(offerPath, location.origin), { signal })
    const { data } = (await response.json()) as { data?: Partial<Offer> }
    const isOffer = (data?.currency === "NGN" || data?.currency === "USD") && Array.isArray(data.waysToPay)
    return isOffer ? (data as Offer) : null
  } catch {
    return null
  }
}
