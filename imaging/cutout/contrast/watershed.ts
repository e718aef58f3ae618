// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { LevelQueue } from "./level-queue.ts"

/**
 * Grows labelled seeds (non-zero) over unlabelled pixels (zero) so that their borders meet on the ridges of the
 * gradient. Marker-controlled watershed: Vincent and Soille, 1991; Meyer, 1994. Levels are square-rooted so that weak
 * ridges keep resolution.
 */
export function growSeeds(magnitude: Float32Array, width: number, height: number, seeds: Uint8Array): Uint8Array {
  const highest = magnitude.reduce((most, value) => Math.max(most, value), 1e-6)
  const level = new Uint8Array(magnitude.length)
  for (let i = 0; i < level.length; i++) level[i] = 255 * Math.sqrt(magnitude[i]! / highest)
  const out = Uint8Array.from(seeds)
  const at = new Uint8Array(magnitude.length)
  const queue = new LevelQueue(magnitude.length, 256)
  for (let i = 0; i < out.length; i++) {
    if (out[i] === 0) continue
    at[i] = level[i]!
    queue.push(i, at[i]!)
  }
  const spread = (from: number, to: number): void => {
    if (out[to] !== 0) return
    out[to] = out[from]!
    at[to] = Math.max(at[from]!, level[to]!)
    queue.push(to, at[to]!)
  }
  for (let p = queue.pop(); p >= 0; p = queue.pop()) {
    const x = p % width
    if (x > 0) spread(p, p - 1)
    if (x < width - 1) spread(p, p + 1)
    if (p >= width) spread(p, p - width)
    if (p < width * (height - 1)) spread(p, p + width)
  }
  return out
}
