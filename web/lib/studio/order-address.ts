import { knownMode } from "#contract/catalogue/modes.ts"

/** Where an order is placed. @param mode a slug of the catalogue, or the trigger word of a model of one's own */
export function orderAddress(mode: string): string {
  const known = knownMode(mode)
  return known ? `${known.screen}?mode=${known.slug}` : ownModelAddress(mode)
}

/** Where a model of one's own is drawn. */
export function ownModelAddress(triggerWord: string): string {
  return `/generations-image?mode=${encodeURIComponent(triggerWord)}`
}
