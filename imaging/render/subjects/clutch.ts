import { smoothSections } from "#imaging/render/mesh/loft.ts"
import { type Mesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import {
  mirrorX,
  rotateX,
  rotateY,
  rotateZ,
  type Shape,
  stretch,
  translate,
  type Vector3,
} from "#imaging/render/sdf/shape.ts"
import { capsule, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { bagBody } from "./bags.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { meshPiece } from "./kit/lazy-mesh.ts"

const high = 0.98

/** A soft purse that narrows into its frame. */
const purse = (): Mesh =>
  bagBody(
    [
      [0, 0.8, 0.16],
      [0.02, 0.9, 0.22],
      [0.16, 0.98, 0.27],
      [0.5, 0.99, 0.25],
      [0.82, 0.95, 0.15],
      [high, 0.92, 0.075],
    ],
    0.34,
  )

/** The metal frame around its mouth, two rails that close on each other, with a kiss lock. */
function frame(): Shape {
  const rail = (z: number): Shape =>
    union(
      capsule([-0.93, high, z], [0.93, high, z], 0.042),
      mirrorX(capsule([0.93, high, z], [0.95, 0.74, z * 2.6], 0.034)),
    )
  return union(
    rail(0.045),
    rail(-0.045),
    translate(sphere(0.07), [-0.045, high + 0.085, 0.05]),
    translate(sphere(0.07), [0.055, high + 0.085, -0.05]),
  )
}

/** A chain of links from one end of the frame that lies before the purse. */
function chain(): Shape {
  const way: readonly Vector3[] = [
    [0.95, high - 0.02, 0],
    [1.06, 0.7, 0.12],
    [1.08, 0.3, 0.26],
    [0.98, 0.035, 0.42],
    [0.5, 0.035, 0.58],
    [-0.1, 0.035, 0.62],
    [-0.7, 0.035, 0.5],
  ]
  const links = smoothSections(
    way.map((p) => [p]),
    7,
  ).map(([p = [0, 0, 0]]) => p)
  return union(
    ...links.slice(0, -1).map((p, i) => {
      const [x, y, z] = links[i + 1] ?? p
      // Each link lies along the way, and every other one on its side.
      const turn = Math.atan2(z - p[2], x - p[0])
      const rise = Math.atan2(y - p[1], Math.hypot(x - p[0], z - p[2]))
      const link = rotateX(stretch(torus(0.036, 0.011), [1.5, 1, 1]), i % 2 ? 0.5 : -0.9)
      return translate(rotateY(rotateZ(link, rise), -turn), p)
    }),
  )
}

/** A clutch: an evening purse with a metal frame, a lock of two balls and, where the prompt names one, a chain. */
export function clutch(kit: Kit): Model {
  const skin = kit.body({ kind: "silk", color: namedColour(kit.look) ?? kit.palette.product }, { isSoft: true })
  const trim = trimOf(kit.look)
  const pieces: SceneObject[] = [
    meshPiece(() => smoothMesh(purse(), 55), skin),
    solid(frame(), finish(trim, [1, 0.7, 0.3])),
  ]
  if (kit.part("strap")) pieces.push(solid(chain(), kit.of("strap", { kind: trim, color: [1, 0.7, 0.3] })))
  return { pieces, yaw: 0.3, sway: 0.14, elevation: 0.16 }
}
