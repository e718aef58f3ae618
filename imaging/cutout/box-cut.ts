import { finish } from "./contrast/find-by-contrast.ts"
import type { Scene } from "./contrast/scene.ts"
import { grabCut, seed } from "./graph-cut/grabcut.ts"

/** A rectangle as shares of the picture's width and height, 0 to 1. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Finds the product inside a box a person drew: all outside is background, all inside is up to the colour models. */
export function cutInBox(scene: Scene, box: Box): Uint8Array {
  const { width, height } = scene.view
  const seeds = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInside =
        x >= box.left * width && x < box.right * width && y >= box.top * height && y < box.bottom * height
      seeds[y * width + x] = isInside ? seed.likelyObject : seed.background
    }
  }
  return finish(grabCut(scene.view, seeds, 4), scene)
}
