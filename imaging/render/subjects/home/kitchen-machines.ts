import { linear, luminance } from "#imaging/render/language/colours.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { cut, intersect, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, mirrorZ, rotateX, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, ellipsoid, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { turned } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, inkTexture, labelPrint, type PrintArea } from "#imaging/render/subjects/kit/label.ts"

const black = linear("#151617")
const steel = { kind: "steel" as const, color: linear("#c4c6c8") }
const white = { kind: "glossy" as const, color: linear("#f1f1ee") }
const pale = linear("#e9e9e6")
const lamp = linear("#79d8ff")

const facing = (radius: number, half: number, rounding = 0.01): Shape =>
  rotateX(cylinder(radius, half, rounding), Math.PI / 2)

/** The skin with the prompt's text printed on it. */
function lettered(kit: Kit, skin: Material, area: PrintArea): Material {
  const text = kit.text()
  if (!text) return skin
  const ink = luminance(skin.color) > 0.3 ? blackInk : pale
  return { ...skin, texture: inkTexture(labelPrint(text, area.width / area.height), area, ink, skin.texture) }
}

/** A display's naught, flat or as deep as it has to be to reach a curved face. */
const naught = ([x, y, z]: Vector3, deep = 0.006): Shape =>
  translate(cut(box([0.026, 0.045, deep], 0.004), box([0.014, 0.033, deep * 2], 0.003)), [x, y, z])

/** Segments of a display that is on. */
const shining = (shape: Shape): SceneObject => solid(shape, { color: lamp, roughness: 0.4, emission: [0.5, 1.3, 1.6] })

/** A dial that faces +z, with its mark. */
const dial = ([x, y, z]: Vector3, radius: number): SceneObject[] => [
  solid(translate(facing(radius, 0.05, 0.02), [x, y, z + 0.05]), finish("steel", steel.color)),
  solid(translate(box([0.009, radius * 0.36, 0.006], 0.004), [x, y + radius * 0.5, z + 0.104]), finish("matte", black)),
]

/** A microwave oven: a door with a dark window and a bar, a panel with display, keys and a dial. */
export function microwave(kit: Kit): Model {
  const skin = kit.body(steel)
  const [wide, tall, deep] = [1.06, 0.6, 0.66]
  const middle = tall + 0.07
  const front = deep + 0.02
  const keys = [0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((j) =>
      translate(box([0.05, 0.026, 0.012], 0.01), [0.68 + i * 0.125, middle + 0.14 - j * 0.1, front + 0.022]),
    ),
  )
  return {
    pieces: [
      solid(translate(box([wide, tall, deep], 0.04), [0, middle, 0]), skin),
      solid(
        translate(box([0.74, tall - 0.03, 0.03], 0.02), [-0.3, middle, front]),
        lettered(kit, skin, { width: 0.7, height: 0.1, middle: middle - tall + 0.1, across: -0.3 }),
      ),
      solid(
        translate(box([0.55, 0.38, 0.01], 0.008), [-0.36, middle + 0.02, front + 0.028]),
        kit.of("dial", { kind: "glossy", color: black }),
      ),
      solid(translate(box([0.27, tall - 0.03, 0.03], 0.02), [0.75, middle, front]), finish("glossy", black)),
      solid(
        union(
          capsule([0.33, middle - 0.4, front + 0.12], [0.33, middle + 0.4, front + 0.12], 0.03),
          ...[-0.34, 0.34].map((y) => capsule([0.33, middle + y, front], [0.33, middle + y, front + 0.12], 0.022)),
        ),
        kit.of("handle", steel),
      ),
      solid(union(...keys), finish("matte", linear("#4a4d50"))),
      shining(union(...[0.62, 0.7, 0.82, 0.9].map((x) => naught([x, middle + 0.4, front + 0.03])))),
      ...dial([0.75, middle - 0.34, front + 0.02], 0.12),
      solid(
        translate(mirrorX(mirrorZ(translate(cylinder(0.06, 0.05, 0.01), [wide - 0.15, 0, deep - 0.12]))), [0, 0.05, 0]),
        finish("matte", black),
      ),
    ],
    yaw: 0.36,
    sway: 0.14,
    elevation: 0.2,
  }
}

