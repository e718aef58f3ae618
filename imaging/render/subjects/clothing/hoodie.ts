import { cords } from "#imaging/render/mesh/cord.ts"
import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import type { Kit, Model } from "#imaging/render/subjects/kit/kit.ts"
import { paper } from "#imaging/render/subjects/kit/label.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import { clothMesh, type Fold } from "./drape.ts"
import { angleAt, neckline, onTrunk, patchDrape, type Trunk } from "./garment.ts"
import { neckBinding, tailor } from "./pieces.ts"
import { hangs } from "./stands.ts"
import { collar, hem, longArm, printed, shown, topTrunk, wornArm } from "./tops.ts"

/** A hood that lies open around the neck: low in front, a deep fold behind. */
function hood(trunk: Trunk): Mesh {
  const smooth: Trunk = { ...trunk, fold: () => 0 }
  return clothMesh(
    (u, v) => {
      const a = 0.05 + u * (2 * Math.PI - 0.1)
      const [x, y, z] = onTrunk(smooth, a, trunk.neck(a))
      const behind = (1 - Math.cos(a)) / 2
      const rise = 0.05 + 0.27 * behind ** 0.8
      const round = Math.sin(Math.min(1, v * 1.25) * Math.PI * 0.5)
      const inside = Math.max(0, (v - 0.72) / 0.28)
      const out = 1.02 + Math.sin(v * Math.PI) * (0.22 + 0.42 * behind) - 0.1 * inside
      const wave = 0.012 * Math.sin(a * 7 + v * 5) * Math.sin(v * Math.PI)
      return [x * (out + wave), y - 0.04 + rise * round - inside * rise * 0.7, z * (out + wave) - behind * 0.09 * v]
    },
    { across: 80, along: 22, isRing: false },
  )
}

/** A hoodie with its hood, pocket and cords, or a sweatshirt without them. */
export function hoodie(kit: Kit): Model {
  const isHooded = /hood/.test(kit.word)
  const isFlat = hangs(kit)
  const trunk = topTrunk(kit, isFlat, neckline(collar - 0.02, isHooded ? 0.11 : 0.08, 1.4))
  const sew = tailor(kit, { kind: "fabric", color: kit.palette.product, scale: 1.9 })
  const fold = wornArm(kit.random)
  const arm = longArm(isFlat)
  const ribs: Fold = (a) => 0.006 * Math.cos(a * 60)
  const cuffRibs: Fold = (a) => 0.004 * Math.cos(a * 24)
  const waistband: Trunk = { ...trunk, hem: () => hem + 0.01, neck: () => hem + 0.13, fold: ribs }
  const kangaroo = (): Mesh =>
    clothMesh(
      patchDrape(trunk, (u, v) => [(u - 0.5) * 2 * (0.34 - 0.14 * smoothStep(0.35, 1, v)), 0.52 + 0.4 * v], 0.03),
      { across: 40, along: 24, isRing: false },
    )
  const cord = (side: number): Vector3[] =>
    Array.from({ length: 14 }, (_, i) => {
      const y = 1.93 - i * 0.03
      const x = side * (0.075 + 0.012 * Math.sin(i * 0.5))
      return onTrunk(trunk, angleAt(trunk, x, y), y, 0.025)
    })
  return shown(
    kit,
    [
      printed(kit, sew, sew.trunk(trunk)),
      sew.trunk(waistband, 0.012),
      ...sew.sleeves(arm, fold),
      ...sew.sleeves(arm, cuffRibs, 0.9, 1, 0.006),
      sew.piece(() => (isHooded ? joinMeshes(hood(trunk), kangaroo()) : neckBinding(trunk, 0.028))),
      ...(isHooded
        ? [meshPiece(() => cords([cord(1), cord(-1)], () => 0.013), { color: paper, roughness: 0.8, specular: 0.02 })]
        : []),
    ],
    isFlat,
  )
}
