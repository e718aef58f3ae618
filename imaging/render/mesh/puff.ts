import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { cords } from "./cord.ts"
import { type Mesh, smoothMesh } from "./mesh.ts"

/** A stuffed block. */
export interface Puff {
  half: Vector3
  /** Radius of its edges, below the smallest half. */
  rounding: number
  /** How far its faces bulge in x, y and z. */
  crown: Vector3
  /** Share of the bulge in y or z that has sunk from the top to the bottom, 0 to 0.6: cushions that stand slump. */
  sag?: number
}

const steps = 12

/** Pulls places of a face toward its edges, where the curves are. */
const spread = (i: number): number => Math.sin(((i / steps) * 2 - 1) * (Math.PI / 2))

/** A place on the block for a place on the cube of half 1. */
function onBlock({ half, rounding, crown, sag = 0 }: Puff, cube: Vector3): Vector3 {
  const p = [0, 1, 2].map((k) => (cube[k] ?? 0) * (half[k] ?? 1))
  const core = p.map((v, k) => Math.min((half[k] ?? 1) - rounding, Math.max(rounding - (half[k] ?? 1), v)))
  const out = p.map((v, k) => v - (core[k] ?? 0))
  const size = Math.hypot(...out) || 1
  const flat = (k: number): number => (1 - (cube[k] ?? 0) ** 2) ** 0.6
  const bulge = (k: number): number => (crown[k] ?? 0) * flat((k + 1) % 3) * flat((k + 2) % 3) * (cube[k] ?? 0)
  const slump = 1 - sag * cube[1]
  const at = (k: number): number =>
    (core[k] ?? 0) + ((out[k] ?? 0) / size) * rounding + bulge(k) * (k === 2 ? slump : 1)
  return [at(0), at(1), at(2)]
}

/** Skin of a stuffed block around the origin: round edges, faces that bulge. About 1,700 triangles, smooth. */
export function puff(block: Puff): Mesh {
  const positions: number[] = []
  const triangles: number[] = []
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const first = positions.length / 3
      for (let j = 0; j <= steps; j++) {
        for (let i = 0; i <= steps; i++) {
          const cube = [0, 0, 0]
          cube[axis] = side
          cube[(axis + 1) % 3] = spread(i) * side
          cube[(axis + 2) % 3] = spread(j)
          positions.push(...onBlock(block, [cube[0] ?? 0, cube[1] ?? 0, cube[2] ?? 0]))
        }
      }
      for (let j = 0; j < steps; j++) {
        for (let i = 0; i < steps; i++) {
          const a = first + j * (steps + 1) + i
          triangles.push(a, a + 1, a + steps + 2, a, a + steps + 2, a + steps + 1)
        }
      }
    }
  }
  return smoothMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) }, 75)
}

/** Piping: a cord along the edge of a block's face across `axis`, on its positive or negative side. */
export function piping(block: Puff, axis: 1 | 2, side: 1 | -1, radius: number): Mesh {
  const around = 56
  const other = axis === 1 ? 2 : 1
  const path = Array.from({ length: around }, (_, i): Vector3 => {
    const a = (i / around) * 2 * Math.PI
    const square = (v: number): number => Math.sign(v) * Math.abs(v) ** 0.22
    const cube = [0, 0, 0]
    cube[0] = square(Math.cos(a)) * 0.995
    cube[other] = square(Math.sin(a)) * 0.995
    cube[axis] = side * (1 - (block.rounding * 0.3) / (block.half[axis] || 1))
    return onBlock(block, [cube[0] ?? 0, cube[1] ?? 0, cube[2] ?? 0])
  })
  return cords([path], () => radius, { isClosed: true })
}
