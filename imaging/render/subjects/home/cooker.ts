import { linear } from "#imaging/render/language/colours.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { cut, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, mirrorZ, rotateX, rotateY, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { inkTexture, labelPrint } from "#imaging/render/subjects/kit/label.ts"

const black = linear("#141415")
const iron = linear("#1f2022")
const steel = { kind: "steel" as const, color: linear("#c4c6c8") }
const pale = linear("#e9e9e6")

/** A gas burner with its pan support around the origin: brass ring, enamelled cap, four arms of iron on a frame. */
function burner([x, y, z]: Vector3, size: number, arm: number): SceneObject[] {
  const at = (shape: Shape): Shape => translate(shape, [x, y, z])
  const finger = (turn: number): Shape =>
    rotateY(
      union(capsule([arm * 0.32, 0.1, 0], [arm, 0.1, 0], 0.014), capsule([arm, 0.1, 0], [arm, 0.012, 0], 0.014)),
      turn,
    )
  return [
    solid(at(cylinder(size * 1.25, 0.012, 0.008)), finish("steel", steel.color)),
    solid(at(translate(cylinder(size * 0.92, 0.03, 0.01), [0, 0.03, 0])), finish("brass", black)),
    solid(at(translate(cylinder(size * 0.84, 0.016, 0.012), [0, 0.066, 0])), finish("matte", iron)),
    solid(
      at(
        union(
          ...[0, 1, 2, 3].map((i) => finger((i * Math.PI) / 2 + Math.PI / 4)),
          translate(torus(arm, 0.011), [0, 0.02, 0]),
        ),
      ),
      finish("matte", iron),
    ),
  ]
}

/** A round control knob that faces +z, with its pointer. */
function knob([x, y, z]: Vector3, size: number, kit: Kit): SceneObject[] {
  const facing = (shape: Shape): Shape => translate(rotateX(shape, Math.PI / 2), [x, y, z])
  return [
    solid(facing(cylinder(size * 1.2, 0.012, 0.006)), finish("steel", steel.color)),
    solid(
      facing(translate(cylinder(size, 0.05, 0.02), [0, 0.05, 0])),
      kit.of("handle", { kind: "matte", color: black }),
    ),
    solid(translate(box([0.007, size * 0.4, 0.006], 0.004), [x, y + size * 0.45, z + 0.1]), finish("matte", pale)),
  ]
}

/** A bar on two feet that faces +z, as on oven doors. */
function bar(half: number, [x, y, z]: Vector3): Shape {
  return translate(
    union(
      capsule([-half, 0, 0.09], [half, 0, 0.09], 0.026),
      mirrorX(capsule([half * 0.88, 0, 0], [half * 0.88, 0, 0.09], 0.02)),
    ),
    [x, y, z],
  )
}

const numbers: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, six: 6 }

/** How many burners the prompt names. */
function burnersOf(kit: Kit, usual: number): number {
  const named = /^(\w+)[- ]burner /.exec(kit.word)?.[1]
  return named === undefined ? usual : (numbers[named] ?? Number(named))
}

/** Places in a row around the middle, so far apart. */
const inRow = (count: number, apart: number): number[] =>
  Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * apart)

/** Cookers' glass is black unless the prompt gives it a colour or another material. */
function blackGlass(kit: Kit): Material {
  const made = kit.of("cap", { kind: "glossy", color: black })
  return made.glass ? finish("glossy", namedColour(kit.part("cap")?.look ?? kit.look) ?? black) : made
}

