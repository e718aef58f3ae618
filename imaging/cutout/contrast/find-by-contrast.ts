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

/**
 * Finds the product without having learned anything: by what suits the background best where it is plain (the region
 * tree), else by contrast to the border or by saliency, whichever mask looks more like a product.
 * @returns 1 for product
 */
export function findByContrast(scene: Scene): Uint8Array {
  if (scene.isPlain) return finish(addLeftOutParts(treeMask(scene), scene), scene)
  const contrast = contrastCut(scene)
  const salient = salientCut(scene)
  return finish(ownQuality(salient, scene) >= ownQuality(contrast, scene) ? salient : contrast, scene)
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
