import type { Vector2 } from "#imaging/render/sdf/profiles.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { loft } from "./loft.ts"
import { smoothMesh } from "./mesh.ts"
import type { SmoothMesh } from "./scatter.ts"

/**
 * A body turned on a wheel around the y axis.
 * @param outline radius and height along its skin, from the middle of its foot, outside first
 * @param around number of faces around it
 */
export function lathe(outline: readonly Vector2[], around: number): SmoothMesh {
  const rings = outline.map(([r, y]) =>
    Array.from({ length: around }, (_, i): Vector3 => {
      const a = (i / around) * Math.PI * 2
      return [Math.cos(a) * r, y, -Math.sin(a) * r]
    }),
  )
  const { positions, triangles, normals = new Float32Array() } = smoothMesh(loft(rings), 50)
  return { positions, triangles, normals }
}
