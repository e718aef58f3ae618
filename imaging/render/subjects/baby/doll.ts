import { linear, mix } from "#imaging/render/language/colours.ts"
import { cords } from "#imaging/render/mesh/cord.ts"
import { lathe } from "#imaging/render/mesh/lathe.ts"
import { mapMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import { egg } from "#imaging/render/mesh/scatter.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, rotateX, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { capsule, cylinder, ellipsoid, torus } from "#imaging/render/sdf/solids.ts"
import { finish, type Layout } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"

const cotton = linear("#6b3f26")
const yarn = linear("#17120f")

/** Cloth of a toy's skin: a fine weave, soft all over. */
const stuffed = (material: Material): Material => ({
  ...material,
  roughness: 0.9,
  texture: (s, x, y, z) => {
    const thread = Math.sin(x * 190) * Math.sin(y * 190 + z * 60)
    for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + thread * 0.07)
    s.bump[0] += thread * 0.12
    s.bump[1] += thread * 0.12
  },
})

/** Two puffs of curly yarn and a cap of it. */
function hair(): SceneObject[] {
  const material: Material = {
    color: yarn,
    roughness: 0.85,
    texture: (s, x, y, z) => {
      const [a, b] = [fractalTable(5, 1).at(x * 9 + z * 4, y * 9), fractalTable(5, 1).at(z * 9 + 4, y * 9 - x * 4)]
      for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (0.6 + a * 0.9)
      s.bump[0] += (a - 0.5) * 2
      s.bump[1] += (b - 0.5) * 2
      s.bump[2] += (a + b - 1) * 1.4
    },
  }
  const curl = (at: Vector3, radius: number) =>
    meshPiece(() => {
      const { positions, triangles } = egg([1, 1, 1], 96, 64)
      const bumpy = mapMesh({ positions, triangles }, ([x, y, z]) => {
        const k = 1 + 0.13 * (fractalTable(5, 0).at(x * 2.2 + z * 1.3 + at[0], y * 2.2 + z) - 0.5) * 2
        return [at[0] + x * radius * k, at[1] + y * radius * k, at[2] + z * radius * k]
      })
      return smoothMesh(bumpy, 180)
    }, material)
  const cap = smoothUnion(
    0.05,
    translate(ellipsoid([0.435, 0.4, 0.4]), [0, 1.66, -0.075]),
    mirrorX(translate(ellipsoid([0.16, 0.13, 0.14]), [0.3, 1.92, -0.03])),
  )
  return [solid(cap, material), curl([-0.47, 2.03, -0.05], 0.25), curl([0.47, 2.03, -0.05], 0.25)]
}

/** A rag doll that stands: a stuffed head with button eyes and a stitched smile, puffs of yarn hair, a dress and soft shoes. */
export function doll(kit: Kit): Model {
  const dressColor = namedColour(kit.look)
  const layout: Layout = (x, y, z, out) => {
    out[0] = Math.atan2(x, z + 0.6) * 1.1
    out[1] = y
  }
  const dress = kit.of("filling", { kind: "fabric", color: dressColor ?? linear("#c8352f") }, { isSoft: true, layout })
  const skin = stuffed(finish("fabric", cotton))
  const shoes = finish("fabric", mix(dressColor ?? linear("#f0c64a"), linear("#ffffff"), 0.2))
  const black = finish("glossy", yarn)
  const limbs: Shape = union(
    mirrorX(capsule([0.24, 1.16, 0], [0.62, 0.74, 0.1], 0.1)),
    mirrorX(capsule([0.17, 0.6, 0], [0.2, 0.16, 0.02], 0.115)),
  )
  const eye = mirrorX(translate(rotateX(cylinder(0.052, 0.014, 0.012), Math.PI / 2 - 0.08), [0.15, 1.64, 0.375]))
  const smile: Vector3[] = Array.from({ length: 9 }, (_, i) => {
    const a = (i / 8 - 0.5) * 1.5
    const x = Math.sin(a) * 0.135
    return [x, 1.52 - Math.cos(a) * 0.05, 0.4 - x * x * 0.9]
  })
  const skirt = (): ReturnType<typeof smoothMesh> => {
    const outline = [
      [0.02, 0.44],
      [0.5, 0.4],
      [0.56, 0.42],
      [0.55, 0.47],
      [0.45, 0.68],
      [0.33, 0.88],
      [0.255, 1.02],
      [0.26, 1.12],
      [0.25, 1.22],
      [0.15, 1.3],
    ] as const
    const { positions, triangles } = lathe(outline, 180)
    const folded = mapMesh({ positions, triangles }, ([x, y, z]) => {
      const turn = Math.atan2(z, x)
      const low = Math.max(0, Math.min(1, (0.95 - y) / 0.5))
      const k = 1 + 0.085 * low * Math.cos(turn * 13 + 0.6 * Math.sin(turn * 3))
      return [x * k, y, z * k * 0.86]
    })
    return smoothMesh(folded, 60)
  }
  return {
    pieces: [
      solid(smoothUnion(0.04, translate(ellipsoid([0.42, 0.385, 0.37]), [0, 1.6, 0]), limbs), skin),
      solid(mirrorX(translate(ellipsoid([0.13, 0.1, 0.19]), [0.205, 0.1, 0.08])), shoes),
      meshPiece(skirt, dress),
      solid(mirrorX(translate(rotateZ(ellipsoid([0.15, 0.13, 0.14]), -0.7), [0.285, 1.17, 0])), dress),
      solid(translate(torus(0.19, 0.035), [0, 1.285, 0.01]), finish("fabric", linear("#f4ede0"))),
      ...hair(),
      solid(eye, black),
      meshPiece(() => cords([smile], () => 0.014, { around: 10 }), finish("matte", linear("#7a1f22"))),
    ],
    yaw: 0.22,
    sway: 0.12,
    elevation: 0.1,
  }
}
