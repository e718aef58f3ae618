import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Kit, Model } from "#imaging/render/subjects/kit/kit.ts"
import { clothMesh, creases, fallingFolds, together } from "./drape.ts"
import { type Row, type Spine, type Trunk, trunkDrape } from "./garment.ts"
import { neckBinding, tailor } from "./pieces.ts"
import { dressForm, fullLengthStand } from "./stands.ts"

/** A woman's dress form, at 0.8 m to the unit. */
export const herForm: readonly Row[] = [
  [0.92, 0.14, 0.1],
  [1.02, 0.15, 0.11],
  [1.14, 0.14, 0.105],
  [1.27, 0.128, 0.095],
  [1.4, 0.16, 0.12, 0.012],
  [1.52, 0.192, 0.145, 0.024],
  [1.62, 0.19, 0.118, 0.008],
  [1.71, 0.178, 0.09],
  [1.765, 0.12, 0.074],
  [1.795, 0.07, 0.066],
  [1.84, 0.062, 0.062],
  [1.92, 0.06, 0.06],
]

/** The upper part of a fitted dress. */
export const bodice: readonly Row[] = [
  [1.14, 0.178, 0.14],
  [1.24, 0.156, 0.122],
  [1.3, 0.156, 0.122, 0.004],
  [1.4, 0.18, 0.14, 0.014],
  [1.52, 0.206, 0.16, 0.026],
  [1.62, 0.2, 0.128, 0.01],
  [1.71, 0.186, 0.1],
  [1.768, 0.124, 0.082],
  [1.8, 0.076, 0.072],
]

/** A woman's full-length garment on what it is shown on. */
export const onHerForm = (pieces: SceneObject[]): Model => ({
  pieces,
  yaw: 0.2,
  sway: 0.16,
  needsNoStand: true,
  isLarge: true,
  elevation: 0.07,
})

/** A smooth band around a trunk between two heights. */
export const waistband = (trunk: Trunk, low: number, high: number, lift: number): Mesh =>
  clothMesh(trunkDrape({ ...trunk, hem: () => low, neck: () => high, fold: () => 0 }, lift), { across: 72, along: 3 })

/** A skirt on a form, gathered at a waistband; a pencil skirt is narrow. */
export function skirt(kit: Kit): Model {
  const words = [...kit.look.words, kit.word].join(" ")
  const isNarrow = /pencil|fitted|tight/.test(words)
  const low = /mini|short/.test(words) ? 0.86 : /maxi|long/.test(words) ? 0.06 : 0.62
  const wide = isNarrow ? 0.185 : 0.24 + (1.2 - low) * 0.2
  const rows: readonly Row[] = [
    [low, wide, wide * 0.8],
    [low + (1.08 - low) * 0.5, isNarrow ? 0.21 : wide * 0.8, isNarrow ? 0.16 : wide * 0.63],
    [1.04, isNarrow ? 0.215 : 0.235, 0.17],
    [1.16, 0.186, 0.145],
    [1.25, 0.16, 0.125],
    [1.3, 0.158, 0.123],
  ]
  const { random } = kit
  const isPleated = /pleat|school|tennis/.test(words)
  const depth = isNarrow ? 0.008 : isPleated ? 0.035 : 0.065
  const trunk: Trunk = {
    rows,
    square: 1,
    hem: (a) => low + 0.005 * Math.sin(a * 3 + 1),
    neck: () => 1.3,
    fold: together(
      fallingFolds(random, { from: 1.27, to: low, depth, count: isPleated ? 26 : 12 }),
      creases(random, 0.008, 0.14),
    ),
  }
  const sew = tailor(kit, { kind: "fabric", color: kit.palette.product, scale: 3.2 })
  return onHerForm([
    sew.trunk(trunk),
    sew.piece(() => waistband(trunk, 1.255, 1.305, 0.009)),
    ...dressForm(kit, herForm),
  ])
}

/** A dress on a form: fitted above, a wide skirt that falls in folds; evening and wedding gowns are strapless and reach the floor. */
export function dress(kit: Kit): Model {
  const words = [...kit.look.words, kit.word].join(" ")
  const isBall = /wedding|bridal|evening|ball|prom|dinner/.test(words)
  const isLong = isBall || /gown|long|maxi|boubou/.test(words)
  const low = isLong ? 0.03 : /mini|short/.test(words) ? 0.8 : 0.52
  const wide = isBall ? 0.56 : isLong ? 0.47 : 0.42
  const skirt: readonly Row[] = [
    [low, wide, wide * 0.82],
    [low + (1.08 - low) * 0.5, wide * 0.76, wide * 0.6],
    [1.04, 0.25, 0.195],
  ]
  const { random } = kit
  const trunk: Trunk = {
    rows: [...skirt, ...bodice],
    square: 1,
    hem: (a) => low + 0.006 * Math.sin(a * 3 + 1),
    neck: isBall
      ? (a) => 1.6 - 0.05 * Math.max(0, Math.cos(a)) * Math.exp(-((a / 0.3) ** 2)) - 0.06 * (a > 2 || a < -2 ? 1 : 0)
      : (a) => 1.795 - 0.135 * Math.exp(-((a / 0.95) ** 2)),
    fold: together(
      fallingFolds(random, { from: 1.22, to: low, depth: isBall ? 0.085 : 0.07, count: isBall ? 14 : 12 }),
      creases(random, 0.01, 0.14),
    ),
  }
  const sew = tailor(kit, { kind: "fabric", color: kit.palette.product, scale: 3.2 })
  const pieces = [sew.trunk(trunk)]
  if (!isBall) {
    const sleeve: Spine = [
      [0.1, 1.67, 0.05, 0.075],
      [0.155, 1.645, 0.07, 0.085],
      [0.205, 1.59, 0.078, 0.088],
      [0.248, 1.51, 0.088, 0.098],
      [0.283, 1.42, 0.108, 0.115],
    ]
    const flare = fallingFolds(random, { from: 0.65, to: 0, depth: 0.012, count: 7 })
    pieces.push(...sew.sleeves(sleeve, (a, share) => flare(a, 1 - share) + 0.003 * Math.sin(a * 3 + share * 9)))
  }
  pieces.push(sew.piece(() => joinMeshes(neckBinding(trunk, 0.007), waistband(trunk, 1.235, 1.285, 0.01))))
  return onHerForm([...pieces, ...fullLengthStand(kit, herForm)])
}
