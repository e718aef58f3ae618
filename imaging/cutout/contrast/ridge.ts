// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import type { Scene } from "./scene.ts"
import { growSeeds } from "./watershed.ts"

/** Moves a mask's outline, within about three pixels inwards and one and a half outwards, onto the strongest edge. */
export function alignToRidge(mask: Uint8Array, scene: Scene): Uint8Array {
  const { width, height } = scene.view
  const depth = distanceTo(mask, 0, width, height)
  const outside = distanceTo(mask, 1, width, height)
  const seeds = mask.map((value, p) => {
    if (value === 0) return outside[p]! > 1.5 ? 1 : 0
    const isSurelyObject = scene.isPlain && scene.shadowFreeDistance[p]! > 10 && depth[p]! > 1.2
    return depth[p]! > 3.2 || isSurelyObject ? 2 : 0
  })
  return growSeeds(scene.gradient.magnitude, width, height, seeds).map((label) => (label === 2 ? 1 : 0))
}
