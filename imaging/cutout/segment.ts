import { contrastCut } from "./contrast-cut.ts"
import { openHoles } from "./holes.ts"
import { treeMask } from "./object-mask.ts"
import { alignToRidge } from "./ridge.ts"
import type { Scene } from "./scene.ts"
import { removeShadow } from "./shadow.ts"

/** The two independent answers for one picture at working size; 1 is product. */
export interface Segmentation {
  tree: Uint8Array
  contrast: Uint8Array
}

/** Finds the product twice, by unrelated means. */
export function segment(scene: Scene): Segmentation {
  const rough = treeMask(scene)
  const tree = openHoles(alignToRidge(removeShadow(rough, scene), scene), scene)
  return { tree, contrast: contrastCut(scene) }
}
