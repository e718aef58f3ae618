import { linear } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import {
  mirrorX,
  mirrorZ,
  repeatAlong,
  rotateX,
  rotateZ,
  type Shape,
  translate,
  type Vector3,
} from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { arc, rod } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { inkTexture, labelPrint } from "#imaging/render/subjects/kit/label.ts"

const black = linear("#151617")
const castMetal = { color: linear("#8f9294"), roughness: 0.42, metalness: 1 }
const pale = linear("#efeeea")

/** A cylinder along x, or along z where it faces the lens. */
const lying = (radius: number, half: number, rounding = 0.02): Shape =>
  rotateZ(cylinder(radius, half, rounding), Math.PI / 2)
const facing = (radius: number, half: number, rounding = 0.01): Shape =>
  rotateX(cylinder(radius, half, rounding), Math.PI / 2)

/** A closed loop of tube in the y-z plane with round corners. */
function loop(high: number, deep: number, radius: number): Shape {
  const bend = 0.2
  const corner = (y: number, z: number, turn: number): Vector3[] =>
    arc([0, y, z], [0, 0, bend], [0, bend, 0], turn, turn + Math.PI / 2, 5)
  const path = [
    ...corner(high - bend, deep - bend, 0),
    ...corner(high - bend, bend - deep, Math.PI / 2),
    ...corner(bend, bend - deep, Math.PI),
    ...corner(bend, deep - bend, Math.PI * 1.5),
  ]
  return rod([...path, path[0] ?? [0, 0, 0]], radius)
}

/** A square mains socket with three slots, facing +z. */
function socket([x, y, z]: Vector3): SceneObject[] {
  const slot = (dx: number, dy: number, half: Vector3): Shape =>
    translate(box(half, 0.004), [x + dx, y + dy, z + 0.022])
  return [
    solid(translate(box([0.085, 0.085, 0.02], 0.012), [x, y, z]), finish("matte", pale)),
    solid(
      union(
        slot(0, 0.035, [0.009, 0.022, 0.004]),
        slot(-0.034, -0.025, [0.02, 0.009, 0.004]),
        slot(0.034, -0.025, [0.02, 0.009, 0.004]),
      ),
      finish("matte", black),
    ),
  ]
}

/** A portable petrol generator: tank in a frame of tube, the engine with its fins and pull starter, a panel with sockets. */
export function generator(kit: Kit): Model {
  const [wide, high, deep] = [1.02, 1.52, 0.66]
  const color = namedColour(kit.look) ?? linear("#b3201c")
  const paint = kit.body({ kind: "glossy", color })
  const frame = kit.of("legs", { kind: "matte", color: black })
  const text = kit.text()
  const area = { width: 0.9, height: 0.22, middle: 1.27 }
  const tank = text ? { ...paint, texture: inkTexture(labelPrint(text, 4.1), area, pale, paint.texture) } : paint
  const rail = (y: number, z: number): Shape => capsule([-wide, y, z], [wide, y, z], 0.042)
  const dark = finish("matte", black)
  return {
    pieces: [
      solid(
        union(
          mirrorX(translate(loop(high - 0.12, deep, 0.045), [wide, 0.1, 0])),
          mirrorZ(rail(0.15, deep - 0.05)),
          mirrorZ(rail(high - 0.06, deep - 0.08)),
          mirrorX(capsule([0.45, 0.15, -deep + 0.05], [0.45, 0.15, deep - 0.05], 0.04)),
        ),
        frame,
      ),
      solid(mirrorX(mirrorZ(translate(cylinder(0.075, 0.06, 0.02), [wide - 0.25, 0.06, deep - 0.05]))), dark),
      solid(translate(box([0.86, 0.2, 0.5], 0.13), [0, 1.26, 0]), tank),
      solid(translate(box([0.9, 0.014, 0.54], 0.012), [0, 1.17, 0]), paint),
      solid(
        union(
          translate(cylinder(0.11, 0.04, 0.02), [-0.3, 1.48, 0.05]),
          translate(cylinder(0.05, 0.02, 0.01), [-0.3, 1.52, 0.05]),
        ),
        kit.of("cap", { kind: "matte", color: black }),
      ),
      solid(translate(cylinder(0.08, 0.015, 0.008), [0.35, 1.465, 0.05]), finish("matte", pale)),
      // The engine: a crankcase, the finned cylinder that leans forward, its cover and the pull starter at the end.
      solid(
        smoothUnion(
          0.06,
          translate(box([0.34, 0.3, 0.34], 0.08), [-0.42, 0.52, 0]),
          translate(lying(0.3, 0.12), [-0.02, 0.55, 0]),
        ),
        castMetal,
      ),
      solid(translate(repeatAlong(box([0.26, 0.2, 0.014], 0.006), 2, 8, 0.042), [-0.42, 0.8, 0.36]), castMetal),
      solid(translate(box([0.3, 0.17, 0.06], 0.04), [-0.42, 0.82, 0.56]), dark),
      solid(translate(lying(0.36, 0.1, 0.05), [-0.82, 0.58, 0]), paint),
      solid(
        union(
          translate(lying(0.15, 0.03, 0.01), [-0.93, 0.58, 0]),
          translate(rotateZ(torus(0.25, 0.014), Math.PI / 2), [-0.92, 0.58, 0]),
        ),
        dark,
      ),
      solid(
        translate(union(facing(0.075, 0.04), translate(facing(0.03, 0.05), [0, 0, 0.03])), [-0.6, 0.34, 0.36]),
        dark,
      ),
      // The alternator behind the panel, and the silencer at the back.
      solid(translate(lying(0.34, 0.4, 0.05), [0.5, 0.58, -0.06]), castMetal),
      solid(translate(repeatAlong(rotateZ(torus(0.342, 0.012), Math.PI / 2), 0, 7, 0.1), [0.5, 0.58, -0.06]), dark),
      solid(translate(lying(0.16, 0.5, 0.06), [0.2, 0.8, -0.45]), castMetal),
      solid(translate(box([0.5, 0.3, 0.06], 0.03), [0.46, 0.68, 0.5]), dark),
      ...[0.28, 0.52].flatMap((x) => socket([x, 0.6, 0.565])),
      solid(translate(facing(0.085, 0.02), [0.8, 0.82, 0.565]), finish("chrome", pale)),
      solid(translate(facing(0.07, 0.01), [0.8, 0.82, 0.588]), finish("matte", pale)),
      solid(
        translate(rotateZ(box([0.006, 0.028, 0.004], 0.003), 0.6), [0.79, 0.825, 0.6]),
        finish("matte", linear("#b3201c")),
      ),
      solid(translate(box([0.05, 0.075, 0.02], 0.01), [0.8, 0.58, 0.57]), finish("matte", linear("#2c2e30"))),
      solid(
        translate(rotateX(box([0.03, 0.05, 0.014], 0.008), 0.2), [0.8, 0.58, 0.595]),
        finish("glossy", linear("#c8281f")),
      ),
      solid(translate(facing(0.05, 0.03), [0.16, 0.84, 0.575]), finish("chrome", pale)),
      solid(translate(box([0.01, 0.035, 0.02], 0.006), [0.16, 0.84, 0.61]), dark),
    ],
    yaw: 0.42,
    sway: 0.12,
    elevation: 0.22,
    isLarge: true,
  }
}
