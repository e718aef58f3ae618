import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { clothMesh, type Fold } from "./drape.ts"
import { hung, neckline, onTrunk, type Row, type Spine, type Trunk } from "./garment.ts"
import { tailor } from "./pieces.ts"
import { hangs } from "./stands.ts"
import { buttons, collar, cuffed, shirtCollar, shortArm, shortFold, shown, strip, topTrunk } from "./tops.ts"

/** A full sleeve that is gathered into its cuff. */
const bishop: Spine = [
  [0.29, 1.735, 0.14, 0.15],
  [0.43, 1.7, 0.19, 0.19],
  [0.545, 1.5, 0.175, 0.175],
  [0.615, 1.16, 0.175, 0.17],
  [0.66, 0.84, 0.2, 0.19],
  [0.672, 0.62, 0.185, 0.175],
  [0.668, 0.5, 0.088, 0.092],
  [0.67, 0.4, 0.086, 0.09],
]

/** Cloth gathered at the shoulder and above the cuff. */
const gathers = (random: () => number): Fold => {
  const [p, q] = [random() * 6, random() * 6]
  return (a, share) =>
    0.013 * Math.cos(a * 11 + p) * Math.exp(-(((share - 0.8) / 0.16) ** 2)) +
    0.011 * Math.cos(a * 9 + q) * Math.exp(-((share / 0.18) ** 2)) +
    0.012 * Math.sin(share * 19 + 1.7 * Math.sin(a + p)) * Math.exp(-(((share - 0.5) / 0.2) ** 2)) +
    0.012 * Math.cos(a * 3 + q + share * 4) * share
}

/** A frill down the front on one side of the buttons. */
function frill(trunk: Trunk, side: 1 | -1, low: number, high: number): Mesh {
  return clothMesh(
    (u, v) => {
      const y = low + (high - low) * v
      const [x, py, z] = onTrunk(trunk, side * 0.075, y, 0.012)
      const wave = Math.sin(v * 88 + side)
      return [x + side * u * 0.095, py + 0.012 * u * wave, z + 0.012 + u * (0.035 + 0.026 * wave)]
    },
    { across: 8, along: 160, isRing: false },
  )
}

/** A woman's blouse: taken in at the waist, with a small collar, frills beside its buttons and full sleeves on cuffs. */
export function blouse(kit: Kit): Model {
  const isShort = /short/.test([...kit.look.words, kit.word].join(" "))
  const isFlat = hangs(kit)
  const cut = topTrunk(kit, isFlat, neckline(collar, 0.045))
  const taken = ([y, wide, deep, forward]: Row): Row => {
    const waist = 1 - 0.13 * Math.exp(-(((y - 0.95) / 0.3) ** 2))
    const bust = 1 + 0.1 * Math.exp(-(((y - 1.46) / 0.16) ** 2))
    return [y, wide * waist, deep * waist * bust, (forward ?? 0) + (bust - 1) * 0.25]
  }
  const trunk: Trunk = { ...cut, rows: cut.rows.map(taken) }
  const sew = tailor(kit, { kind: "fabric", color: namedColour(kit.look) ?? kit.palette.product, scale: 1.9 })
  const arm = isShort ? shortArm(isFlat, 0.95) : hung(isFlat, bishop)
  const fold = isShort ? shortFold(kit.random) : gathers(kit.random)
  const low = trunk.hem(0) + 0.006
  return shown(
    kit,
    [
      sew.trunk(trunk),
      ...cuffed(sew, arm, fold, { from: 0.9, folds: 0.2, lift: 0.01 }),
      sew.piece(() => joinMeshes(strip(trunk, 0.04, low, 1.985), shirtCollar(trunk, 0.7))),
      sew.piece(() => joinMeshes(frill(trunk, 1, 0.95, 1.9), frill(trunk, -1, 0.95, 1.9))),
      buttons(
        trunk,
        sew,
        [0, 1, 2, 3, 4, 5].map((i) => 1.86 - i * 0.24),
      ),
    ],
    isFlat,
  )
}