/** A washing machine that is filled from the front: a round door of dark glass in a ring, drawer, dial and display above. */
export function washingMachine(kit: Kit): Model {
  const skin = kit.body(white)
  const [wide, high, deep] = [0.72, 2, 0.68]
  const [door, front] = [0.92, deep]
  const at = (shape: Shape): Shape => translate(shape, [0, door, front])
  return {
    pieces: [
      solid(
        translate(box([wide, (high - 0.08) / 2, deep], 0.04), [0, (high + 0.08) / 2, 0]),
        lettered(kit, skin, { width: 0.6, height: 0.1, middle: 1.5 }),
      ),
      solid(
        translate(box([wide - 0.03, 0.13, 0.014], 0.012), [0, high - 0.2, front]),
        finish("glossy", linear("#2a2c2f")),
      ),
      solid(translate(box([0.2, 0.1, 0.016], 0.012), [-wide + 0.27, high - 0.2, front + 0.012]), skin),
      ...dial([0.02, high - 0.2, front + 0.012], 0.085),
      shining(union(...[0.3, 0.37, 0.47, 0.54].map((x) => naught([x, high - 0.2, front + 0.014])))),
      solid(at(rotateX(torus(0.475, 0.055), Math.PI / 2)), kit.of("handle", { kind: "chrome", color: pale })),
      solid(at(translate(facing(0.44, 0.03, 0.02), [0, 0, 0.01])), finish("matte", linear("#8b8e91"))),
      solid(at(ellipsoid([0.36, 0.36, 0.13])), kit.of("dial", { kind: "glossy", color: linear("#0b0d10") })),
      solid(at(translate(box([0.03, 0.09, 0.02], 0.015), [0.475, 0, 0.055])), finish("matte", linear("#55585b"))),
      solid(translate(box([0.14, 0.07, 0.008], 0.006), [wide - 0.26, 0.22, front]), skin),
      solid(
        translate(mirrorX(mirrorZ(translate(cylinder(0.06, 0.05, 0.01), [wide - 0.12, 0, deep - 0.12]))), [0, 0.05, 0]),
        finish("matte", black),
      ),
    ],
    yaw: 0.44,
    sway: 0.12,
    elevation: 0.14,
    isLarge: true,
  }
}

/** An air fryer: a tall rounded case, its basket drawn by a thick handle, a dark panel with a display above it. */
export function airFryer(kit: Kit): Model {
  const skin = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? black })
  const shellOf = (grow: number): Shape =>
    turned(
      [
        [0.66 + grow, 0.07],
        [0.78 + grow, 0.16],
        [0.84 + grow, 0.6],
        [0.82 + grow, 1.2],
        [0.68 + grow, 1.6],
        [0.4 + grow, 1.76 + grow],
      ],
      3,
    )
  const gap = translate(box([0.62, 0.42, 1], 0.1), [0, 0.58, 0.9])
  const basket = translate(box([0.6, 0.4, 1], 0.09), [0, 0.58, 0.9])
  const panel = translate(box([0.34, 0.2, 1], 0.1), [0, 1.26, 0.9])
  const grip = smoothUnion(
    0.05,
    translate(box([0.16, 0.21, 0.06], 0.05), [0, 0.62, 0.88]),
    translate(box([0.115, 0.1, 0.26], 0.07), [0, 0.66, 1.08]),
  )
  const lettering: PrintArea = { width: 0.84, height: 0.16, middle: 0.29, radius: 0.85 }
  return {
    pieces: [
      solid(cut(shellOf(0), gap), skin),
      solid(
        intersect(shellOf(-0.03), translate(box([0.66, 0.46, 1]), [0, 0.58, 0.9])),
        finish("matte", linear("#060606")),
      ),
      solid(intersect(shellOf(0.012), basket), lettered(kit, skin, lettering)),
      solid(intersect(shellOf(0.008), panel), kit.of("dial", { kind: "glossy", color: linear("#0a0b0d") })),
      shining(
        intersect(
          shellOf(0.014),
          union(
            ...[-0.15, -0.06, 0.06, 0.15].map((x) => naught([x, 1.32, 0.9], 1)),
            ...[-0.18, -0.06, 0.06, 0.18].map((x) => translate(facing(0.018, 1), [x, 1.16, 0.9])),
          ),
        ),
      ),
      solid(grip, kit.of("handle", { kind: "matte", color: luminance(skin.color) > 0.05 ? black : linear("#2e3033") })),
      solid(translate(box([0.05, 0.012, 0.09], 0.01), [0, 0.76, 1.12]), finish("steel", steel.color)),
      solid(translate(cylinder(0.64, 0.04, 0.01), [0, 0.04, 0]), finish("matte", black)),
    ],
    yaw: 0.4,
    sway: 0.14,
    elevation: 0.18,
  }
}
