import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Kit, Model } from "#imaging/render/subjects/kit/kit.ts"
import { creases, type Fold, fallingFolds, together } from "./drape.ts"
import { border, embroidered, neckBorder, type Stitches, slitBorder, stitches } from "./embroidery.ts"
import { neckline, type Row, type Spine, slitNeckline, type Trunk } from "./garment.ts"
import { neckBinding, type Tailor, tailor, trimColour } from "./pieces.ts"
import { fullLengthStand } from "./stands.ts"

/** A man's dress form, at 0.8 m to the unit. */
const hisForm: readonly Row[] = [
  [0.98, 0.15, 0.11],
  [1.2, 0.16, 0.115],
  [1.5, 0.2, 0.13],
  [1.65, 0.21, 0.11],
  [1.74, 0.16, 0.09],
  [1.8, 0.08, 0.072],
  [1.84, 0.07, 0.068],
  [1.94, 0.066, 0.066],
]

/** A man's full-length garment on a form. */
export const onHisForm = (kit: Kit, pieces: SceneObject[], hasPole: boolean): Model => ({
  pieces: [...pieces, ...fullLengthStand(kit, hisForm, hasPole)],
  yaw: 0.14,
  sway: 0.14,
  needsNoStand: true,
  isLarge: true,
  elevation: 0.07,
})

/** A trunk with embroidery on its front and its neckline bound in the same thread. */
function stitchedTrunk(kit: Kit, sew: Tailor, trunk: Trunk, at: Stitches): SceneObject[] {
  const thread = trimColour(kit, sew.color)
  const body = sew.trunk(trunk)
  const binding = sew.piece(() => neckBinding(trunk, 0.008))
  return [
    { ...body, material: embroidered(body.material, at, thread) },
    { ...binding, material: { color: thread, roughness: 0.5, specular: 0.05 } },
  ]
}

/** Gathers of a sleeve: rings that tighten toward the wrist, and hanging folds where it is wide. */
const sleeveFold =
  (depth: number, phase: number): Fold =>
  (a, share) =>
    depth * share * Math.cos(a * 5 + phase + share * 2) +
    depth * 0.5 * Math.sin(share * 21 + Math.sin(a + phase) * 2.2) * Math.exp(-(((share - 0.45) / 0.3) ** 2))

const legs: Spine = [
  [0.09, 1.0, 0.1, 0.1],
  [0.1, 0.7, 0.095, 0.1],
  [0.105, 0.4, 0.088, 0.094],
  [0.108, 0.16, 0.082, 0.09],
  [0.11, 0.012, 0.085, 0.095],
]

/** Trousers under a tunic or a jacket. */
export const trousers = (sew: Tailor): SceneObject[] =>
  sew.legs(legs, (a, share) => 0.006 * Math.sin(share * 30 + Math.sin(a) * 2) * share ** 3 + 0.004 * Math.cos(a * 2))

/** A long loose kaftan with wide sleeves and an embroidered neckline; an abaya is plain and closed. */
export function kaftan(kit: Kit): Model {
  const isAbaya = /abaya|jal/.test(kit.word)
  const isWide = /boubou|bubu/.test(kit.word)
  const { random } = kit
  const by = isWide ? 1.22 : 1
  const trunk: Trunk = {
    rows: [
      [0.025, 0.43 * by, 0.3],
      [0.5, 0.375 * by, 0.26],
      [1.0, 0.31 * by, 0.21],
      [1.35, 0.265 * by, 0.18],
      [1.55, 0.245, 0.165, 0.01],
      [1.66, 0.225, 0.125],
      [1.74, 0.165, 0.1],
      [1.785, 0.105, 0.082],
      [1.815, 0.078, 0.074],
    ],
    square: 0.92,
    hem: (a) => 0.025 + 0.005 * Math.sin(a * 4),
    neck: isAbaya ? neckline(1.82, 0.03, 1.5) : slitNeckline(1.815, 0.05, 0.16, 0.16),
    fold: together(fallingFolds(random, { from: 1.5, to: 0.03, depth: 0.11, count: 11 }), creases(random, 0.014, 0.18)),
  }
  const width = isAbaya ? 0.3 : 0.42
  const sleeve: Spine = [
    [0.1, 1.68, 0.06, 0.085],
    [0.18, 1.635, 0.088, 0.09],
    [0.28, 1.49, 0.11, 0.08],
    [0.39, 1.3, width * 0.34, 0.075],
    [0.46, 1.1, width * 0.46, 0.075],
  ]
  const sew = tailor(kit, {
    kind: "fabric",
    color: isAbaya ? [0.012, 0.012, 0.014] : kit.palette.product,
    scale: 3.2,
  })
  const thread = trimColour(kit, sew.color)
  const chest = isAbaya
    ? (x: number, y: number) => (y < 1.76 ? border(y, Math.abs(x) - 0.004, 0.03) : 0)
    : stitches(slitBorder(1.36, 0.012, 0.062), neckBorder(1.8, 0.1, 0.055))
  const fold = sleeveFold(0.042, random() * 6)
  const cuff = sew.sleeves(sleeve, fold, 0.93, 1, 0.004)
  return onHisForm(
    kit,
    [
      ...stitchedTrunk(kit, sew, trunk, chest),
      ...sew.sleeves(sleeve, fold),
      ...cuff.map((piece) => ({ ...piece, material: { color: thread, roughness: 0.5, specular: 0.05 } })),
    ],
    true,
  )
}

