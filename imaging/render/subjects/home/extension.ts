import { linear } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { smoothCurve } from "#imaging/render/sdf/profiles.ts"
import { rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { rod } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, inkTexture, labelPrint } from "#imaging/render/subjects/kit/label.ts"

const dark = linear("#1a1b1c")
const white = linear("#f0efeb")
const brass = finish("brass", dark)

/** One socket of a strip, seen from above: a frame, the slots for three flat pins, and its switch with a red lamp. */
function socket(x: number, top: number): SceneObject[] {
  const slot = (dx: number, dz: number, half: Vector3): Shape =>
    translate(box(half, 0.004), [x + dx, top + 0.014, 0.08 + dz])
  return [
    solid(translate(box([0.15, 0.012, 0.15], 0.01), [x, top + 0.004, 0.08]), finish("plastic", white)),
    solid(
      union(
        slot(0, -0.07, [0.017, 0.006, 0.038]),
        slot(-0.065, 0.05, [0.037, 0.006, 0.016]),
        slot(0.065, 0.05, [0.037, 0.006, 0.016]),
      ),
      finish("matte", dark),
    ),
    solid(
      translate(rotateZ(box([0.052, 0.02, 0.034], 0.012), 0.16), [x, top + 0.012, -0.19]),
      finish("glossy", linear("#c9211c")),
    ),
  ]
}

/** A power strip: a row of sockets with their switches, and a cord that ends in a plug with three pins. */
export function extensionSocket(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#2b2d30")
  const body = kit.body({ kind: "plastic", color })
  const text = kit.text()
  const top = 0.24
  const area = { width: 0.9, height: 0.12, middle: 0.13 }
  const art = text
    ? inkTexture(labelPrint(text, 7.5), area, color[0] + color[1] + color[2] > 1.2 ? blackInk : white, body.texture)
    : body.texture
  const path: [number, number][] = smoothCurve(
    [
      [-1.12, 0],
      [-1.4, 0.02],
      [-1.62, 0.3],
      [-1.34, 0.6],
      [-0.7, 0.66],
      [-0.1, 0.78],
      [0.22, 0.82],
    ],
    5,
  ).map(([x, z]) => [x, z])
  const cord = rod(
    path.map(([x, z], i): Vector3 => [x, i < 5 ? 0.12 - i * 0.016 : 0.045, z]),
    0.04,
  )
  const pin = (z: number, y: number, half: Vector3): Shape => translate(box(half, 0.006), [0.6, 0.16 + y, 0.83 + z])
  return {
    pieces: [
      solid(translate(box([1.12, 0.12, 0.32], 0.05), [0, 0.12, 0]), art ? { ...body, texture: art } : body),
      ...[-0.81, -0.43, -0.05, 0.33].flatMap((x) => socket(x, top)),
      // Two ports for charging leads and the main switch.
      solid(
        union(...[0, 0.14].map((z) => translate(box([0.06, 0.01, 0.026], 0.008), [0.68, top, z]))),
        finish("matte", color[0] > 0.4 ? dark : linear("#6a6d70")),
      ),
      solid(
        translate(rotateZ(box([0.07, 0.03, 0.1], 0.016), 0.12), [0.94, top, 0.04]),
        finish("glossy", linear("#c9211c")),
      ),
      solid(cord, kit.of("strap", { kind: "matte", color })),
      solid(
        union(
          translate(box([0.1, 0.14, 0.17], 0.05), [0.4, 0.15, 0.83]),
          translate(rotateZ(cylinder(0.06, 0.09, 0.02), Math.PI / 2), [0.26, 0.08, 0.82]),
        ),
        finish("plastic", color),
      ),
      solid(
        union(
          pin(0, 0.08, [0.11, 0.036, 0.016]),
          pin(-0.09, -0.07, [0.1, 0.016, 0.034]),
          pin(0.09, -0.07, [0.1, 0.016, 0.034]),
        ),
        brass,
      ),
    ],
    yaw: 0.32,
    sway: 0.12,
    elevation: 0.5,
  }
}
