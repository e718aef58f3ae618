import type { Picture } from "#imaging/pixels/picture.ts"
import { findByContrast } from "./contrast/find-by-contrast.ts"
import { analyse } from "./contrast/scene.ts"
import { findProduct, type ProductOdds } from "./network/find-product.ts"
import type { OutlineNetwork } from "./network/read-network.ts"
import { networkCut } from "./network-cut.ts"
import { viewOf } from "./view.ts"

/** Answers by unrelated means for one picture at working size, the better one first; 1 is product. */
export interface Segmentation extends ProductOdds {
  mask: Uint8Array
  /** The second answer, worked out when it is asked for. */
  findOther(): Uint8Array
}

/** Finds the product: where the network sees it, cut along the edges; by contrast alone where it sees none. */
export function segment(picture: Picture, network: OutlineNetwork): Segmentation {
  const found = findProduct(picture, network)
  const view = viewOf(picture)
  const mask = networkCut(view, found.odds)
  if (!mask.includes(1)) return { ...found, mask: findByContrast(analyse(view)), findOther: () => mask }
  return { ...found, mask, findOther: () => findByContrast(analyse(view)) }
}
