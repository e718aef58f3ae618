import { linear } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { cylinder, ellipsoid } from "#imaging/render/sdf/solids.ts"
import { finish, type Layout } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { clothMesh, type Drape } from "./drape.ts"

/** Middle of the display head, world units: a head is 0.9 tall. */
export const headAt: Vector3 = [0, 0.78, 0]
const head = headAt

/** How a print lies on cloth around the head. */
export const headLayout: Layout = (x, y, z, out) => {
  out[0] = x * 1.7 - z * 0.5
  out[1] = y * 1.7 - z * 0.5
}

/** A featureless head on a round wooden foot. */
export function displayHead(kit: Kit): SceneObject[] {
  const dummy = { kind: "matte", color: linear("#e3d6c1") } as const
  const skin = kit.part("form") ? kit.of("form", dummy) : kit.of("legs", dummy)
  const face = smoothUnion(
    0.055,
    translate(ellipsoid([0.35, 0.44, 0.41]), head),
    translate(ellipsoid([0.255, 0.2, 0.24]), [0, head[1] - 0.28, 0.15]),
    translate(cylinder(0.15, 0.24, 0.03), [0, 0.3, -0.1]),
  )
  return [
    solid(face, skin),
    solid(union(translate(cylinder(0.27, 0.035, 0.02), [0, 0.035, -0.06])), finish("wood", linear("#7a4a28"))),
  ]
}

/** A tied gele on a featureless display head: pleats wrapped around the brow and a stiff fan that opens above. */
export function gele(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#b3122e")
  const woven = kit.body({ kind: "silk", color }, { isSoft: true, fineness: 1.4, layout: headLayout })
  const cloth = { ...woven, roughness: Math.max(woven.roughness, 0.42) }
  const p = kit.random() * 6
  const tilt = 0.34
  // Around the head, higher behind: five pleats that lie over each other like tiles.
  const wrap: Drape = (u, v) => {
    const a = (u - 0.5) * 2 * Math.PI
    const step = v * 5
    const lap = (step - Math.floor(step)) ** 0.8
    const wave = 0.012 * Math.sin(a * 3 + v * 9 + p)
    const out = 0.045 + 0.05 * v + 0.05 * (1 - lap) + wave
    const grow = 1 + 0.1 * v
    return [
      Math.sin(a) * (0.36 + out) * grow,
      head[1] + 0.1 + 0.36 * v + 0.05 * Math.cos(a * 2) * v - tilt * 0.16 * Math.cos(a),
      head[2] + Math.cos(a) * (0.43 + out) * grow - 0.04 - 0.05 * v,
    ]
  }
  // One fan from the crown: pleats that open toward a rolling rim, wider at the sides than in front.
  const fan =
    (turn: number, size: number, lean: number): Drape =>
    (u, v) => {
      const a = (u - 0.5) * Math.PI * 1.14
      const open = v ** 0.85
      const pleat = Math.cos(a * 17 + turn) * (0.012 + 0.045 * open)
      const rim = 0.05 * Math.sin(a * 5 + turn) * open ** 2 + 0.03 * Math.sin(a * 9 + p) * open
      const reach = 0.3 + size * open * (0.86 + 0.14 * Math.cos(a * 2)) + rim
      const up = Math.cos(a)
      const side = Math.sin(a)
      return [
        side * reach * 1.12 + turn * 0.05,
        head[1] + 0.24 + up * reach * 0.98 - Math.abs(side) * 0.04,
        head[2] - 0.08 + lean + pleat * 1.6 - 0.1 * open + 0.16 * open * Math.abs(side) * (lean > 0 ? 1 : -1),
      ]
    }
  const sheet = (drape: Drape, across: number, along: number, isRing: boolean): SceneObject =>
    meshPiece(() => clothMesh(drape, { across, along, isRing }), cloth)
  return {
    pieces: [
      sheet(wrap, 140, 60, true),
      sheet(fan(0.6, 0.52, 0.1), 260, 26, false),
      sheet(fan(-0.5, 0.66, -0.12), 260, 26, false),
      sheet(
        (u, v) => {
          const a = (u - 0.5) * 2 * Math.PI
          const r = 0.06 + 0.36 * v
          return [Math.sin(a) * r, head[1] + 0.5 - 0.12 * v ** 2, -0.05 - Math.cos(a) * r]
        },
        48,
        10,
        true,
      ),
      ...displayHead(kit),
    ],
    yaw: 0.3,
    sway: 0.12,
    elevation: 0.06,
  }
}
