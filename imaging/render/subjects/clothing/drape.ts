// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { noise } from "#imaging/render/trace/noise.ts"

/** A sheet of cloth by two shares, 0 to 1: around (or across) and along. */
export type Drape = (u: number, v: number) => Vector3

/** How far cloth stands out at an angle around the body (0 at the front, radians) and a height. */
export type Fold = (angle: number, y: number) => number

interface Sheet {
  /** Cells each way. */
  across: number
  along: number
  /** The sheet closes around; strips are open. */
  isRing?: boolean
}

/** A sheet as triangles, smooth all over. Its outside is where u runs to the right and v up. */
export function clothMesh(drape: Drape, { across, along, isRing = true }: Sheet): Mesh {
  const columns = isRing ? across : across + 1
  const count = columns * (along + 1)
  const positions = new Float32Array(count * 3)
  for (let j = 0; j <= along; j++) {
    for (let i = 0; i < columns; i++) positions.set(drape(i / across, j / along), (j * columns + i) * 3)
  }
  const normals = new Float32Array(count * 3)
  const at = (i: number, j: number): number => {
    const column = isRing ? (i + columns) % columns : Math.max(0, Math.min(columns - 1, i))
    return (Math.max(0, Math.min(along, j)) * columns + column) * 3
  }
  for (let j = 0; j <= along; j++) {
    for (let i = 0; i < columns; i++) {
      const [l, r, d, t] = [at(i - 1, j), at(i + 1, j), at(i, j - 1), at(i, j + 1)]
      const side = (k: number): number => positions[r + k]! - positions[l + k]!
      const up = (k: number): number => positions[t + k]! - positions[d + k]!
      const n = [
        side(1) * up(2) - side(2) * up(1),
        side(2) * up(0) - side(0) * up(2),
        side(0) * up(1) - side(1) * up(0),
      ]
      const size = Math.hypot(n[0]!, n[1]!, n[2]!) || 1
      normals.set(
        n.map((x) => x / size),
        (j * columns + i) * 3,
      )
    }
  }
  const triangles: number[] = []
  for (let j = 0; j < along; j++) {
    for (let i = 0; i < across; i++) {
      const [a, b, c, d] = [at(i, j) / 3, at(i + 1, j) / 3, at(i + 1, j + 1) / 3, at(i, j + 1) / 3]
      triangles.push(a, b, c, a, c, d)
    }
  }
  return { positions, normals, triangles: Uint32Array.from(triangles) }
}

const clamp = (x: number): number => Math.max(0, Math.min(1, x))

/** Pipes of cloth that begin at a height and deepen toward the hem, as a skirt's: wide ridges, narrow valleys, no two alike. */
export function fallingFolds(
  random: () => number,
  { from, to, depth, count }: { from: number; to: number; depth: number; count: number },
): Fold {
  const [p, q, r, s, t] = Array.from({ length: 5 }, () => random() * 6.28) as [number, number, number, number, number]
  return (a, y) => {
    const h = clamp((from - y) / (from - to))
    if (h === 0) return 0
    const phase = a * count + 0.9 * Math.sin(a * 2 + p) + 0.7 * Math.sin(a * 3 + q) + h * 0.7 * Math.sin(a + r)
    const main = (0.5 + 0.5 * Math.cos(phase)) ** 0.75 * 2 - 1
    const fine = Math.cos(phase * 2 + 1.3 + s) * clamp((h - 0.3) / 0.7)
    const strength = 0.68 + 0.32 * Math.sin(a * 3 + t)
    return depth * h ** 1.15 * strength * (main + 0.3 * fine)
  }
}

/** Soft dents and creases of worn cloth, the same all over; `size` is how wide one is, world units. */
export function creases(random: () => number, depth: number, size: number, slant = 0.7): Fold {
  const seed = random() * 50
  return (a, y) => {
    const [x, z] = [Math.sin(a) / size, Math.cos(a) / size]
    const line = (y + slant * 0.5 * Math.abs(Math.sin(a))) / size
    const broad = noise(x * 0.55 + seed, line * 0.8, z * 0.55) - 0.5
    const sharp = 1 - Math.abs(2 * noise(x * 0.9 + seed, line * 1.7, z * 0.9 + 9) - 1)
    return depth * (broad * 1.2 + (sharp - 0.6) * 0.9)
  }
}

/** Several folds in one. */
export const together =
  (...folds: readonly Fold[]): Fold =>
  (a, y) =>
    folds.reduce((sum, fold) => sum + fold(a, y), 0)
