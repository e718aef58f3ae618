import { loft } from "#imaging/render/mesh/loft.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"

const steps = 24

/** A stuffed square pillow in the x-y plane around the origin, its corners drawn out; flat until smoothed. */
export function pillow(half: number): Mesh {
  const rows: Vector3[][] = []
  for (const side of [1, -1]) {
    for (let j = 0; j <= steps; j += 1) {
      const v = ((j / steps) * 2 - 1) * side
      rows.push(
        Array.from({ length: steps + 1 }, (_, i) => {
          const u = (i / steps) * 2 - 1
          const swell = 0.38 * ((1 - u ** 4) * (1 - v ** 4)) ** 0.55
          const pinch =
            1 - 0.09 * (1 - Math.abs(u) ** 3) * Math.abs(v) ** 3 - 0.09 * (1 - Math.abs(v) ** 3) * Math.abs(u) ** 3
          return [u * half * pinch, v * half * pinch, side * (swell + 0.004) * half] as Vector3
        }),
      )
    }
  }
  return loft(rows, { isRing: false })
}
