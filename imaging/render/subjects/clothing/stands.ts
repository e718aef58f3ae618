import { linear } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { arc, rod, turned } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, solid } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { clothMesh } from "./drape.ts"
import { type Row, type Trunk, trunkDrape } from "./garment.ts"

/** Whether the prompt wants the garment on a hanger and not on a dress form. */
export function hangs(kit: Kit): boolean {
  return kit.part("hanger") !== null
}

/** A tailor's dress form under a garment: `rows` of its body up to the neck, on a pole with a round foot unless cloth hides it. */
export function dressForm(kit: Kit, rows: readonly Row[], { size = 1, hasPole = true } = {}): SceneObject[] {
  const neck = rows.at(-1)?.[0] ?? 1.8
  const low = rows[0]?.[0] ?? 1
  const skin: Trunk = { rows, square: 1, hem: () => low, neck: () => neck, fold: () => 0 }
  const cloth = kit.of("form", { kind: "linen", color: linear("#d9ccb6") }, { isSoft: true, fineness: 2.4 / size })
  const foot = kit.of("legs", { kind: "matte", color: linear("#1f1e1e") })
  const wide = rows.at(-1)?.[1] ?? 0.07
  const cap = translate(
    turned(
      [
        [wide * 1.02, 0],
        [wide * 1.02, 0.022 * size],
        [0.035 * size, 0.03 * size],
        [0.02 * size, 0.055 * size],
        [0.034 * size, 0.085 * size],
        [0.012 * size, 0.112 * size],
      ],
      3,
    ),
    [0, neck - 0.004, 0],
  )
  return [
    meshPiece(() => clothMesh(trunkDrape(skin), { across: 48, along: 40 }), cloth),
    solid(cap, finish("wood", linear("#7a4a28"))),
    ...(hasPole ? [pole(low, size, foot)] : []),
  ]
}

/** What a full-length garment is shown on: a form, or a rail where the prompt names a hanger or a rail. */
export function fullLengthStand(kit: Kit, rows: readonly Row[], hasPole = true): SceneObject[] {
  const form = dressForm(kit, rows, { hasPole })
  return hangs(kit) ? hangerOnRail(kit, { half: 0.84, top: 2.1, neck: 1.83, shoulder: [0.17, 1.7], arm: 0.016 }) : form
}

function pole(high: number, size: number, material: SceneObject["material"]): SceneObject {
  return solid(
    union(
      translate(cylinder(0.018 * size, high / 2 + 0.05), [0, high / 2, 0]),
      translate(cylinder(0.24 * size, 0.014 * size, 0.008), [0, 0.014 * size, 0]),
    ),
    material,
  )
}

/** A clothes rail, and the hook of a hanger from its bar down to `neck`. */
export function rail(kit: Kit, { half, top, neck }: { half: number; top: number; neck: number }): SceneObject[] {
  const hook = top + 0.012
  const round = arc([0, hook - 0.035, 0], [0, -0.075, 0], [0.075, 0, 0], 0, 4.4, 10)
  const bar = union(
    translate(cylinder(0.02, top / 2), [-half, top / 2, -0.02]),
    translate(cylinder(0.02, top / 2), [half, top / 2, -0.02]),
    capsule([-half - 0.06, top, -0.02], [half + 0.06, top, -0.02], 0.022),
    translate(box([0.03, 0.018, 0.34], 0.015), [-half, 0.018, 0]),
    translate(box([0.03, 0.018, 0.34], 0.015), [half, 0.018, 0]),
  )
  const isRail = /rail|rack/.test(kit.part("hanger")?.word ?? "")
  const black = { kind: "matte", color: linear("#1c1c1d") } as const
  return [
    solid(rod([[0, neck, 0], [0, hook - 0.11, 0], ...round], 0.011), finish("steel", [0.6, 0.6, 0.6])),
    solid(bar, isRail ? kit.of("hanger", black) : finish(black.kind, black.color)),
  ]
}

/** A wooden hanger on a clothes rail. `shoulder` is where its right arm ends. */
export function hangerOnRail(
  kit: Kit,
  place: { half: number; top: number; neck: number; shoulder: readonly [number, number]; arm: number },
): SceneObject[] {
  const [sx, sy] = place.shoulder
  const middle = (sy + place.neck * 1.6) / 2.6
  const arms = rod(
    [
      [-sx, sy, 0],
      [-sx * 0.5, middle, 0],
      [0, place.neck, 0],
      [sx * 0.5, middle, 0],
      [sx, sy, 0],
    ],
    place.arm,
  )
  const isHanger = /hanger/.test(kit.part("hanger")?.word ?? "")
  const wood = { kind: "wood", color: linear("#9a6c42") } as const
  return [solid(arms, isHanger ? kit.of("hanger", wood) : finish(wood.kind, wood.color)), ...rail(kit, place)]
}