const tunicRows = (low: number): readonly Row[] => [
  [low, 0.272, 0.18],
  [low + 0.3, 0.258, 0.17],
  [1.15, 0.24, 0.16],
  [1.45, 0.252, 0.165, 0.008],
  [1.58, 0.25, 0.15, 0.006],
  [1.68, 0.225, 0.112],
  [1.745, 0.16, 0.095],
  [1.785, 0.1, 0.082],
  [1.81, 0.08, 0.076],
  [1.85, 0.078, 0.074],
]

const longSleeve: Spine = [
  [0.13, 1.68, 0.06, 0.08],
  [0.195, 1.64, 0.08, 0.088],
  [0.256, 1.53, 0.082, 0.082],
  [0.312, 1.33, 0.076, 0.076],
  [0.335, 1.12, 0.07, 0.07],
  [0.345, 0.93, 0.062, 0.062],
]

/** Wrinkles at the elbow and above the wrist. */
const armFold =
  (phase: number): Fold =>
  (a, share) =>
    0.007 * Math.sin(share * 34 + 1.6 * Math.sin(a + phase)) * Math.exp(-(((share - 0.55) / 0.16) ** 2)) +
    0.006 * Math.sin(share * 46 + 2 * Math.sin(a * 2 + phase)) * Math.exp(-(((share - 0.9) / 0.1) ** 2)) +
    0.005 * Math.cos(a * 2 + phase + share * 4)

/** A senator suit: a tunic to the knee with an embroidered front and a stand-up collar, over trousers. */
export function senator(kit: Kit): Model {
  const { random } = kit
  const trunk: Trunk = {
    rows: tunicRows(0.62),
    square: 0.86,
    hem: (a) => 0.62 + 0.012 * Math.cos(a * 2),
    neck: neckline(1.85, 0.02),
    fold: together(
      fallingFolds(random, { from: 1.3, to: 0.6, depth: 0.026, count: 8 }),
      creases(random, 0.016, 0.18, 1.2),
    ),
  }
  const sew = tailor(kit, { kind: "fabric", color: kit.palette.product, scale: 3.2 })
  const front: Stitches = (x, y) => (y > 1.79 ? border(x, y - 1.8, 0.045) : slitBorder(1.24, 0.008, 0.05)(x, y))
  return onHisForm(
    kit,
    [...stitchedTrunk(kit, sew, trunk, front), ...sew.sleeves(longSleeve, armFold(random() * 6)), ...trousers(sew)],
    false,
  )
}

/** An agbada: a wide robe with an embroidered chest over a tunic and trousers. */
export function agbada(kit: Kit): Model {
  const { random } = kit
  const trunk: Trunk = {
    rows: [
      [0.2, 0.4, 0.25],
      [0.6, 0.4, 0.25],
      [1.0, 0.375, 0.235],
      [1.3, 0.33, 0.21],
      [1.5, 0.29, 0.185, 0.01],
      [1.64, 0.252, 0.142, 0.004],
      [1.73, 0.18, 0.108],
      [1.785, 0.11, 0.09],
      [1.815, 0.086, 0.08],
    ],
    square: 0.9,
    hem: (a) => 0.2 + 0.03 * Math.cos(a * 2) + 0.01 * Math.sin(a * 5),
    neck: slitNeckline(1.815, 0.04, 0.13, 0.3),
    fold: together(fallingFolds(random, { from: 1.62, to: 0.2, depth: 0.1, count: 9 }), creases(random, 0.016, 0.22)),
  }
  const wing: Spine = [
    [0.1, 1.71, 0.05, 0.09],
    [0.19, 1.635, 0.095, 0.11],
    [0.3, 1.43, 0.16, 0.12],
    [0.39, 1.16, 0.22, 0.12],
    [0.43, 0.82, 0.25, 0.125],
    [0.45, 0.46, 0.27, 0.13],
  ]
  const sew = tailor(kit, { kind: "fabric", color: kit.palette.product, scale: 3 })
  const panel: Stitches = (x, y) => {
    const [px, py] = [Math.abs(x - 0.045) - 0.115, Math.abs(y - 1.35) - 0.17]
    const inside = -Math.max(px, py)
    return border(px > py ? y : x, inside, 0.055)
  }
  const chest = stitches(
    panel,
    (x, y) => (y > 1.52 ? slitBorder(1.5, 0.02, 0.05)(x, y) : 0),
    neckBorder(1.8, 0.125, 0.06),
  )
  return onHisForm(
    kit,
    [...stitchedTrunk(kit, sew, trunk, chest), ...sew.sleeves(wing, sleeveFold(0.062, random() * 6)), ...trousers(sew)],
    false,
  )
}
