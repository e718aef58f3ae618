import type { Picture } from "#imaging/pixels/picture.ts"
import { viewOf } from "#imaging/pixels/view.ts"
import { borderCut, borderShare } from "./border-cut.ts"
import { disagreement } from "./confidence.ts"
import { findByContrast } from "./contrast/find-by-contrast.ts"
import { analyse, type Scene } from "./contrast/scene.ts"
import { findProduct, type ProductOdds } from "./network/find-product.ts"
import type { OutlineNetwork } from "./network/read-network.ts"
import { networkCut } from "./network-cut.ts"

/** Answers by unrelated means for one picture at working size, the better one first; 1 is product. */
export interface Segmentation extends ProductOdds {
  mask: Uint8Array
  /** What contrast sees, worked out when it is first asked for. */
  scene(): Scene
  /** The second answer, worked out when it is asked for. */
  findOther(): Uint8Array
}

/**
 * Where the network's answer takes so much of the border, or its looks lie so far from each other, the cut from the border is taken
 * instead. Of 40 real photos, on which both were chosen, that holds for 7, and the mean overlap is 0.901 instead of 0.848; of 12
 * renders of our own for none.
 */
const hopeless = { border: 0.25, disagreement: 0.3 }

/**
 * Finds the product: where the network sees it, cut along the edges; from the border where the network contradicts itself; by
 * contrast alone where it sees nothing.
 */
export function segment(picture: Picture, network: OutlineNetwork): Segmentation {
  const found = findProduct(picture, network)
  const view = viewOf(picture)
  const mask = networkCut(view, found.odds)
  let analysed: Scene | undefined
  const scene = (): Scene => {
    analysed ??= analyse(view)
    return analysed
  }
  const byContrast = (): Uint8Array => findByContrast(scene())
  if (!mask.includes(1)) return { ...found, scene, mask: byContrast(), findOther: () => mask }
  if (borderShare(mask, view) > hopeless.border || disagreement(mask, found) > hopeless.disagreement) {
    const fromBorder = borderCut(view)
    if (fromBorder.includes(1)) return { ...found, scene, mask: fromBorder, findOther: byContrast }
  }
  return { ...found, scene, mask, findOther: byContrast }
}
