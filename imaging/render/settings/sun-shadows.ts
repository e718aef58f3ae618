import type { SceneObject } from "#imaging/render/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { ellipsoid } from "#imaging/render/sdf/solids.ts"
import type { Lighting } from "./lights.ts"

/**
 * Palm blades between the sun and the set, unseen by the lens: they throw the leaf shadows of summer product
 * photographs over the wall and the floor. Placed so that the product itself stays mostly in the light.
 */
export function shadowLeaves(lighting: Lighting, focus: number, random: () => number): SceneObject[] {
  const sun = lighting.lights[0]
  if (!sun || random() < 0.35) return []
  const share = 0.52
  const at: Vector3 = [
    sun.center[0] * share - Math.sign(sun.center[0]) * 1.15,
    focus + (sun.center[1] - focus) * share + 0.25,
    sun.center[2] * share - 0.9,
  ]
  const blades: Shape[] = []
  for (let i = 0; i < 7; i += 1) {
    const blade = translate(ellipsoid([0.05, 0.55, 0.012]), [0, 0.52, 0])
    blades.push(rotateZ(blade, (i - 3) * 0.3 + (random() - 0.5) * 0.08))
  }
  const fan = rotateY(rotateX(union(...blades), 0.3), Math.atan2(sun.center[0], sun.center[2]))
  return [
    {
      geometry: { kind: "field", shape: translate(rotateZ(fan, 0.6 * Math.sign(sun.center[0])), at) },
      material: { color: [0.1, 0.14, 0.08], roughness: 0.9 },
      isProxy: true,
    },
  ]
}
