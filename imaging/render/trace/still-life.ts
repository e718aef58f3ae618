import {
  absorptionOf,
  type Camera,
  colorOf,
  plainGrading,
  type Scene,
  type SceneObject,
  softbox,
} from "#imaging/render/scene/scene.ts"
import { smoothUnion } from "#imaging/render/sdf/combine.ts"
import { rotateY, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder, sphere, torus } from "#imaging/render/sdf/solids.ts"

const blush = colorOf("#d9a59a")

const place = (shape: Shape, material: SceneObject["material"]): SceneObject => ({
  geometry: { kind: "field", shape },
  material,
})

/** A glass bottle, a gold ball and a podium in a blush studio: every path the tracer has, for its tests. */
export function buildStillLife(seed: number): Scene {
  const gold = { color: [1, 0.71, 0.29] as const, roughness: 0.2, metalness: 1 }
  const yaw = 0.35
  const position = [0.9, 1.75, 6.2] as const
  const target = [0, 0.95, 0] as const
  const camera: Camera = { position, target, fov: 27, aperture: 0.035, focus: 6.0 }
  return {
    objects: [
      place(translate(cylinder(1.25, 0.15, 0.03), [0, 0.15, 0]), { color: blush, roughness: 0.5 }),
      place(translate(cylinder(0.5, 0.5, 0.03), [-1.5, 0.5, -0.9]), { color: blush, roughness: 0.5 }),
      place(translate(rotateY(box([0.55, 0.62, 0.28], 0.09), yaw), [0, 0.92, 0]), {
        color: [1, 1, 1],
        roughness: 0,
        glass: { ior: 1.48, absorption: absorptionOf(blush, 0.9) },
      }),
      place(
        translate(rotateY(box([0.3, 0.2, 0.008], 0.004), yaw), [0.28 * Math.sin(yaw), 0.88, 0.285 * Math.cos(yaw)]),
        {
          color: [0.9, 0.87, 0.82],
          roughness: 0.55,
        },
      ),
      place(
        smoothUnion(
          0.03,
          translate(cylinder(0.17, 0.08, 0.015), [0, 1.6, 0]),
          translate(torus(0.17, 0.02), [0, 1.6, 0]),
        ),
        gold,
      ),
      place(translate(cylinder(0.21, 0.22, 0.03), [0, 1.9, 0]), { color: [0.8, 0.78, 0.74], roughness: 0.2 }),
      place(translate(sphere(0.24), [-0.75, 0.54, 0.5]), gold),
    ],
    subject: [2, 3, 4, 5],
    ground: { material: { color: blush, roughness: 0.6, specular: 0 }, sweep: { distance: 4.5, radius: 2.5 } },
    backdrop: (_x, _y, _z, out) => out.fill(0.6),
    environment: (_x, y, _z, out) => out.fill(0.3 + 0.25 * y),
    lights: [
      softbox([-3, 3.9, 2.4], [0, 0.9, 0], 1.3, 1.3, [9.5, 9.2, 8.8]),
      softbox([3.6, 2.2, 1.6], [0, 0.9, 0], 0.7, 1.7, [2.4, 2.5, 2.6]),
      softbox([0.4, 4.4, -3], [0, 0.9, 0], 1.5, 0.7, [5, 5, 5]),
    ],
    camera,
    grading: plainGrading,
    look: "photo",
    seed,
  }
}
