import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import type { Mesh } from "./mesh.ts"

export interface LoftOptions {
  /** Each section is a closed ring (default) or an open strip. */
  isRing?: boolean
  /** Close the first and the last ring with a fan of triangles (default true). */
  hasCaps?: boolean
}

/**
 * Skin over a row of sections with the same number of points each. Seen from the last
 * section back toward the first, rings run against the clock for the outside to be outside. Flat until smoothed.
 */
export function loft(sections: readonly (readonly Vector3[])[], options: LoftOptions = {}): Mesh {
  const { isRing = true, hasCaps = true } = options
  const around = sections[0]?.length ?? 0
  const positions: number[] = []
  const triangles: number[] = []
  for (const section of sections) for (const p of section) positions.push(...p)
  const steps = isRing ? around : around - 1
  for (let s = 0; s + 1 < sections.length; s++) {
    for (let i = 0; i < steps; i++) {
      const a = s * around + i
      const b = s * around + ((i + 1) % around)
      triangles.push(a, b, b + around, a, b + around, a + around)
    }
  }
  if (isRing && hasCaps) {
    for (const [s, isLast] of [
      [0, false],
      [sections.length - 1, true],
    ] as const) {
      const ring = sections[s] ?? []
      const center = positions.length / 3
      const sum = ring.reduce((m, p) => [m[0] + p[0], m[1] + p[1], m[2] + p[2]] as const, [0, 0, 0] as Vector3)
      positions.push(sum[0] / around, sum[1] / around, sum[2] / around)
      for (let i = 0; i < around; i++) {
        const a = s * around + i
        const b = s * around + ((i + 1) % around)
        if (isLast) triangles.push(center, a, b)
        else triangles.push(center, b, a)
      }
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) }
}

/** Sections between given ones on a smooth curve (Catmull-Rom), `steps` per span. */
export function smoothSections(sections: readonly (readonly Vector3[])[], steps: number): Vector3[][] {
  const at = (s: number, i: number): Vector3 =>
    sections[Math.max(0, Math.min(sections.length - 1, s))]?.[i] ?? [0, 0, 0]
  const blend = (a: number, b: number, c: number, d: number, t: number): number =>
    b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  const result: Vector3[][] = []
  const around = sections[0]?.length ?? 0
  for (let s = 0; s + 1 < sections.length; s++) {
    for (let k = 0; k < steps; k++) {
      const ring: Vector3[] = []
      for (let i = 0; i < around; i++) {
        const [a, b, c, d] = [at(s - 1, i), at(s, i), at(s + 1, i), at(s + 2, i)]
        const t = k / steps
        ring.push([
          blend(a[0], b[0], c[0], d[0], t),
          blend(a[1], b[1], c[1], d[1], t),
          blend(a[2], b[2], c[2], d[2], t),
        ])
      }
      result.push(ring)
    }
  }
  result.push([...(sections[sections.length - 1] ?? [])])
  return result
}
