import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { place } from "#imaging/render/settings/placement.ts"

/** Half width of a foot's outline from heel (0) to toe (1), round at both ends. */
export function footWidth(t: number): number {
  const knots = [0.235, 0.25, 0.262, 0.25, 0.245, 0.28, 0.325, 0.338, 0.322, 0.29, 0.26]
  const at = Math.max(0, Math.min(0.9999, t)) * 10
  const i = Math.floor(at)
  const k = at - i
  const smooth = k * k * (3 - 2 * k)
  const wide = (knots[i] ?? 0) * (1 - smooth) + (knots[i + 1] ?? 0) * smooth
  const round = (d: number, long: number): number => (d >= long ? 1 : Math.sqrt(Math.max(0, 1 - (1 - d / long) ** 2)))
  return wide * round(t, 0.13) * round(1 - t, 0.22)
}

/** Section across the foot at length t: a rounded bridge from sole level to `high`. */
function section(t: number, low: number, high: number, wide: number, points: number): Vector3[] {
  const x = -1 + t * 2
  return Array.from({ length: points }, (_, i) => {
    const a = (i / points) * Math.PI * 2
    const c = Math.cos(a)
    const s = Math.sin(a)
    const up = s > 0 ? s ** 0.8 : -((-s) ** 0.25)
    const narrow = s > 0 ? 1 - 0.3 * s * s * Math.min(1, (high - low) * 1.6) : 1
    return [
      x,
      s > 0 ? low + up * (high - low) : low + up * 0.02,
      -Math.sign(c) * Math.abs(c) ** 0.75 * wide * narrow,
    ] as Vector3
  })
}

const heights = [0.34, 0.66, 0.78, 0.8, 0.74, 0.64, 0.52, 0.41, 0.34, 0.28, 0.2]

export const heightAt = (t: number): number => {
  const at = t * 10
  const i = Math.min(9, Math.floor(at))
  return (heights[i] ?? 0) + ((heights[i + 1] ?? 0) - (heights[i] ?? 0)) * (at - i)
}

/** The closed upper of a shoe, `detail` times as fine. */
export function upper(detail = 1): Mesh {
  const sections: Vector3[][] = []
  for (let i = 0; i <= 20; i += 1) {
    const t = 0.02 + (i / 20) * 0.96
    sections.push(section(t, 0.17, 0.17 + heightAt(t), Math.max(0.03, footWidth(t) * 0.98), 40 * detail))
  }
  return loft(smoothSections(sections, 2 * detail))
}

export function soleMesh(low: number, high: number, grow: number): Mesh {
  const outline = (y: number, extra: number): Vector3[] =>
    Array.from({ length: 96 }, (_, i) => {
      const a = (i / 96) * Math.PI * 2
      const t = 0.5 - Math.cos(a) * 0.5
      const spring = 0.8 * Math.max(0, t - 0.78) ** 2
      return [
        (-1 + t * 2) * (1 + extra),
        y + spring,
        Math.sign(Math.sin(a)) * (footWidth(t) + extra * Math.sqrt(Math.abs(Math.sin(a)))),
      ] as Vector3
    })
  return loft([
    outline(low, grow - 0.02),
    outline(low + 0.02, grow),
    outline(high - 0.02, grow),
    outline(high, grow - 0.015),
  ])
}

/** Both shoes of a pair: the second one stands behind, turned. */
export function pair(pieces: SceneObject[]): SceneObject[] {
  return [
    ...place(pieces, { offset: [0, 0, 0.36], yaw: 0, scale: 1 }),
    ...place(pieces, { offset: [0.16, 0, -0.48], yaw: 0.28, scale: 1 }),
  ]
}
