import { linear, luminance, type Rgb } from "#imaging/render/language/colours.ts"
import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import type { Kit, Model } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "#imaging/render/subjects/kit/label.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { clothMesh, creases, type Fold, fallingFolds, together } from "./drape.ts"
import { angleAt, hung, onTrunk, patchDrape, type Row, type Spine, type Trunk } from "./garment.ts"
import { buttonsOn, type Tailor, tailor } from "./pieces.ts"
import { dressForm, hangerOnRail } from "./stands.ts"

/** How far the hem hangs above the floor, and the neck: 0.45 m to the unit. */
export const hem = 0.3
export const collar = 2.04

/** A top's trunk; on a hanger it hangs flat. */
export function topTrunk(kit: Kit, isFlat: boolean, neck: (a: number) => number, shirtTail = 0): Trunk {
  const deep = isFlat ? 0.52 : 1
  const wide = isFlat ? 1 : 0.94
  const rows = (
    [
      [hem, 0.54, 0.31],
      [0.8, 0.525, 0.3],
      [1.15, 0.53, 0.31],
      [1.5, 0.555, 0.335, 0.02],
      [1.68, 0.535, 0.29, 0.02],
      [1.83, 0.47, 0.225],
      [1.92, 0.35, 0.185],
      [1.98, 0.24, 0.165],
      [2.01, 0.185, 0.165],
      [collar, 0.168, 0.168],
    ] as const
  ).map(([y, w, d, z = 0]): Row => [y, w * wide, d * deep, z * deep])
  return {
    rows,
    square: isFlat ? 0.8 : 0.86,
    hem: (a) => hem + 0.02 + shirtTail * Math.cos(a * 2) * -1,
    neck,
    fold: together(
      fallingFolds(kit.random, { from: 1.62, to: hem, depth: isFlat ? 0.045 : 0.03, count: 7 }),
      creases(kit.random, 0.03, 0.36, 1.3),
    ),
  }
}

/** A sleeve to the wrist. */
export const longArm = (isFlat: boolean): Spine =>
  hung(isFlat, [
    [0.3, 1.74, 0.13, 0.15],
    [0.43, 1.69, 0.165, 0.175],
    [0.54, 1.5, 0.165, 0.165],
    [0.605, 1.14, 0.146, 0.145],
    [0.65, 0.76, 0.122, 0.125],
    [0.67, 0.38, 0.096, 0.1],
  ])

/** A sleeve to the elbow. */
export const shortArm = (isFlat: boolean, length = 1): Spine =>
  hung(isFlat, [
    [0.3, 1.74, 0.13, 0.15],
    [0.42, 1.7, 0.17, 0.185],
    [0.53, 1.57, 0.185, 0.19],
    [0.615, 1.57 - 0.17 * length, 0.19, 0.19],
    [0.68, 1.57 - 0.35 * length, 0.195, 0.19],
  ])

/** Wrinkles at the elbow and where the cuff holds the cloth. */
export function wornArm(random: () => number): Fold {
  const [p, q] = [random() * 6, random() * 6]
  return (a, share) =>
    0.02 * Math.sin(share * 27 + 1.7 * Math.sin(a + p)) * Math.exp(-(((share - 0.56) / 0.17) ** 2)) +
    0.016 * Math.sin(share * 40 + 2 * Math.sin(a * 2 + q)) * Math.exp(-(((share - 0.86) / 0.09) ** 2)) +
    0.012 * Math.cos(a * 2 + p + share * 5) +
    0.012 * Math.cos(a * 3 + q - share * 3) * share
}

/** Soft waves toward the open end of a short sleeve. */
export function shortFold(random: () => number): Fold {
  const p = random() * 6
  return (a, share) =>
    0.016 * share * Math.cos(a * 3 + p + share * 2) + 0.01 * Math.sin(share * 14 + 2 * Math.sin(a + p))
}

/** Sleeves that end in cuffs: from which share on, how much of the folds goes on there, and how far they stand out. */
export const cuffed = (
  sew: Tailor,
  arm: Spine,
  fold: Fold,
  { from, folds = 1, lift }: { from: number; folds?: number; lift: number },
): SceneObject[] => [
  ...sew.sleeves(arm, fold),
  ...sew.sleeves(arm, (a, share) => fold(a, share) * folds, from, 1, lift),
]