/** A standing gas cooker: two, four or six burners under an open glass lid, a row of knobs, the oven's door with its window and bar. */
export function gasCooker(kit: Kit): Model {
  const [wide, deep, high] = [0.62, 0.58, 1.66]
  const body = kit.body(steel)
  const text = kit.text()
  const area = { width: 0.5, height: 0.1, middle: 0.34 }
  const door = text
    ? { ...body, texture: inkTexture(labelPrint(text, 5), area, namedColour(kit.look) ? pale : black, body.texture) }
    : body
  const front = deep + 0.01
  const glass = kit.of("dial", { kind: "glossy", color: black })
  const count = burnersOf(kit, 4)
  // Two more knobs are the oven's and the grill's.
  const row = inRow(count + 2, 0.94 / (count + 1))
  const columns = count === 6 ? inRow(3, 0.38) : inRow(2, 0.6)
  const lines = count === 2 ? [0] : [-0.27, 0.27]
  const [size, arm] = count === 6 ? [0.07, 0.16] : [0.09, 0.23]
  return {
    pieces: [
      solid(translate(box([wide, (high - 0.14) / 2, deep], 0.02), [0, (high + 0.14) / 2, 0]), body),
      solid(
        translate(mirrorX(mirrorZ(translate(cylinder(0.05, 0.08, 0.01), [wide - 0.1, 0, deep - 0.1]))), [0, 0.08, 0]),
        finish("matte", black),
      ),
      solid(translate(box([wide - 0.02, 0.13, 0.02], 0.012), [0, high - 0.15, front]), finish("glossy", black)),
      solid(translate(box([wide - 0.02, 0.49, 0.03], 0.02), [0, 0.85, front + 0.01]), door),
      solid(translate(box([wide - 0.14, 0.27, 0.008], 0.006), [0, 0.83, front + 0.036]), glass),
      solid(translate(box([wide - 0.02, 0.075, 0.02], 0.015), [0, 0.25, front]), body),
      solid(bar(wide - 0.12, [0, 1.2, front + 0.03]), kit.of("handle", steel)),
      solid(
        cut(
          translate(box([wide, 0.03, deep], 0.02), [0, high + 0.02, 0]),
          translate(box([wide - 0.05, 0.05, deep - 0.05], 0.02), [0, high + 0.05, 0]),
        ),
        finish("steel", steel.color),
      ),
      ...row.flatMap((x) => knob([x, high - 0.15, front + 0.02], 0.05, kit)),
      ...columns.flatMap((x) =>
        lines.flatMap((z, i) => burner([x, high + 0.02, z + 0.02], i === 0 ? size : size * 1.28, arm)),
      ),
      ...(kit.without("cap")
        ? []
        : [
            solid(
              translate(rotateX(box([wide - 0.01, 0.5, 0.014], 0.012), -0.1), [0, high + 0.55, -deep - 0.02]),
              blackGlass(kit),
            ),
          ]),
    ],
    yaw: 0.5,
    sway: 0.12,
    elevation: 0.3,
    isLarge: true,
  }
}

/** A table-top gas stove: a low case on feet with a glass or steel top, one burner to three, a knob for each. */
export function gasStove(kit: Kit): Model {
  // "A glass gas stove" has a top of glass.
  const body = kit.look.materials.includes("glass") ? finish("steel", steel.color) : kit.body(steel)
  const count = burnersOf(kit, 2)
  const [wide, deep] = [count === 1 ? 0.56 : 0.52 * count - 0.02, 0.52]
  const top = blackGlass(kit)
  const text = kit.text()
  const area = { width: 0.5, height: 0.1, middle: 0.2 }
  const front = text
    ? { ...body, texture: inkTexture(labelPrint(text, 5), area, namedColour(kit.look) ? pale : black, body.texture) }
    : body
  const hobs = inRow(count, 1)
  return {
    pieces: [
      solid(translate(box([wide - 0.02, 0.1, deep - 0.02], 0.03), [0, 0.2, 0]), front),
      solid(translate(box([wide, 0.014, deep], 0.01), [0, 0.315, 0]), top),
      solid(
        translate(mirrorX(mirrorZ(translate(cylinder(0.06, 0.06, 0.02), [wide - 0.16, 0, deep - 0.12]))), [0, 0.06, 0]),
        finish("matte", black),
      ),
      ...hobs.flatMap((x) => [...burner([x, 0.335, -0.04], 0.17, 0.36), ...knob([x, 0.2, deep - 0.01], 0.075, kit)]),
    ],
    yaw: 0.3,
    sway: 0.15,
    elevation: 0.36,
  }
}
