// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { findRegions } from "#imaging/pixels/regions.ts"

/** A mask, 1 is product, with every opening that is closed all around filled. */
export function fillOpenings(mask: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  const open = mask.map((value) => 1 - value)
  const { labels, borderPixels } = findRegions(open, width, height, 4)
  return mask.map((value, p) => (value === 1 || borderPixels[labels[p]!] === 0 ? 1 : 0))
}
