import { linear, luminance, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import { clothMesh, type Fold } from "./drape.ts"
import { type Cutting, cutOut } from "./edges.ts"
import { angleAt, neckline, onTrunk, patchDrape, type Row, type Spine, type Trunk } from "./garment.ts"
import { buttonsOn, namedTrim, type Tailor, tailor } from "./pieces.ts"
import { onHisForm, trousers } from "./robes.ts"
import { hangs } from "./stands.ts"
import { collar, longArm, shirtCollar, shown, topTrunk, wornArm } from "./tops.ts"

/** Height of the upper button, where the lapels meet, and of their notch, on a top's trunk. */
const buttonAt = 1.12
const notchAt = 1.74

/** Puts what is cut at a top's size where a smaller one is worn. */
interface Fit {
  by: number
  up: number
}

const fitTrunk = (trunk: Trunk, { by, up }: Fit): Trunk => ({
  ...trunk,
  rows: trunk.rows.map(([y, w, d, f = 0]) => [y * by + up, w * by, d * by, f * by]),
  hem: (a) => trunk.hem(a) * by + up,
  neck: (a) => trunk.neck(a) * by + up,
  fold: (a, y) => trunk.fold(a, (y - up) / by) * by,
})

/** Sleeves are narrower than a shirt's. */
const fitSpine = (spine: Spine, { by, up }: Fit): Spine =>
  spine.map(([x, y, w, d, f = 0]) => [(x - 0.03) * by, y * by + up, w * by * 0.86, d * by * 0.9, f * by])

/** How far from the middle the front edge of the jacket lies at a height: a V above the button, rounded away below. */
function frontEdge(y: number): number {
  if (y > buttonAt) return 0.175 * smoothStep(buttonAt - 0.1, collar - 0.02, y) * 1.1
  return 0.17 * Math.max(0, (0.52 - y) / 0.22) ** 2
}

/** A lapel, or the collar above its notch: between the V and an outer edge. */
function lapel(trunk: Trunk, side: 1 | -1, fit: Fit): Mesh {
  const patch = (low: number, high: number, wide: (t: number) => number, lift: number): Mesh =>
    clothMesh(
      patchDrape(
        trunk,
        (u, v) => {
          const y = low + (high - low) * v
          const inner = frontEdge(y) - 0.004
          // Mirrored so that its outside stays outside.
          const share = side === 1 ? u : 1 - u
          const x = side * (inner + wide(v) * share)
          return [x * fit.by, (y - 0.05 * share * v) * fit.by + fit.up]
        },
        lift * fit.by,
      ),
      { across: 24, along: 60, isRing: false },
    )
  return joinMeshes(
    patch(buttonAt - 0.02, notchAt, (t) => 0.02 + 0.2 * t ** 0.75, 0.034),
    patch(notchAt + 0.012, 1.985, (t) => 0.15 - 0.05 * t, 0.036),
  )
}

/** The collar around the back of the neck. */
function backCollar(trunk: Trunk, fit: Fit): Mesh {
  return clothMesh(
    (u, v) => {
      const a = 1.4 + u * (2 * Math.PI - 2.8)
      const y = 1.93 + 0.1 * v
      const [x, py, z] = onTrunk({ ...trunk, fold: () => 0 }, a, y * fit.by + fit.up, (0.034 - 0.02 * v) * fit.by)
      return [x, py, z]
    },
    { across: 60, along: 6, isRing: false },
  )
}

/** A flap or a welt that lies on the front. */
const flap = (trunk: Trunk, fit: Fit, x: number, y: number, half: Vector3, slant = 0): Mesh =>
  clothMesh(
    patchDrape(
      trunk,
      (u, v) => {
        const across = (u - 0.5) * 2 * half[0]
        return [(x + across) * fit.by, (y + (v - 0.5) * 2 * half[1] + across * slant) * fit.by + fit.up]
      },
      half[2] * fit.by,
    ),
    { across: 20, along: 8, isRing: false },
  )

/** A shirt front with its collar, and a tie. */
function shirtAndTie(trunk: Trunk, fit: Fit, tie: Rgb): SceneObject[] {
  const white: Material = { ...finish("fabric", linear("#eceef1"), { fineness: 2.4 }) }
  const shirt: Trunk = { ...trunk, fold: () => 0 }
  const on = (x: number, y: number, lift: number): Vector3 => {
    const height = y * fit.by + fit.up
    return onTrunk(shirt, angleAt(shirt, x * fit.by, height), height, lift * fit.by)
  }
  const blade = (): Mesh =>
    clothMesh(
      (u, v) => {
        const half = v < 0.9 ? 0.105 - 0.058 * v : 0.05 + 0.012 * Math.sin(((v - 0.9) / 0.1) * Math.PI)
        return on((u - 0.5) * 2 * half, 1.02 + 0.84 * v, -0.045 + 0.014 * Math.cos((u - 0.5) * Math.PI))
      },
      { across: 14, along: 60, isRing: false },
    )
  const knot = (): Mesh =>
    clothMesh(
      (u, v) => {
        const half = 0.04 + 0.03 * v
        return on((u - 0.5) * 2 * half, 1.855 + 0.1 * v, -0.03 + 0.05 * Math.cos((u - 0.5) * Math.PI))
      },
      { across: 14, along: 8, isRing: false },
    )
  return [
    meshPiece(
      () =>
        clothMesh(
          (u, v) => {
            const a = (u - 0.5) * 2.2
            const high = shirt.neck(a)
            const low = 0.9 * fit.by + fit.up
            return onTrunk(shirt, a, low + (high - low) * v, -0.06 * fit.by)
          },
          { across: 40, along: 40, isRing: false },
        ),
      white,
    ),
    meshPiece(() => shirtCollar(shirt, 0.8, fit.by), white),
    meshPiece(() => joinMeshes(blade(), knot()), { color: tie, roughness: 0.42, specular: 0.06 }),
  ]
}

interface Cut {
  pieces: SceneObject[]
  sew: Tailor
}

/** A jacket with notched lapels, two buttons, flap pockets and, in a suit, a shirt and a tie under it. */
function jacket(kit: Kit, fit: Fit, isFlat: boolean, isSuit: boolean): Cut {
  const cut = topTrunk(kit, isFlat, neckline(collar, 0.02))
  const taken = ([y, wide, deep, forward = 0]: Row): Row => {
    const waist = 1 - 0.09 * Math.exp(-(((y - 0.98) / 0.3) ** 2))
    return [y, wide * waist, deep * waist, forward]
  }
  const trunk = fitTrunk({ ...cut, rows: cut.rows.map(taken), fold: (a, y) => cut.fold(a, y) * 0.35 }, fit)
  const sew = tailor(kit, {
    kind: "fabric",
    color: namedColour(kit.look) ?? linear("#1f2a44"),
    scale: 1.9 / fit.by,
  })
  const worn = wornArm(kit.random)
  const fold: Fold = (a, share) => worn(a, share) * 0.5 * fit.by
  const inside: Cutting = (x, y, z) => (z < 0 ? 9 : Math.abs(x / fit.by) - frontEdge((y - fit.up) / fit.by))
  const body = sew.trunk(trunk)
  const at = (x: number, y: number, lift: number): Vector3 => {
    const height = y * fit.by + fit.up
    return onTrunk(trunk, angleAt(trunk, x * fit.by, height), height, lift * fit.by)
  }
  const places = [at(0.035, buttonAt - 0.03, 0.03), at(0.035, 0.86, 0.03)]
  const dark = luminance(sew.color) > 0.2 ? linear("#3a2a1e") : mix(sew.color, [0.002, 0.002, 0.003], 0.7)
  // The left side laps over the right: its edge alone stands out.
  const front = (): Mesh =>
    clothMesh(
      (u, v) => at(-0.2 + 0.255 * u, 0.5 + (buttonAt - 0.49) * v, 0.002 + 0.015 * u ** 4 * Math.min(1, v * 5)),
      {
        across: 30,
        along: 40,
        isRing: false,
      },
    )
  return {
    sew,
    pieces: [
      { ...body, material: cutOut(body.material, inside) },
      ...sew.sleeves(fitSpine(longArm(isFlat), fit), fold),
      sew.piece(front),
      sew.piece(() => joinMeshes(lapel(trunk, 1, fit), lapel(trunk, -1, fit), backCollar(trunk, fit))),
      sew.piece(() =>
        joinMeshes(
          flap(trunk, fit, 0.31, 0.74, [0.125, 0.04, 0.02], -0.06),
          flap(trunk, fit, -0.31, 0.74, [0.125, 0.04, 0.02], 0.06),
          flap(trunk, fit, 0.31, 1.4, [0.085, 0.022, 0.016], 0.12),
        ),
      ),
      meshPiece(() => buttonsOn(places, 0.03 * fit.by), { color: dark, roughness: 0.3, specular: 0.05 }),
      ...(isSuit ? shirtAndTie(trunk, fit, namedTrim(kit, sew.color) ?? linear("#5a1020")) : []),
    ],
  }
}

/** A blazer, on a form or a hanger. */
export function blazer(kit: Kit): Model {
  const isFlat = hangs(kit)
  return shown(kit, jacket(kit, { by: 1, up: 0 }, isFlat, false).pieces, isFlat)
}

/** A suit on a form: the jacket over a shirt and a tie, and its trousers; on a hanger the jacket over its shirt. */
export function suit(kit: Kit): Model {
  if (hangs(kit)) return shown(kit, jacket(kit, { by: 1, up: 0 }, true, true).pieces, true)
  const { pieces, sew } = jacket(kit, { by: 0.5625, up: 0.7 }, false, true)
  return onHisForm(kit, [...pieces, ...trousers(sew)], false)
}
