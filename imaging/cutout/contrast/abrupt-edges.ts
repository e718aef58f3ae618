// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Scene } from "./scene.ts"

/** Edges that only things have: clearly above the noise and much stronger than what is left of them after smoothing. */
export function abruptEdges(scene: Scene): Uint8Array {
  const { gradient, sharpness, noiseEdge } = scene
  return Uint8Array.from(sharpness, (value, p) => (value > 1.5 && gradient.magnitude[p]! > 1.3 * noiseEdge ? 1 : 0))
}
