import { contrastCut } from "./contrast-cut.ts"
import { addEnclosedParts } from "./enclosed-parts.ts"
import { openHoles } from "./holes.ts"
import { addLeftOutParts } from "./left-out-parts.ts"
import { maskQuality } from "./mask-quality.ts"
import { outlineFoundAgain } from "./outline-again.ts"
import { alignToRidge } from "./ridge.ts"
import { salientCut } from "./salient-cut.ts"
import type { Scene } from "./scene.ts"
import { removeShadow } from "./shadow.ts"
import { treeMask } from "./tree-mask.ts"

/** Two independent answers for one picture at working size, the better one first; 1 is product. */
export interface Segmentation {
  mask: Uint8Array
  /** The second answer, worked out when it is asked for. */
  findOther(): Uint8Array
}

/**
 * Finds the product twice, by unrelated means: contrast to the border, and what suits the background best (the region
 * tree where it is plain, saliency where it is textured). On plain backgrounds the tree is reliably the better one; on
 * textured ones the better-looking mask wins.
 */
export function segment(scene: Scene): Segmentation {
  if (scene.isPlain) {
    const mask = finish(addLeftOutParts(treeMask(scene), scene), scene)
    return { mask, findOther: () => finish(contrastCut(scene), scene) }
  }
  const contrast = contrastCut(scene)
  const salient = salientCut(scene)
  const isSalient = ownQuality(salient, scene) >= ownQuality(contrast, scene)
  const [mask, other] = isSalient ? [salient, contrast] : [contrast, salient]
  return { mask: finish(mask, scene), findOther: () => finish(other, scene) }
}

/** Share of an outline that may be found elsewhere by chance. */
const chance = 0.05

/** How much a mask looks like a product, less where its outline is that of the ground's pattern. */
function ownQuality(mask: Uint8Array, scene: Scene): number {
  return maskQuality(mask, scene) * (1 - Math.max(0, outlineFoundAgain(mask, scene.view) - chance))
}

/** Takes shadows off a rough mask, adds what only its outline shows, moves its outline onto edges and opens its holes. */
export function finish(mask: Uint8Array, scene: Scene): Uint8Array {
  const lit = removeShadow(mask, scene)
  return openHoles(alignToRidge(scene.isPlain ? addEnclosedParts(lit, scene) : lit, scene), scene)
}