/** The folded collar of a shirt: a band that stands, and a leaf that falls over it into two points. @param by how large the garment is beside a top */
export function shirtCollar(trunk: Trunk, size = 1, by = 1): Mesh {
  const base = (a: number): Vector3 => onTrunk({ ...trunk, fold: () => 0 }, a, trunk.neck(a))
  const gap = 0.1
  const band = clothMesh(
    (u, v) => {
      const a = gap * 0.4 + u * (2 * Math.PI - gap * 0.8)
      const [x, y, z] = base(a)
      const front = Math.max(0, Math.cos(a))
      return [x * (1 - 0.06 * v), y + by * (v * 0.1 * (1 - 0.25 * front) - 0.01), z * (1 - 0.06 * v)]
    },
    { across: 64, along: 4, isRing: false },
  )
  const leaf = clothMesh(
    (u, v) => {
      const spread = 0.08 + 0.22 * v
      // From right to left, as the leaf falls outward: its outside is what is seen.
      const a = 2 * Math.PI - spread - u * (2 * Math.PI - 2 * spread)
      const [x, y, z] = base(a)
      const front = Math.max(0, Math.cos(a)) ** 2
      const drop = (0.155 + 0.13 * front) * size * v
      const out = 1.0 + 0.22 * v ** 0.8 + 0.1 * Math.sin(v * Math.PI)
      const rise = 0.095 * (1 - 0.2 * front) + 0.012 * Math.sin(v * Math.PI * 0.9)
      return [x * out, y + by * (rise - drop), z * out + by * front * 0.045 * v]
    },
    { across: 72, along: 10, isRing: false },
  )
  return joinMeshes(band, leaf)
}

/** A strip down the front with stitched edges. */
export const strip = (trunk: Trunk, half: number, low: number, high: number): Mesh =>
  clothMesh(
    patchDrape(trunk, (u, v) => [(u - 0.5) * 2 * half, low + (high - low) * v], 0.014),
    { across: 10, along: 60, isRing: false },
  )

export function pocket(trunk: Trunk, x: number, y: number, half: number): Mesh {
  return clothMesh(
    patchDrape(
      trunk,
      (u, v) => [
        x + (u - 0.5) * 2 * half,
        y - half * 1.1 + half * 2.2 * v - (1 - v) * 0.035 * (1 - Math.abs(u - 0.5) * 2),
      ],
      0.014,
    ),
    { across: 24, along: 24, isRing: false },
  )
}

/** On a hanger, or on a small dress form. */
export function shown(kit: Kit, pieces: SceneObject[], isFlat: boolean): Model {
  const rest = isFlat
    ? hangerOnRail(kit, { half: 1.08, top: 2.42, neck: 2.03, shoulder: [0.4, 1.8], arm: 0.028 })
    : dressForm(
        kit,
        [
          [0.6, 0.36, 0.2],
          [1.1, 0.4, 0.24],
          [1.5, 0.47, 0.28],
          [1.75, 0.42, 0.2],
          [1.92, 0.28, 0.15],
          [2.0, 0.17, 0.15],
          [2.08, 0.148, 0.148],
          [2.3, 0.142, 0.142],
        ],
        { size: 1.9 },
      )
  return { pieces: [...pieces, ...rest], yaw: 0.16, sway: 0.14, needsNoStand: true, elevation: 0.08 }
}

/** Puts the prompt's text on a chest. */
export function printed(kit: Kit, sew: Tailor, body: SceneObject): SceneObject {
  const text = kit.text()
  if (!text) return body
  const area = { width: 0.66, height: 0.48, middle: 1.38 }
  const ink = luminance(sew.color) > 0.3 ? blackInk : paper
  const texture = inkTexture(labelPrint(text, area.width / area.height), area, ink, body.material.texture)
  return { ...body, material: { ...body.material, texture } }
}

/** Buttons down the front, in their own colour. */
export function buttons(trunk: Trunk, sew: Tailor, heights: readonly number[], across = 0): SceneObject {
  const color: Rgb = luminance(sew.color) > 0.35 ? linear("#e9e4da") : linear("#efe8d8")
  const places = heights.map((y): Vector3 => onTrunk(trunk, angleAt(trunk, across, y), y, 0.018))
  return meshPiece(() => buttonsOn(places, 0.021), { color, roughness: 0.25, specular: 0.05 })
}

/** What a knitted top with short sleeves is sewn from; its parts lie on the trunk. */
export interface Knit {
  isFlat: boolean
  trunk: Trunk
  sew: Tailor
  /** Body, printed with the prompt's text, and sleeves with a doubled end of this share. */
  pieces(from: number, lift: number): SceneObject[]
}

/** Cuts a knitted top with short sleeves. @param neck height of the neckline by angle */
export function knit(kit: Kit, isFlat: boolean, neck: (a: number) => number): Knit {
  const trunk = topTrunk(kit, isFlat, neck)
  const sew = tailor(kit, { kind: "fabric", color: kit.palette.product, scale: 1.9 })
  const fold = shortFold(kit.random)
  return {
    isFlat,
    trunk,
    sew,
    pieces: (from, lift) => [
      printed(kit, sew, sew.trunk(trunk)),
      ...cuffed(sew, shortArm(isFlat), fold, { from, lift }),
    ],
  }
}
