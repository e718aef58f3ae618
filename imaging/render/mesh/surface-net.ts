// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { evaluate } from "#imaging/render/sdf/evaluate.ts"
import { fieldOf } from "#imaging/render/sdf/gradient.ts"
import type { Shape } from "#imaging/render/sdf/shape.ts"
import type { Mesh } from "./mesh.ts"

/** Cells that are looked at together: skipped when their middle is far from the surface. */
const blockSize = 4

/** A shape's surface as triangles over a grid of `cells` along its longest side (surface nets, Gibson 1998). */
export function meshShape(shape: Shape, cells: number): Mesh {
  const { min, max } = shape.bounds
  const cell = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / cells
  const size = [0, 1, 2].map((axis) => Math.ceil((max[axis]! - min[axis]!) / cell) + 3) as [number, number, number]
  const start = min.map((v) => v - cell * 1.5) as [number, number, number]
  const [nx, ny, nz] = size
  const distance = evaluate(fieldOf(shape))
  const at = (x: number, y: number, z: number): number => (z * ny + y) * nx + x
  const values = new Float32Array(nx * ny * nz)
  const reach = Math.sqrt(3) * ((blockSize + 1) / 2) * cell
  for (let bz = 0; bz < nz; bz += blockSize) {
    for (let by = 0; by < ny; by += blockSize) {
      for (let bx = 0; bx < nx; bx += blockSize) {
        const half = (blockSize - 1) / 2
        const middle = distance(
          start[0] + (bx + half) * cell,
          start[1] + (by + half) * cell,
          start[2] + (bz + half) * cell,
        )
        const isFar = Math.abs(middle) > reach
        for (let z = bz; z < Math.min(nz, bz + blockSize); z++) {
          for (let y = by; y < Math.min(ny, by + blockSize); y++) {
            for (let x = bx; x < Math.min(nx, bx + blockSize); x++) {
              values[at(x, y, z)] = isFar
                ? middle
                : distance(start[0] + x * cell, start[1] + y * cell, start[2] + z * cell)
            }
          }
        }
      }
    }
  }

  const positions: number[] = []
  const corners = new Int32Array(nx * ny * nz).fill(-1)
  for (let z = 0; z + 1 < nz; z++) {
    for (let y = 0; y + 1 < ny; y++) {
      for (let x = 0; x + 1 < nx; x++) {
        if (!isCrossed(values, at(x, y, z), nx, nx * ny)) continue
        const point = crossingPoint(values, at, x, y, z)
        corners[at(x, y, z)] = positions.length / 3
        positions.push(...point.map((p, axis) => start[axis]! + p * cell))
      }
    }
  }

  const triangles: number[] = []
  const steps = [1, nx, nx * ny]
  for (let z = 1; z + 1 < nz; z++) {
    for (let y = 1; y + 1 < ny; y++) {
      for (let x = 1; x + 1 < nx; x++) {
        const here = at(x, y, z)
        if (corners[here]! < 0) continue
        for (let axis = 0; axis < 3; axis++) {
          const isInside = values[here]! < 0
          if (isInside === values[here + steps[axis]!]! < 0) continue
          const u = steps[(axis + 1) % 3]!
          const v = steps[(axis + 2) % 3]!
          const [a, b, c, d] = [corners[here - u - v]!, corners[here - v]!, corners[here]!, corners[here - u]!]
          if (a < 0 || b < 0 || c < 0 || d < 0) continue
          if (isInside) triangles.push(a, b, c, a, c, d)
          else triangles.push(a, c, b, a, d, c)
        }
      }
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) }
}

/** Whether the corners of a cell lie on both sides of the surface. */
function isCrossed(values: Float32Array, here: number, row: number, layer: number): boolean {
  const isInside = values[here]! < 0
  return (
    values[here + 1]! < 0 !== isInside ||
    values[here + row]! < 0 !== isInside ||
    values[here + row + 1]! < 0 !== isInside ||
    values[here + layer]! < 0 !== isInside ||
    values[here + layer + 1]! < 0 !== isInside ||
    values[here + layer + row]! < 0 !== isInside ||
    values[here + layer + row + 1]! < 0 !== isInside
  )
}

/** Mean of the points where the surface crosses a cell's twelve edges, in cells. */
function crossingPoint(
  values: Float32Array,
  at: (x: number, y: number, z: number) => number,
  x: number,
  y: number,
  z: number,
): [number, number, number] {
  let count = 0
  const sum = [0, 0, 0]
  for (let corner = 0; corner < 8; corner++) {
    const p = [x + (corner & 1), y + ((corner >> 1) & 1), z + (corner >> 2)]
    const value = values[at(p[0]!, p[1]!, p[2]!)]!
    for (let axis = 0; axis < 3; axis++) {
      if ((corner >> axis) & 1) continue
      const q = [...p]
      q[axis]!++
      const other = values[at(q[0]!, q[1]!, q[2]!)]!
      if (value < 0 === other < 0) continue
      const t = value / (value - other)
      for (let k = 0; k < 3; k++) sum[k]! += p[k]! + (q[k]! - p[k]!) * t
      count++
    }
  }
  return [sum[0]! / count, sum[1]! / count, sum[2]! / count]
}
