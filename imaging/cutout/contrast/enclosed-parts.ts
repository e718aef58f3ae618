// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import type { Scene } from "./scene.ts"

/** Half the width of the gaps in a drawn outline that count as closed, in pixels at working size. */
const reach = 3.5
/** Product more than twice this thick has a body; thinner is a wire, a handle or the outline itself. */
const bodyDepth = 3
/** Least area against the body's: smaller patches are where noise happens to close an outline. */
const leastShare = 0.06
/** A ground that strays more than this from its surface (lightness) has lights of its own, which close outlines too. */
const calmest = 1.2

/**
 * Adds parts of the background's own colour that nothing but their outline shows, such as the white sole of a shoe on
 * white paper: patches that a flood from the frame cannot reach without crossing an abrupt edge, that lean on the
 * product's body with one side, have a mere line on another, and are not in its shade. A patch with product all around
 * is a hole and is left to `openHoles`.
 */
export function addEnclosedParts(mask: Uint8Array, scene: Scene): Uint8Array {
  if (scene.surface.sigma[0] > calmest) return mask
  const { width, height } = scene.view
  const wall = mask.map((value, p) => (value === 1 || isAbrupt(scene, p) ? 1 : 0))
  const toWall = distanceTo(wall, 1, width, height)
  const inside = mask.map((_, p) => (toWall[p]! > reach ? 1 : 0))
  const { labels, areas, borderPixels } = findRegions(inside, width, height, 4)
  const depth = distanceTo(mask, 0, width, height)
  const core = mask.map((_, p) => (depth[p]! > bodyDepth ? 1 : 0))
  const toCore = distanceTo(core, 1, width, height)
  const bodyArea = toCore.reduce((sum, distance) => sum + (distance <= bodyDepth ? 1 : 0), 0)
  const unlike = mask.map((_, p) => (scene.shadowFreeDistance[p]! > 5 ? 1 : 0))
  const toUnlike = distanceTo(unlike, 1, width, height)
  const sums = Array.from(areas, () => ({ outline: 0, leaning: 0, drawn: 0, darker: 0 }))
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      const part = labels[p]!
      if (part === 0) continue
      const sum = sums[part]!
      sum.darker += scene.surface.channels[0][p]! - scene.view.channels[0][p]!
      if (labels[p - 1] === part && labels[p + 1] === part && labels[p - width] === part && labels[p + width] === part)
        continue
      sum.outline++
      if (toCore[p]! < bodyDepth + 2 * reach) sum.leaning++
      else if (toUnlike[p]! > 2 * reach) sum.drawn++
    }
  }
  const isPart = Uint8Array.from(areas, (area, part) => {
    if (part === 0 || borderPixels[part]! > 0 || area < leastShare * bodyArea || area > 1.5 * bodyArea) return 0
    const { outline, leaning, drawn, darker } = sums[part]!
    return leaning > 0.25 * outline && drawn > 0.3 * outline && darker < 3 * area ? 1 : 0
  })
  if (!isPart.includes(1)) return mask
  const added = mask.map((_, p) => isPart[labels[p]!]!)
  const toAdded = distanceTo(added, 1, width, height)
  return mask.map((value, p) => (value === 1 || toAdded[p]! <= reach + 1 ? 1 : 0))
}

/** Weaker edges than `abruptEdges` takes: here they must also close an outline. */
function isAbrupt({ sharpness, gradient, noiseEdge }: Scene, p: number): boolean {
  return sharpness[p]! > 1.3 && gradient.magnitude[p]! > 0.9 * noiseEdge
}
