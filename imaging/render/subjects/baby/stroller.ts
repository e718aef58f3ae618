import { linear, mix } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { joinMeshes, type Mesh, mapMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import { type Puff, puff } from "#imaging/render/mesh/puff.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { cut, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, repeatAround, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { arc, rod } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"

const black = linear("#18191b")
/** Where the hood turns, and half its width. */
const [hubY, hubZ, half] = [1.16, -0.2, 0.43]

/** A stuffed block that leans back by `lean` radians, at its place. */
function leaned(block: Puff, lean: number, [x, y, z]: Vector3): Mesh {
  const [c, s] = [Math.cos(lean), Math.sin(lean)]
  return smoothMesh(
    mapMesh(puff(block), ([px, py, pz]) => [px + x, py * c + pz * s + y, pz * c - py * s + z]),
    75,
  )
}

/** The hood: cloth over bows that fan out from the hub, from behind the back to over the seat. */
function hood(): Mesh {
  const [rows, across] = [40, 28]
  const sections = Array.from({ length: rows + 1 }, (_, j) => {
    const t = j / rows
    const turn = Math.PI * (0.98 - 0.72 * t)
    const slack = 1 - 0.05 * Math.abs(Math.sin(t * Math.PI * 4))
    const bow = (thick: number): Vector3[] =>
      Array.from({ length: across + 1 }, (_unused, i): Vector3 => {
        const a = (i / across) * Math.PI
        const rise = Math.sin(a) ** 0.62
        const reach = (0.6 * slack - thick) * rise
        return [
          -Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** 0.7 * (half - thick),
          hubY + Math.sin(turn) * reach,
          hubZ + Math.cos(turn) * reach,
        ]
      })
    return [...bow(j === 0 || j === rows ? 0.006 : 0.02), ...bow(0).toReversed()]
  })
  return smoothMesh(loft(sections), 50)
}

/** A wheel around x: tyre, rim and spokes. */
function wheel(x: number, z: number, radius: number, rim: SceneObject["material"]): SceneObject[] {
  const at = (shape: Shape): Shape => mirrorX(translate(rotateZ(shape, Math.PI / 2), [x, radius, z]))
  return [
    solid(at(torus(radius - 0.045, 0.045)), finish("matte", black)),
    solid(
      at(
        union(
          cylinder(0.055, 0.05, 0.02),
          translate(torus(radius - 0.085, 0.012), [0, 0, 0]),
          repeatAround(capsule([0.04, 0, 0], [radius - 0.08, 0, 0], 0.014), 7),
        ),
      ),
      rim,
    ),
  ]
}

/** A baby's stroller: a padded seat under a hood on a folding frame, four wheels, a basket below. */
export function stroller(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.deep
  const cloth = kit.body({ kind: "fabric", color }, { isSoft: true })
  const canopy = kit.of("shade", { kind: "fabric", color }, { isSoft: true })
  const padding = kit.of("filling", { kind: "fabric", color: mix(color, linear("#d9d6cf"), 0.55) }, { isSoft: true })
  const frame = kit.of("handle", { kind: "steel", color: linear("#c6c8ca") })
  const rim = kit.of("legs", { kind: "matte", color: linear("#8d9093") })
  const tube = 0.026
  const x = 0.47
  const shell = [
    leaned({ half: [0.41, 0.46, 0.055], rounding: 0.05, crown: [0, 0, 0.015] }, 0.42, [0, 1.06, -0.36]),
    leaned({ half: [0.41, 0.06, 0.3], rounding: 0.05, crown: [0, 0.01, 0] }, -0.06, [0, 0.64, 0.1]),
    leaned({ half: [0.38, 0.2, 0.04], rounding: 0.035, crown: [0, 0, 0] }, 0.35, [0, 0.46, 0.44]),
    ...[-1, 1].map((side) =>
      leaned({ half: [0.03, 0.19, 0.36], rounding: 0.028, crown: [0.01, 0, 0] }, -0.2, [side * 0.42, 0.82, -0.02]),
    ),
  ]
  const pads = [
    leaned({ half: [0.3, 0.38, 0.05], rounding: 0.045, crown: [0, 0, 0.04] }, 0.42, [0, 1.07, -0.28]),
    leaned({ half: [0.3, 0.05, 0.26], rounding: 0.045, crown: [0, 0.03, 0] }, -0.06, [0, 0.71, 0.12]),
  ]
  const basket = cut(
    translate(box([0.4, 0.11, 0.36], 0.04), [0, 0.38, 0]),
    translate(box([0.38, 0.12, 0.34], 0.03), [0, 0.44, 0]),
  )
  return {
    pieces: [
      { geometry: { kind: "mesh", mesh: joinMeshes(...shell) }, material: cloth },
      { geometry: { kind: "mesh", mesh: hood() }, material: canopy },
      { geometry: { kind: "mesh", mesh: joinMeshes(...pads) }, material: padding },
      solid(basket, finish("fabric", mix(color, [0, 0, 0], 0.5))),
      solid(
        union(
          mirrorX(
            union(
              rod(
                [
                  [x, 0.19, 0.62],
                  [x, 0.95, -0.28],
                  [x, 1.62, -0.88],
                ],
                tube,
              ),
              capsule([x, 0.24, -0.6], [x, 0.86, 0.16], tube),
              capsule([x, 0.86, 0.16], [x, 0.96, -0.28], tube),
            ),
          ),
          capsule([-x, 0.24, -0.6], [x, 0.24, -0.6], tube * 0.8),
          capsule([-x, 0.28, 0.52], [x, 0.28, 0.52], tube * 0.8),
        ),
        frame,
      ),
      solid(rod(arc([0, 0.94, 0.06], [x, 0, 0], [0, 0.02, 0.36], 0, Math.PI, 14), 0.03), finish("matte", black)),
      solid(rod(arc([0, 1.62, -0.88], [x, 0, 0], [0, 0.1, -0.12], 0, Math.PI, 12), 0.036), finish("matte", black)),
      ...wheel(x + 0.03, -0.6, 0.25, rim),
      ...wheel(x + 0.01, 0.62, 0.19, rim),
    ],
    yaw: 0.95,
    sway: 0.12,
    elevation: 0.14,
    isLarge: true,
  }
}
