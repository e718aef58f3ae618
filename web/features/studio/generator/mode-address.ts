import { findMode, type Mode, modes } from "#contract/catalogue/modes.ts"
import { orderAddress } from "#web/lib/studio/order-address.ts"

/** Where a mode is used. */
export function modeAddress(mode: Mode): string {
  return orderAddress(mode.slug)
}

/**
 * The mode a screen should show for the `mode` of its address. Any unknown value means the screen's first mode
 * (docs/product-rules.md#screens); a mode that belongs to the other screen is given as it is, and its address should be used instead.
 */
export function pickMode(screen: string, slug: string | null): Mode {
  const found = findMode(slug)
  if (found.screen === screen || isKnown(slug, found)) return found
  return modes.find((mode) => mode.screen === screen) ?? found
}

function isKnown(slug: string | null, found: Mode): boolean {
  return slug !== null && (slug === found.slug || found !== modes[0])
}
