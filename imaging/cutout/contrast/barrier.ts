// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { LevelQueue } from "./level-queue.ts"

/** Flooding levels per picture: fine enough that neighbouring edges differ, few enough for a bucket queue. */
const levels = 256
/** Levels per doubling. With 28 the highest level stands for an edge some 550 times as strong as the unit. */
const levelsPerDoubling = 28

/** Flooding level of an edge of the given strength; `unit` is the strength of ordinary background. */
export function barrierLevel(strength: number, unit: number): number {
  return Math.min(levels - 1, levelsPerDoubling * Math.log2(1 + strength / unit))
}

/** The edge strength a level stands for. */
export function barrierStrength(level: number, unit: number): number {
  return unit * (2 ** (level / levelsPerDoubling) - 1)
}

/**
 * For every pixel the level of the lowest "highest edge" that any path from a border pixel to it must cross. Shadows
 * and sweeps leak (low), objects stay closed (high). It is the flooding level of the watershed (Meyer, 1991), found in
 * one pass because the first visit of a pixel is already its best.
 * @param isSeed whether a pixel of the picture's border is background
 */
export function floodBarrier(
  magnitude: Float32Array,
  width: number,
  height: number,
  unit: number,
  isSeed: (pixel: number) => boolean,
): Uint8Array {
  const level = new Uint8Array(magnitude.length)
  for (let i = 0; i < level.length; i++) level[i] = barrierLevel(magnitude[i]!, unit)
  const out = new Uint8Array(magnitude.length).fill(levels - 1)
  const isVisited = new Uint8Array(magnitude.length)
  const queue = new LevelQueue(magnitude.length, levels)
  const visit = (p: number, at: number): void => {
    if (isVisited[p] === 1) return
    isVisited[p] = 1
    out[p] = at
    queue.push(p, at)
  }
  for (let x = 0; x < width; x++) {
    if (isSeed(x)) visit(x, 0)
    if (isSeed((height - 1) * width + x)) visit((height - 1) * width + x, 0)
  }
  for (let y = 0; y < height; y++) {
    if (isSeed(y * width)) visit(y * width, 0)
    if (isSeed(y * width + width - 1)) visit(y * width + width - 1, 0)
  }
  for (let p = queue.pop(); p >= 0; p = queue.pop()) {
    const x = p % width
    const at = out[p]!
    if (x > 0) visit(p - 1, Math.max(at, level[p - 1]!))
    if (x < width - 1) visit(p + 1, Math.max(at, level[p + 1]!))
    if (p >= width) visit(p - width, Math.max(at, level[p - width]!))
    if (p + width < level.length) visit(p + width, Math.max(at, level[p + width]!))
  }
  return out
}
