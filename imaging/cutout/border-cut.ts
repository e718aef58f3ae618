import type { View } from "#imaging/pixels/view.ts"
import { grabCut, seed } from "./graph-cut/grabcut.ts"

/** Width of the border that is taken for background, as a share of the shorter side. */
const border = 0.05
/** Rounds of colour models. */
const rounds = 5

interface Size {
  width: number
  height: number
}

/** Whether a pixel lies less than `width` from the border. */
function isNearBorder(p: number, view: Size, width: number): boolean {
  const [x, y] = [p % view.width, Math.floor(p / view.width)]
  return Math.min(x, y, view.width - 1 - x, view.height - 1 - y) < width
}

/**
 * The cheapest cut by colours and edges alone, which takes the border of the photo for background and the rest for the product
 * until the colours say otherwise; 1 is product. It has learned nothing.
 */
export function borderCut(view: View): Uint8Array {
  const width = Math.max(1, Math.round(border * Math.min(view.width, view.height)))
  const seeds = Uint8Array.from({ length: view.width * view.height }, (_, p) => {
    return isNearBorder(p, view, width) ? seed.background : seed.likelyObject
  })
  return grabCut(view, seeds, rounds)
}

/** Share of the photo's border that a mask takes, 0 to 1. */
export function borderShare(mask: Uint8Array, view: Size): number {
  let taken = 0
  let all = 0
  for (let p = 0; p < mask.length; p++) {
    if (!isNearBorder(p, view, 2)) continue
    all++
    if (mask[p] === 1) taken++
  }
  return taken / all
}
