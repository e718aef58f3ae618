import { linear } from "#imaging/render/language/colours.ts"
import { noLook } from "#imaging/render/language/reading.ts"
import { joinMeshes } from "#imaging/render/mesh/mesh.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { creases, fallingFolds, together } from "./drape.ts"
import { type Cutting, cutOut } from "./edges.ts"
import { neckline, type Row, type Spine, type Trunk } from "./garment.ts"
import { bodice, herForm, onHerForm, waistband } from "./gowns.ts"
import { neckBinding, tailor } from "./pieces.ts"
import { fullLengthStand } from "./stands.ts"
import { shirtCollar } from "./tops.ts"

const low = 0.58
const sleeve: Spine = [
  [0.1, 1.67, 0.05, 0.075],
  [0.155, 1.645, 0.07, 0.085],
  [0.205, 1.59, 0.078, 0.088],
  [0.248, 1.51, 0.086, 0.096],
  [0.283, 1.41, 0.092, 0.1],
]

/** A school pinafore with box pleats over a white shirt with short sleeves. */
export function schoolUniform(kit: Kit): Model {
  const { random } = kit
  const skirt: readonly Row[] = [
    [low, 0.36, 0.29],
    [low + (1.08 - low) * 0.5, 0.3, 0.235],
    [1.04, 0.235, 0.18],
  ]
  const trunk: Trunk = {
    rows: [...skirt, ...bodice],
    square: 1,
    hem: () => low,
    neck: () => 1.785,
    fold: together(fallingFolds(random, { from: 1.22, to: low, depth: 0.03, count: 22 }), creases(random, 0.006, 0.14)),
  }
  const sew = tailor(kit, { kind: "fabric", color: namedColour(kit.look) ?? linear("#1f3566"), scale: 3.2 })
  // A deep square neck, and armholes beside its straps.
  const inside: Cutting = (x, y, z) => {
    const neck = Math.max(Math.abs(x) - 0.092, (z > 0 ? 1.535 : 1.62) - y)
    const arm = y < 1.43 ? 9 : 0.215 - 0.055 * Math.min(1, (y - 1.43) / 0.12) - Math.abs(x)
    return Math.min(neck, arm)
  }
  const body = sew.trunk(trunk, 0.012)
  const shirt: Trunk = {
    ...trunk,
    rows: bodice,
    hem: () => 1.15,
    neck: neckline(1.79, 0.02),
    fold: creases(random, 0.006, 0.14),
  }
  const shirting = linear("#eceef1")
  const plain: Kit = { ...kit, look: noLook(), body: ({ kind, color }, options) => finish(kind, color, options) }
  const white = tailor(plain, { kind: "fabric", color: shirting, scale: 3.2 })
  return onHerForm([
    { ...body, material: cutOut(body.material, inside, 0.012) },
    sew.piece(() => waistband(trunk, 1.235, 1.285, 0.022)),
    white.trunk(shirt),
    ...white.sleeves(sleeve, (a, share) => 0.006 * share * Math.cos(a * 3 + share * 4)),
    ...white.sleeves(sleeve, () => 0, 0.9, 1, 0.005),
    white.piece(() => joinMeshes(shirtCollar(shirt, 0.9, 0.56), neckBinding(shirt, 0.006))),
    ...fullLengthStand(kit, herForm),
  ])
}
