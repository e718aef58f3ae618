import { linear } from "#imaging/render/language/colours.ts"
import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { meshed } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import { footWidth, pair } from "./foot.ts"

/** Height of the footbed at length t, heel 0 to toe 1. */
const lift = (t: number): number => 0.012 + 0.858 * smoothStep(0.7, 0.1, t)

/** Half width: slimmer than a bare foot, and drawn to a point. */
function wide(t: number): number {
  const point = 1 - 0.5 * Math.max(0, (t - 0.72) / 0.28) ** 1.7
  return Math.max(0.012, footWidth(t) * 0.8 * point)
}

/** Height of the upper if it were closed all round; the toe is round in profile. */
const high = (t: number): number =>
  (0.5 - 0.22 * smoothStep(0.15, 0.6, t) - 0.17 * smoothStep(0.7, 1, t)) *
  Math.sqrt(Math.max(0.02, 1 - Math.max(0, (t - 0.9) / 0.1) ** 2))

/** How far the upper reaches around the foot, radians from the sole: high at the heel, low at the arch, closed over the toes. */
const reach = (t: number): number =>
  Math.PI * (0.72 - 0.2 * smoothStep(0.06, 0.34, t) + 0.48 * smoothStep(0.56, 0.74, t))

/** The back bulges over the heel bone and closes in toward the rim: how far forward at a share of the height. */
const counter = (t: number, up: number): number => (0.16 * up * up - 0.09 * up) * smoothStep(0.3, 0, t)

/** Half a section of the upper from the sole up, thinner inside by `inset`. */
function section(t: number, inset: number): Vector3[] {
  const count = 30
  return Array.from({ length: count + 1 }, (_, i): Vector3 => {
    const a = ((i / count) * 2 - 1) * reach(t)
    const s = Math.sin(a)
    const c = Math.cos(a)
    const flat = c > 0 ? c ** 0.35 : -((-c) ** 0.8)
    const across = Math.sign(s) * Math.abs(s) ** 0.7 * Math.max(0.006, wide(t) - inset)
    const up = (1 - flat) / 2
    return [-1 + t * 2 + counter(t, up), lift(t) + inset * c + high(t) * up, across]
  })
}

function upper(): Mesh {
  const rows: Vector3[][] = []
  for (let i = 0; i <= 56; i += 1) {
    // Closer together toward the toe, which ends in a curve.
    const t = 0.004 + (1 - (1 - i / 56) ** 1.5) * 0.994
    rows.push([...section(t, 0), ...section(t, 0.022).reverse()])
  }
  return loft(rows.map((row) => row.reverse()))
}

/** The footbed inside the upper. */
function bed(): Mesh {
  const rows: Vector3[][] = []
  for (let i = 0; i <= 24; i += 1) {
    const t = 0.03 + (i / 24) * 0.8
    rows.push([-1, -0.5, 0, 0.5, 1].map((k): Vector3 => [-1 + t * 2, lift(t) + 0.04, k * (wide(t) - 0.02)]))
  }
  return loft(rows, { isRing: false })
}

/** A thin heel that widens into the seat. */
function spike(): Mesh {
  const rings = [
    [-0.8, 0.9, 0.17, 0.13],
    [-0.83, 0.78, 0.13, 0.115],
    [-0.865, 0.6, 0.07, 0.07],
    [-0.875, 0.3, 0.042, 0.045],
    [-0.87, 0.02, 0.036, 0.04],
    [-0.87, 0, 0.034, 0.038],
  ] as const
  const sections = rings.map(([x, y, long, deep]) =>
    Array.from({ length: 20 }, (_, i): Vector3 => {
      const a = (i / 20) * 2 * Math.PI
      return [x + Math.cos(a) * long, y, Math.sin(a) * deep]
    }),
  )
  return loft(smoothSections(sections, 4))
}

/** Court shoes on thin heels: closed, pointed toes, open over the arch. */
export function heel(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#a31a2c")
  const leather = kit.body({ kind: "glossy", color }, { isSoft: true })
  const under = kit.part("sole") ? kit.of("sole", { kind: "glossy", color: [0.1, 0.1, 0.1] }) : leather
  const lining = { color: linear("#c9a27e"), roughness: 0.6 }
  const shoe = [meshed(upper(), leather, 60), meshed(spike(), under, 60), meshed(bed(), lining, 60)]
  return { pieces: pair(shoe), yaw: 0.5, sway: 0.12, elevation: 0.22 }
}
