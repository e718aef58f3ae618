import { linear } from "#imaging/render/language/colours.ts"
import { mapMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothCut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, mirrorZ, rotateX, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, cylinder, roundCone } from "#imaging/render/sdf/solids.ts"
import { rod } from "./kit/forms.ts"
import { type Kit, type Model, solid } from "./kit/kit.ts"
import { meshed } from "./kit/lazy-mesh.ts"
import { pillow } from "./pillow.ts"

const walnut = { kind: "wood" as const, color: linear("#7d4f2e") }
/** Four round legs that lean outward a little. */
function legs(x: number, z: number, high: number, spread: number, radius = 0.05): Shape {
  return mirrorX(mirrorZ(roundCone([x, high, z], [x + spread, radius * 0.6, z + spread], radius, radius * 0.62)))
}

/** A dining chair of bent wood with a curved back. */
export function chair(kit: Kit): Model {
  const wood = kit.body(walnut, { grain: 1, isSoft: true })
  const frame = kit.part("legs") ? kit.of("legs", walnut, { grain: 1 }) : wood
  const seat = translate(box([0.5, 0.05, 0.48], 0.045), [0, 0.98, 0])
  const pad = kit.part("filling")
  const back = smoothCut(
    0.02,
    translate(rotateX(box([0.5, 0.26, 0.05], 0.045), -0.14), [0, 1.78, -0.52]),
    translate(rotateX(box([0.14, 0.035, 0.2], 0.03), -0.14), [0, 1.84, -0.52]),
  )
  const posts = mirrorX(roundCone([0.42, 0.95, -0.42], [0.4, 1.86, -0.56], 0.05, 0.04))
  const pieces: SceneObject[] = [
    solid(smoothUnion(0.03, seat, back), wood),
    solid(
      union(
        legs(0.38, 0.36, 0.95, 0.07),
        posts,
        translate(
          mirrorX(
            rod(
              [
                [0.42, 0.5, -0.4],
                [0.42, 0.5, 0.4],
              ],
              0.025,
            ),
          ),
          [0, 0, 0],
        ),
      ),
      frame,
    ),
  ]
  pieces.push(
    solid(
      translate(box([0.45, 0.05, 0.43], 0.05), [0, 1.06, 0]),
      pad
        ? kit.of("filling", { kind: "fabric", color: linear("#d8cbb4") }, { isSoft: true })
        : kit.of("filling", { kind: "linen", color: linear("#d9cdb8") }),
    ),
  )
  return { pieces, yaw: 0.55, isLarge: true, elevation: 0.2 }
}

/** A round stool, or a cloth pouf. */
export function stool(kit: Kit): Model {
  if (/pouf|ottoman/.test(kit.word)) {
    const cloth = kit.body({ kind: "fabric", color: kit.palette.product }, { isSoft: true })
    return {
      pieces: [solid(translate(cylinder(0.85, 0.44, 0.28), [0, 0.45, 0]), cloth)],
      isLarge: true,
      elevation: 0.22,
    }
  }
  const wood = kit.body(walnut, { isSoft: true })
  return {
    pieces: [
      solid(translate(cylinder(0.52, 0.06, 0.05), [0, 1.4, 0]), wood),
      solid(
        union(
          legs(0.24, 0.24, 1.38, 0.16),
          translate(
            rod(
              [
                [-0.34, 0.5, 0.34],
                [0.34, 0.5, 0.34],
                [0.34, 0.5, -0.34],
                [-0.34, 0.5, -0.34],
                [-0.34, 0.5, 0.34],
              ],
              0.025,
            ),
            [0, 0, 0],
          ),
        ),
        kit.part("legs") ? kit.of("legs", walnut) : wood,
      ),
    ],
    yaw: 0.4,
    isLarge: true,
    elevation: 0.16,
  }
}

/** A table: round for coffee and side tables unless called square, else on four legs; desks get a drawer. */
export function table(kit: Kit): Model {
  const wood = kit.body(walnut, { isSoft: false })
  const under = kit.of("legs", wood.glass || wood.metalness ? walnut : { kind: "wood", color: linear("#5f3a22") }, {
    grain: 1,
  })
  const isRound = kit.look.outline !== "square" && (kit.look.outline === "round" || /coffee|side|end/.test(kit.word))
  if (isRound) {
    const high = /side|end/.test(kit.word) ? 1.3 : 0.82
    const wide = /side|end/.test(kit.word) ? 0.7 : 1.15
    return {
      pieces: [
        solid(translate(cylinder(wide, 0.055, 0.045), [0, high, 0]), wood),
        solid(legs(wide * 0.42, wide * 0.42, high - 0.05, wide * 0.16, 0.065), under),
      ],
      yaw: 0.3,
      isLarge: true,
      elevation: 0.2,
    }
  }
  const isStand = /night|bedside/.test(kit.word)
  const half: Vector3 = isStand ? [0.6, 0.05, 0.5] : [1.25, 0.05, 0.62]
  const high = isStand ? 1.2 : 1.15
  const pieces: SceneObject[] = [
    solid(translate(box(half, 0.03), [0, high, 0]), wood),
    solid(legs(half[0] - 0.14, half[2] - 0.13, high - 0.04, 0.03, 0.06), under),
  ]
  if (isStand || /desk|console/.test(kit.word)) {
    pieces.push(solid(translate(box([half[0] * 0.86, 0.14, half[2] * 0.86], 0.02), [0, high - 0.2, 0]), wood))
    pieces.push(
      solid(
        translate(
          rod(
            [
              [-0.12, 0, 0],
              [0.12, 0, 0],
            ],
            0.025,
          ),
          [0, high - 0.2, half[2] * 0.9],
        ),
        kit.of("handle", { kind: "brass", color: [1, 1, 1] }),
      ),
    )
  }
  return { pieces, yaw: 0.45, isLarge: true, elevation: 0.2 }
}

/** A throw cushion that leans back. */
export function cushion(kit: Kit): Model {
  const cloth = kit.body({ kind: "linen", color: kit.palette.product }, { isSoft: true })
  const lean = 0.2
  const stand = ([x, y, z]: Vector3): Vector3 => [
    x,
    0.93 + y * Math.cos(lean) + z * Math.sin(lean) * 0.6,
    z * Math.cos(lean) - y * Math.sin(lean),
  ]
  return {
    pieces: [meshed(mapMesh(pillow(0.95), stand), cloth, 70)],
    yaw: 0.25,
    needsNoStand: true,
    elevation: 0.12,
  }
}
