import { linear } from "#imaging/render/language/colours.ts"
import { cords } from "#imaging/render/mesh/cord.ts"
import { joinMeshes } from "#imaging/render/mesh/mesh.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { creases } from "./drape.ts"
import { angleAt, neckline, onTrunk, type Spine, type Trunk } from "./garment.ts"
import { buttonsOn, namedTrim, neckBinding, tailor } from "./pieces.ts"
import { hangerOnRail } from "./stands.ts"
import { printed, shortFold } from "./tops.ts"

const sleeve: Spine = [
  [0.33, 1.73, 0.13, 0.1],
  [0.45, 1.68, 0.17, 0.115],
  [0.56, 1.53, 0.185, 0.12],
  [0.64, 1.34, 0.18, 0.12],
]

/** The lower edge: two openings for legs, and between them where front and back are snapped together. */
const edge = (a: number): number => 0.46 + 0.44 * Math.max(0, (Math.abs(Math.sin(a)) - 0.36) / 0.64) ** 0.72

/** A baby's romper on a small hanger: bound neck, sleeves and leg openings, snaps between the legs. */
export function romper(kit: Kit): Model {
  const trunk: Trunk = {
    rows: [
      [0.46, 0.23, 0.05],
      [0.62, 0.3, 0.09],
      [0.78, 0.42, 0.14],
      [0.92, 0.49, 0.175],
      [1.2, 0.52, 0.2],
      [1.5, 0.5, 0.18],
      [1.68, 0.485, 0.15],
      [1.82, 0.42, 0.12],
      [1.92, 0.3, 0.1],
      [1.97, 0.22, 0.1],
      [2.0, 0.195, 0.1],
    ],
    square: 0.82,
    hem: edge,
    neck: neckline(1.985, 0.1, 1.4),
    fold: creases(kit.random, 0.03, 0.34, 1.1),
  }
  const sew = tailor(kit, { kind: "fabric", color: namedColour(kit.look) ?? linear("#e9c64a"), scale: 2 })
  const fold = shortFold(kit.random)
  const trim = namedTrim(kit, sew.color) ?? linear("#f4f1ea")
  const binding = { color: trim, roughness: 0.9, specular: 0.02 }
  const ends = sew.sleeves(sleeve, fold, 0.9, 1, 0.01)
  const snaps = [-0.09, 0, 0.09].map((x): Vector3 => onTrunk(trunk, angleAt(trunk, x, 0.55), 0.55, 0.012))
  const legs = Array.from({ length: 128 }, (_, i): Vector3 => {
    const a = (i / 128) * 2 * Math.PI
    return onTrunk(trunk, a, edge(a))
  })
  return {
    pieces: [
      printed(kit, sew, sew.trunk(trunk)),
      ...sew.sleeves(sleeve, fold),
      ...ends.map((piece) => ({ ...piece, material: binding })),
      meshPiece(
        () =>
          joinMeshes(
            neckBinding(trunk, 0.026),
            cords([legs], () => 0.02, { around: 8, isClosed: true }),
          ),
        binding,
      ),
      meshPiece(() => buttonsOn(snaps, 0.021), { color: trim, roughness: 0.25, specular: 0.05 }),
      ...hangerOnRail(kit, { half: 0.94, top: 2.34, neck: 2.0, shoulder: [0.4, 1.82], arm: 0.026 }),
    ],
    yaw: 0.14,
    sway: 0.12,
    needsNoStand: true,
    elevation: 0.07,
  }
}
