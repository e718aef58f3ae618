import { formatPrice, type ShelfCurrency } from "#contract/studio/shelf-price.ts"
import type { ProductRow } from "./queries.ts"

/** The price in the shop's currency, or in the other where it has none there; null without any. */
export function shownPrice(
  { priceNgn, priceUsd }: Pick<ProductRow, "priceNgn" | "priceUsd">,
  currency: ShelfCurrency,
): string | null {
  const prices = { NGN: priceNgn, USD: priceUsd }
  const shown = prices[currency] !== null ? currency : currency === "NGN" ? "USD" : "NGN"
  const minor = prices[shown]
  return minor === null ? null : formatPrice(Number(minor), shown)
}
