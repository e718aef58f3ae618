import { linear, mix, scale } from "#imaging/render/language/colours.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, repeatAround, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish, liquids } from "#imaging/render/settings/finishes.ts"
import { arc, rod, turned, vessel } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { inkTexture, labelPrint } from "#imaging/render/subjects/kit/label.ts"

/** Radius of the body. */
const radius = 0.44

/** A baby's bottle: clear body with a measuring scale and milk in it, a screw ring, a teat of silicone. */
export function feedingBottle(kit: Kit): Model {
  const isClear = kit.look.materials.some((kind) => kind === "glass" || kind === "plastic")
  const color = namedColour(kit.look) ?? mix(kit.palette.product, [1, 1, 1], 0.1)
  const ring = isClear ? finish("plastic", color) : kit.body({ kind: "plastic", color })
  const filling = kit.part("filling")
  const isFull = !kit.without("filling")
  const drink = filling
    ? (namedColour(filling.look) ?? liquids[filling.word.split(" ").at(-1) ?? ""] ?? liquids.milk)
    : liquids.milk
  const text = kit.text()
  const area = { width: 0.62, height: 0.2, middle: 0.72, radius: radius + 0.01 }
  const marks: Texture = (s, x, y, z) => {
    if (z < 0) return
    const along = Math.atan2(x, z) * radius
    const step = (y - 0.3) / 0.11
    const row = Math.round(step)
    const long = row % 2 === 0 ? 0.15 : 0.09
    if (row < 0 || row > 8 || along < 0.16 || along > 0.16 + long || Math.abs(step - row) > 0.07) return
    for (let i = 0; i < 3; i += 1) s.color[i] = color[i] ?? 0
  }
  const body = vessel(
    [
      [0.38, 0.02],
      [radius, 0.1],
      [radius, 0.5],
      [0.41, 0.78],
      [radius, 1.14],
      [0.37, 1.36],
      [0.36, 1.44],
    ],
    0.03,
    2,
  )
  const milk = turned(
    [
      [0.3, 0.075],
      [0.39, 0.13],
      [0.395, 0.5],
      [0.366, 0.78],
      [0.385, 0.98],
    ],
    3,
  )
  const teat = turned(
    [
      [0.32, 1.66],
      [0.31, 1.72],
      [0.2, 1.84],
      [0.125, 1.94],
      [0.115, 2.04],
      [0.12, 2.12],
      [0.09, 2.2],
      [0.02, 2.235],
    ],
    3,
  )
  const print = text ? inkTexture(labelPrint(text, 3.1), area, color, marks) : marks
  const grips = kit.part("handle")
  return {
    pieces: [
      solid(body, finish("glass", [0.96, 0.97, 0.97], { depth: 3 })),
      ...(isFull && drink
        ? [solid(milk, { color: drink, roughness: 0.35, emission: scale(drink, 0.16), texture: print })]
        : []),
      solid(
        union(
          translate(cylinder(0.44, 0.12, 0.04), [0, 1.52, 0]),
          translate(repeatAround(translate(box([0.012, 0.09, 0.016], 0.008), [0.44, 0, 0]), 36), [0, 1.52, 0]),
        ),
        kit.part("cap") ? kit.of("cap", { kind: "plastic", color }) : ring,
      ),
      solid(translate(cylinder(0.345, 0.03, 0.015), [0, 1.65, 0]), ring),
      solid(teat, { color: linear("#ead2ac"), roughness: 0.22, specular: 0.05 }),
      ...(grips
        ? [
            solid(
              mirrorX(rod(arc([0.4, 0.98, 0], [0, 0.34, 0], [0.4, 0, 0], 0, Math.PI, 10), 0.055)),
              kit.of("handle", { kind: "plastic", color }),
            ),
          ]
        : []),
    ],
    yaw: 0.1,
    sway: 0.2,
    elevation: 0.12,
  }
}
