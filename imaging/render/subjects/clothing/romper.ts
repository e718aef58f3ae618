import { linear } from "#imaging/render/language/colours.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { creases, type Fold } from "./drape.ts"
import { onTrunk, type Spine, type Trunk } from "./garment.ts"
import { buttonsOn, namedTrim, neckBinding, tailor } from "./pieces.ts"
import { hangerOnRail } from "./stands.ts"
import { printed, shortFold } from "./tops.ts"

const sleeve: Spine = [
  [0.33, 1.73, 0.13, 0.1],
  [0.45, 1.68, 0.17, 0.115],
  [0.56, 1.53, 0.185, 0.12],
  [0.64, 1.34, 0.18, 0.12],
]

const leg: Spine = [
  [0.245, 1.08, 0.235, 0.11],
  [0.255, 0.92, 0.25, 0.165],
  [0.268, 0.76, 0.256, 0.194],
  [0.285, 0.6, 0.252, 0.19],
  [0.305, 0.46, 0.228, 0.168],
  [0.318, 0.36, 0.2, 0.14],
]

/** A baby's romper on a small hanger: short sleeves and legs with bound ends, snaps down from the neck. */
export function romper(kit: Kit): Model {
  const trunk: Trunk = {
    rows: [
      [0.74, 0.49, 0.15],
      [0.95, 0.52, 0.19],
      [1.2, 0.53, 0.205],
      [1.5, 0.5, 0.18],
      [1.68, 0.485, 0.15],
      [1.82, 0.42, 0.12],
      [1.92, 0.3, 0.1],
      [1.97, 0.22, 0.1],
      [2.0, 0.195, 0.1],
    ],
    square: 0.82,
    hem: () => 0.76,
    neck: (a) => 1.985 - 0.1 * Math.max(0, Math.cos(a)) ** 1.4,
    fold: creases(kit.random, 0.03, 0.34, 1.1),
  }
  const sew = tailor(kit, { kind: "fabric", color: namedColour(kit.look) ?? linear("#e9c64a"), scale: 2 })
  const fold = shortFold(kit.random)
  const legFold: Fold = (a, share) =>
    0.02 * Math.sin(share * 15 + 1.8 * Math.sin(a)) * share +
    0.014 * Math.cos(a * 13) * Math.exp(-(((share - 0.86) / 0.16) ** 2))
  const trim = namedTrim(kit, sew.color) ?? linear("#f4f1ea")
  const binding = { color: trim, roughness: 0.9, specular: 0.02 }
  const ends = [...sew.sleeves(sleeve, fold, 0.9, 1, 0.01), ...sew.sleeves(leg, legFold, 0.92, 1, 0.012)]
  const snaps = (kit.text() === null ? [1.76, 1.6, 1.44] : [1.77, 1.67]).map(
    (y): Vector3 => onTrunk(trunk, 0, y, 0.014),
  )
  return {
    pieces: [
      printed(kit, sew, sew.trunk(trunk)),
      ...sew.sleeves(sleeve, fold),
      ...sew.sleeves(leg, legFold),
      ...ends.map((piece) => ({ ...piece, material: binding })),
      meshPiece(() => neckBinding(trunk, 0.026), binding),
      meshPiece(() => buttonsOn(snaps, 0.028), { color: trim, roughness: 0.25, specular: 0.05 }),
      ...hangerOnRail(kit, { half: 0.94, top: 2.34, neck: 2.0, shoulder: [0.4, 1.82], arm: 0.026 }),
    ],
    yaw: 0.14,
    sway: 0.12,
    needsNoStand: true,
    elevation: 0.07,
  }
}
