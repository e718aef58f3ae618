import { linear } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { smoothUnion } from "#imaging/render/sdf/combine.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { capsule } from "#imaging/render/sdf/solids.ts"
import { footWidth, isSoft, meshed, pair } from "./foot.ts"
import { type Kit, type Model, namedColour, solid } from "./kit.ts"

/** A court shoe on a thin heel: an open shell over a raised footbed. */
export function heel(kit: Kit): Model {
  const leather = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? linear("#a31a2c") }, { isSoft })
  const lift = (t: number): number => {
    const k = Math.min(1, Math.max(0, (0.64 - t) / 0.52))
    return 0.03 + 0.84 * k * k * (3 - 2 * k)
  }
  const wide = (t: number): number => footWidth(t) * (0.78 - 0.16 * Math.max(0, t - 0.7))
  const rim = (t: number): number =>
    t < 0.12 ? 0.34 : t < 0.5 ? 0.34 - (t - 0.12) * 0.5 : t < 0.74 ? 0.15 + (t - 0.5) * 0.2 : 0.2
  const wall: Vector3[][] = []
  for (const [share, inset] of [
    [0, 0.03],
    [0.25, 0],
    [0.6, 0.004],
    [1, 0.02],
    [1, 0.05],
    [0.5, 0.045],
    [0.12, 0.05],
  ] as const) {
    wall.push(
      Array.from({ length: 96 }, (_, i) => {
        const a = (i / 96) * Math.PI * 2
        const t = 0.5 - Math.cos(a) * 0.5
        const side = Math.sign(Math.sin(a))
        return [
          (-1 + t * 2) * (1 - inset * 0.6),
          lift(t) + rim(t) * share,
          side * Math.max(0, wide(t) - inset),
        ] as Vector3
      }),
    )
  }
  const toe: Vector3[][] = []
  for (let i = 0; i <= 10; i += 1) {
    const t = 0.7 + (i / 10) * 0.295
    const w = wide(t)
    toe.push(
      Array.from({ length: 17 }, (_, k) => {
        const a = (k / 16) * Math.PI
        return [
          -1 + t * 2,
          lift(t) + 0.02 + Math.sin(a) ** 0.7 * (rim(t) * (1 - 0.55 * (i / 10) ** 2) + 0.02),
          Math.cos(a) * w,
        ] as Vector3
      }),
    )
  }
  const bed: Vector3[][] = []
  for (let i = 0; i <= 16; i += 1) {
    const t = 0.04 + (i / 16) * 0.9
    bed.push([1, 0.5, 0, -0.5, -1].map((k) => [-1 + t * 2, lift(t) + 0.035, k * (wide(t) - 0.03)] as Vector3))
  }
  const twoSided = (rows: Vector3[][], thick: number): Vector3[][] =>
    rows.map((row) => [...row, ...[...row].reverse().map(([x, y, z]): Vector3 => [x, y - thick, z * 0.96])])
  const spike = smoothUnion(
    0.1,
    capsule([-0.88, 0.03, 0], [-0.82, 0.66, 0], 0.04),
    capsule([-0.82, 0.66, 0], [-0.72, 0.84, 0], 0.1),
  )
  const spikes = kit.part("sole") ? kit.of("sole", { kind: "glossy", color: [0.1, 0.1, 0.1] }) : leather
  const shoe = [
    meshed(loft(wall, { hasCaps: false }), leather, 60),
    meshed(loft(twoSided(toe, 0.02)), leather, 60),
    meshed(loft(twoSided(bed, 0.03)), { color: [0.62, 0.42, 0.28], roughness: 0.6 }, 60),
    solid(spike, spikes),
  ]
  return { pieces: pair(shoe), yaw: 0.42, sway: 0.12, elevation: 0.2 }
}
