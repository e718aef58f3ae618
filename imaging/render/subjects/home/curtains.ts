import { linear, mix } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import { cut, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, rotateZ, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish, type Layout } from "#imaging/render/settings/finishes.ts"
import { lace } from "#imaging/render/settings/lace.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { meshed } from "#imaging/render/subjects/kit/lazy-mesh.ts"

const rodAt = 2.32
const white = linear("#f1efea")

/** One panel of cloth in deep folds from the rod to the floor, between two places across; its folds gather at `tie` of the way down. */
function panel(from: number, to: number, pleats: number, shift: number, random: () => number, isLace: boolean): Mesh {
  const [rows, columns] = [26, pleats * 12]
  const phases = Array.from({ length: pleats + 1 }, () => random())
  const sheet = (front: number): Vector3[][] =>
    Array.from({ length: rows + 1 }, (_, r) => {
      const t = r / rows
      return Array.from({ length: columns + 1 }, (_unused, c): Vector3 => {
        const u = c / columns
        const at = u * pleats
        const wander =
          0.34 * t * ((phases[Math.floor(at)] ?? 0) * (1 - (at % 1)) + (phases[Math.ceil(at)] ?? 0) * (at % 1) - 0.5)
        const wave = Math.sin((at + wander + shift) * 2 * Math.PI)
        const deep = 0.085 + 0.03 * t + 0.02 * Math.sin(at * 1.7 + t * 3)
        return [
          from + (to - from) * u + 0.025 * Math.sin((at + wander + shift) * 4 * Math.PI) * (0.4 + 0.6 * t),
          rodAt + 0.06 - t * (rodAt + 0.04),
          wave * deep + front * 0.008,
        ]
      })
    })
  if (isLace) return loft(sheet(0), { isRing: false })
  const [near, far] = [sheet(1), sheet(-1)]
  // Front and back as one skin, so that light meets a cloth with two sides.
  const sections = near.map((row, r) => [...row, ...(far[r] ?? []).toReversed()])
  return loft(sections)
}

/** Half as much cloth again as it is wide lies in the folds. */
const acrossFolds: Layout = (x, y, _z, out) => {
  out[0] = x * 1.5
  out[1] = y
}

/** A pair of curtains on a rod with rings and finials, drawn aside before a window in its wall. */
export function curtains(kit: Kit): Model {
  const named = namedColour(kit.look)
  const color = named ?? kit.palette.product
  const isLace = kit.look.pattern === "lace"
  const woven = kit.body({ kind: "fabric", color: isLace ? (named ?? white) : color }, { isSoft: true })
  const cloth = isLace ? lace(woven, { layout: acrossFolds, cord: null, repeats: 1.9, hem: 0.03 }) : woven
  const metal = kit.of("handle", { kind: "brass", color: linear("#c9a55a") })
  const [wide, inner] = [1.36, 0.42]
  const mesh = joinMeshes(
    panel(-wide, -inner, 6, 0, kit.random, isLace),
    panel(inner, wide, 6, 0.5, kit.random, isLace),
  )
  const rings = Array.from({ length: 7 }, (_, i) => inner + 0.06 + (i * (wide - inner - 0.1)) / 6)
  const wall = cut(
    translate(box([1.75, 1.34, 0.05]), [0, 1.34, -0.34]),
    translate(box([0.74, 0.78, 0.2]), [0, 1.38, -0.34]),
  )
  const frame = union(
    cut(translate(box([0.8, 0.84, 0.05], 0.01), [0, 1.38, -0.3]), translate(box([0.72, 0.76, 0.2]), [0, 1.38, -0.3])),
    translate(box([0.025, 0.78, 0.03], 0.008), [0, 1.38, -0.3]),
    translate(box([0.74, 0.02, 0.03], 0.008), [0, 1.56, -0.3]),
    translate(box([0.88, 0.03, 0.1], 0.012), [0, 0.52, -0.26]),
  )
  return {
    pieces: [
      meshed(mesh, cloth, 70),
      solid(
        union(
          capsule([-1.5, rodAt, 0], [1.5, rodAt, 0], 0.026),
          mirrorX(translate(sphere(0.06), [1.55, rodAt, 0])),
          mirrorX(capsule([1.42, rodAt, 0], [1.42, rodAt, -0.3], 0.018)),
          ...rings.map((x) => mirrorX(translate(rotateZ(torus(0.05, 0.01), Math.PI / 2), [x, rodAt - 0.012, 0]))),
        ),
        metal,
      ),
      solid(wall, finish("matte", mix(kit.palette.pale, white, 0.6))),
      solid(frame, finish("glossy", white)),
      // The day outside.
      solid(translate(box([0.78, 0.8, 0.01]), [0, 1.38, -0.42]), {
        color: white,
        roughness: 1,
        emission: [1.05, 1.12, 1.2],
      }),
    ],
    yaw: 0.14,
    sway: 0.1,
    needsNoStand: true,
    isLarge: true,
    elevation: 0.06,
  }
}
