// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import { abruptEdges } from "./abrupt-edges.ts"
import type { Scene } from "./scene.ts"

/** Farther than this from an abrupt edge, in pixels, is a part's inside; it also closes gaps of twice this in an edge. */
const reach = 2

/**
 * Adds parts of the product that the region tree left out because the outline leaks or runs out of the picture, such
 * as the pale handle of a pan: patches beside the mask whose colour no shadow explains and whose free outline is abrupt.
 */
export function addLeftOutParts(mask: Uint8Array, scene: Scene): Uint8Array {
  const { width, height } = scene.view
  const toEdge = distanceTo(abruptEdges(scene), 1, width, height)
  const toMask = distanceTo(mask, 1, width, height)
  const isUnlike = mask.map((value, p) => (value === 0 && scene.shadowFreeDistance[p]! > 5 ? 1 : 0))
  const inside = isUnlike.map((value, p) => (value === 1 && toEdge[p]! > reach ? 1 : 0))
  const { count, labels, areas } = findRegions(inside, width, height, 4)
  const free = new Float64Array(count + 1)
  const abrupt = new Float64Array(count + 1)
  const touching = new Float64Array(count + 1)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      const part = labels[p]!
      if (part === 0) continue
      if (labels[p - 1] === part && labels[p + 1] === part && labels[p - width] === part && labels[p + width] === part)
        continue
      if (toMask[p]! < 3 * reach) touching[part] = touching[part]! + 1
      else {
        free[part] = free[part]! + 1
        if (toEdge[p]! < reach + 1.5) abrupt[part] = abrupt[part]! + 1
      }
    }
  }
  const maskArea = mask.reduce((sum, value) => sum + value, 0)
  const isPart = Uint8Array.from(areas, (area, part) => {
    if (part === 0 || area < 0.004 * maskArea || area > 1.5 * maskArea) return 0
    return touching[part]! > 0.15 * (touching[part]! + free[part]!) && abrupt[part]! > 0.7 * free[part]! ? 1 : 0
  })
  const added = labels.map((part) => isPart[part]!)
  if (!added.includes(1)) return mask
  const toAdded = distanceTo(Uint8Array.from(added), 1, width, height)
  return mask.map((value, p) => (value === 1 || (isUnlike[p] === 1 && toAdded[p]! <= reach + 1) ? 1 : 0))
}
