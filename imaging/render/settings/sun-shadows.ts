import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateY, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { ellipsoid } from "#imaging/render/sdf/solids.ts"
import type { Lighting } from "./lights.ts"

/** Where the shadow of the leaves should fall, behind the product. */
const wallSpot: Vector3 = [-0.4, 2, -4.4]

/**
 * A palm leaf between the sun and the wall, unseen by the lens: it throws the leaf shadows of summer product photographs
 * over the wall, while the product stays in the light.
 */
export function shadowLeaves(lighting: Lighting, focus: number, random: () => number): SceneObject[] {
  const sun = lighting.lights[0]
  if (!sun) return []
  const side = Math.sign(sun.center[0]) || 1
  const share = 0.6 + random() * 0.08
  const toward = (from: number, to: number): number => from + (to - from) * share
  const at: Vector3 = [
    toward(sun.center[0], wallSpot[0] * side),
    toward(sun.center[1], wallSpot[1] + focus * 0.3),
    toward(sun.center[2], wallSpot[2]),
  ]
  const blades: Shape[] = []
  for (let i = 0; i < 8; i += 1) {
    const long = 0.85 - Math.abs(i - 3.5) * 0.06
    const blade = translate(ellipsoid([0.085, long, 0.015]), [0, long, 0])
    blades.push(rotateZ(blade, (i - 3.5) * 0.3 + (random() - 0.5) * 0.08))
  }
  const fan = rotateZ(union(...blades), side * (0.5 + random() * 0.5))
  const turned = rotateY(fan, Math.atan2(sun.center[0] - at[0], sun.center[2] - at[2]))
  return [
    {
      geometry: { kind: "field", shape: translate(turned, [at[0] + side * 0.2, at[1] - 0.5, at[2]]) },
      material: { color: [0.1, 0.14, 0.08], roughness: 0.9 },
      isProxy: true,
    },
  ]
}
