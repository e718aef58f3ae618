import { egg, reshape, type SmoothMesh, type Spot, scatter, slopeAt } from "#imaging/render/mesh/scatter.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"

/** Height of a heap's surface over the ground at a place, world units. */
export type Heap = (x: number, z: number) => number

/** How small things lie on a heap. */
export interface Strewn {
  heap: Heap
  /** They lie no farther from the middle. */
  radius: number
  count: number
  /** How far they lean out of the surface, 0 to about 1. */
  lean?: number
  /** How far their middles are above it, world units. */
  above?: number
  /** Largest difference of their sizes, as a share. */
  vary?: number
}

/** Places on a heap, evenly likely over its ground. */
export function strew(
  random: () => number,
  { heap, radius, count, lean = 0.3, above = 0, vary = 0.3 }: Strewn,
): Spot[] {
  return Array.from({ length: count }, () => {
    const [far, turn] = [radius * Math.sqrt(random()), random() * Math.PI * 2]
    const [x, z] = [Math.cos(turn) * far, Math.sin(turn) * far]
    const [nx, ny, nz] = slopeAt(heap, x, z, 0.03)
    return {
      at: [x, heap(x, z) + above * (0.4 + random()), z],
      up: [nx + (random() - 0.5) * lean * 2, ny, nz + (random() - 0.5) * lean * 2],
      turn: random() * Math.PI * 2,
      scale: 1 + (random() - 0.5) * vary * 2,
    }
  })
}

/** Copies of a small body in one material. */
export function copies(piece: SmoothMesh, spots: readonly Spot[], material: SceneObject["material"]): SceneObject {
  return { geometry: { kind: "mesh", mesh: scatter(piece, spots) }, material }
}

/** A cut piece with rounded edges and uneven sides: meat, yam, cheese. @param half half sizes, world units */
export function chunk([a, b, c]: Vector3, [around, rows]: readonly [number, number] = [20, 12]): SmoothMesh {
  const table = fractalTable(4, 0)
  return reshape(egg([1, 1, 1], around, rows), ([x, y, z]) => {
    const square = (v: number): number => Math.sign(v) * Math.abs(v) ** 0.55
    const uneven = 1 + (table.at(x * 0.8 + y * 0.6, z * 0.8 - y * 0.5) - 0.5) * 0.9
    return [square(x) * a * uneven, square(y) * b * uneven, square(z) * c * uneven]
  })
}

/** Places of round things of this radius in a heap on y = 0, the lowest layer within `reach` of the middle. */
export function pile(size: number, reach: number, random: () => number): Spot[] {
  const spots: Spot[] = []
  for (let layer = 0; layer === 0 || reach > layer * size * 1.05; layer += 1) {
    const far = reach - layer * size * 1.05
    const aside = layer % 2 === 0 ? 0 : size * 0.6
    const most = Math.ceil(reach / size) + 1
    for (let j = -most; j <= most; j += 1) {
      for (let i = -most; i <= most; i += 1) {
        const x = (i + (Math.abs(j) % 2) / 2) * size * 1.9 + aside
        const z = j * size * 1.68 + aside * 0.5
        if (Math.hypot(x, z) > far) continue
        spots.push({
          at: [x + (random() - 0.5) * size * 0.24, size * (0.88 + layer * 1.42), z + (random() - 0.5) * size * 0.24],
          up: [(random() - 0.5) * 1.1, 1, (random() - 0.5) * 1.1],
          turn: random() * Math.PI * 2,
          scale: 0.9 + random() * 0.2,
        })
      }
    }
  }
  return spots
}
