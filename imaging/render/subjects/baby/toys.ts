import { linear, mix } from "#imaging/render/language/colours.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { cut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { extrude, polygon, rectangle, smoothCurve } from "#imaging/render/sdf/profiles.ts"
import { mirrorX, mirrorZ, rotateX, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { capsule, cylinder, ellipsoid, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"

const beech = linear("#d9ac74")
const black = linear("#1b1a19")

/** A wooden toy car: one thick block with rounded edges, windows sawn through, four fat wheels. */
export function toyCar(kit: Kit): Model {
  const color = namedColour(kit.look)
  const body = kit.body({ kind: color ? "glossy" : "wood", color: color ?? beech })
  const outline = smoothCurve(
    [
      [-1.02, 0.34],
      [-1.06, 0.62],
      [-0.9, 0.78],
      [-0.66, 0.84],
      [-0.5, 1.16],
      [-0.24, 1.3],
      [0.16, 1.3],
      [0.36, 1.18],
      [0.56, 0.86],
      [0.92, 0.76],
      [1.08, 0.6],
      [1.04, 0.34],
    ],
    2,
  )
  const window = (x: number, half: number): Shape => translate(extrude(rectangle(half, 0.13, 0.06), 1), [x, 1.02, 0])
  const arch = (x: number): Shape => translate(rotateX(cylinder(0.33, 1), Math.PI / 2), [x, 0.3, 0])
  const block = cut(
    extrude(polygon(outline, 0.02), 0.42, 0.08),
    window(-0.2, 0.17),
    window(0.21, 0.15),
    arch(-0.6),
    arch(0.6),
  )
  const facing = (shape: Shape): Shape => rotateX(shape, Math.PI / 2)
  const wheelsAt = (shape: Shape): Shape => mirrorX(mirrorZ(translate(facing(shape), [0.6, 0.3, 0.36])))
  const hub = kit.of("legs", { kind: "wood", color: color ? beech : mix(beech, linear("#6a3d1e"), 0.65) }, { grain: 1 })
  return {
    pieces: [
      solid(block, body),
      solid(wheelsAt(cylinder(0.29, 0.1, 0.05)), hub),
      solid(wheelsAt(translate(cylinder(0.1, 0.02, 0.015), [0, 0.1, 0])), color ? body : finish("wood", beech)),
      solid(
        mirrorZ(translate(rotateZ(cylinder(0.09, 0.02, 0.015), Math.PI / 2), [1.08, 0.6, 0.24])),
        finish("glossy", linear("#f2d26b")),
      ),
    ],
    yaw: 0.4,
    sway: 0.15,
    elevation: 0.2,
  }
}

const tufts = () => fractalTable(5, 1)

/** Short plush that lies in tufts. */
const plush = (material: Material): Material => ({
  ...material,
  roughness: 0.95,
  texture: (s, x, y, z) => {
    const [a, b, c] = [
      tufts().at(x * 5 + z * 2, y * 5),
      tufts().at(y * 5 + 5, z * 5 - x * 2),
      tufts().at(z * 5 + x * 2, x * 5 - y * 2),
    ]
    const tone = 1 + (a + b + c - 1.5) * 0.5
    for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * tone
    s.bump[0] += (a - 0.5) * 0.8
    s.bump[1] += (b - 0.5) * 0.8
    s.bump[2] += (c - 0.5) * 0.8
  },
})

/** A teddy bear that sits: round head and ears, a pale muzzle and soles, arms at its sides, a bow at its neck. */
export function teddyBear(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#a26f43")
  const fur = plush(kit.body({ kind: "fabric", color }, { isSoft: true }))
  const pale = plush(finish("fabric", mix(color, linear("#f3e3c8"), 0.72)))
  const at = (radii: Vector3, place: Vector3): Shape => translate(ellipsoid(radii), place)
  const limb = (from: Vector3, to: Vector3, radius: number): Shape => mirrorX(capsule(from, to, radius))
  const head = smoothUnion(
    0.06,
    at([0.5, 0.45, 0.44], [0, 1.5, 0.04]),
    mirrorX(at([0.17, 0.17, 0.09], [0.4, 1.86, -0.02])),
  )
  const trunk = smoothUnion(0.1, at([0.5, 0.56, 0.44], [0, 0.6, -0.04]), at([0.36, 0.3, 0.32], [0, 1.0, -0.02]))
  const limbs = union(
    limb([0.38, 0.98, 0.04], [0.7, 0.62, 0.3], 0.155),
    limb([0.34, 0.24, 0.16], [0.5, 0.22, 0.62], 0.21),
  )
  const eye: SceneObject = solid(mirrorX(translate(sphere(0.052), [0.17, 1.58, 0.45])), {
    color: black,
    roughness: 0.06,
    specular: 0.05,
  })
  const bow = kit.without("strap")
    ? []
    : [
        solid(
          union(
            translate(torus(0.33, 0.045), [0, 1.14, 0.02]),
            translate(ellipsoid([0.06, 0.06, 0.05]), [0, 1.1, 0.4]),
            mirrorX(translate(rotateZ(ellipsoid([0.17, 0.085, 0.045]), 0.2), [0.17, 1.12, 0.4])),
            mirrorX(translate(rotateZ(ellipsoid([0.05, 0.15, 0.025]), 0.35), [0.08, 0.97, 0.42])),
          ),
          kit.of("strap", { kind: "silk", color: linear("#b3232e") }),
        ),
      ]
  return {
    pieces: [
      solid(head, fur),
      solid(smoothUnion(0.04, trunk, limbs), fur),
      solid(smoothUnion(0.03, at([0.2, 0.155, 0.15], [0, 1.4, 0.42])), pale),
      solid(mirrorX(at([0.1, 0.1, 0.04], [0.4, 1.86, 0.045])), pale),
      solid(mirrorX(translate(rotateX(cylinder(0.14, 0.03, 0.025), Math.PI / 2), [0.5, 0.23, 0.82])), pale),
      eye,
      solid(at([0.075, 0.05, 0.045], [0, 1.46, 0.56]), { color: black, roughness: 0.3 }),
      solid(
        union(
          capsule([0, 1.43, 0.575], [0, 1.36, 0.568], 0.012),
          mirrorX(
            union(
              capsule([0, 1.36, 0.568], [0.05, 1.342, 0.558], 0.012),
              capsule([0.05, 1.342, 0.558], [0.095, 1.362, 0.535], 0.012),
            ),
          ),
        ),
        finish("matte", black),
      ),
      ...bow,
    ],
    yaw: 0.28,
    sway: 0.15,
    elevation: 0.12,
  }
}
