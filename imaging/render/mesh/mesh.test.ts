import { describe, expect, test } from "vitest"
import { cut } from "#imaging/render/sdf/combine.ts"
import type { Vector2 } from "#imaging/render/sdf/profiles.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { cylinder, sphere } from "#imaging/render/sdf/solids.ts"
import { growTree } from "./bvh.ts"
import { extrudeRings } from "./extrude.ts"
import { loft } from "./loft.ts"
import { smoothMesh, volumeOf } from "./mesh.ts"
import { simplifyMesh } from "./simplify.ts"
import { subdivide } from "./subdivide.ts"
import { meshShape } from "./surface-net.ts"

const square = (half: number): Vector2[] => [
  [-half, -half],
  [half, -half],
  [half, half],
  [-half, half],
]

describe("meshes", () => {
  test("a lofted tube is closed and faces out", () => {
    const ring = (y: number) =>
      Array.from({ length: 64 }, (_, i) => {
        const a = (-i / 64) * 2 * Math.PI
        return [Math.cos(a), y, Math.sin(a)] as const
      })
    expect(volumeOf(loft([ring(0), ring(1), ring(2)]))).toBeCloseTo(2 * Math.PI, 1)
  })

  test("an extruded letter may be strokes laid over each other", () => {
    const bar = (x0: number, y0: number, x1: number, y1: number): Vector2[] => [
      ...([
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
      ] as const),
    ]
    // An L whose foot begins inside its stem, first corner inside it: both are solid.
    const stem = bar(0, 0, 1, 5)
    const foot = bar(0.5, 0.2, 4, 1)
    expect(volumeOf(extrudeRings([stem, foot], 0.5))).toBeCloseTo(5 + 3.5 * 0.8, 5)
  })

  test("an extruded letter keeps its hole", () => {
    expect(volumeOf(extrudeRings([square(1), square(0.5).reverse()], 0.5))).toBeCloseTo(3, 5)
    expect(volumeOf(extrudeRings([square(1), square(0.5), square(0.25)], 0.5))).toBeCloseTo(3.25, 5)
  })

  test("a subdivided cube turns round and stays closed", () => {
    const points = [-1, 1].flatMap(
      (z) =>
        [
          [-1, -1, z],
          [1, -1, z],
          [1, 1, z],
          [-1, 1, z],
        ] as const,
    )
    const faces = [
      [3, 2, 1, 0],
      [4, 5, 6, 7],
      [0, 1, 5, 4],
      [2, 3, 7, 6],
      [1, 2, 6, 5],
      [3, 0, 4, 7],
    ]
    const volume = volumeOf(subdivide({ points: [...points], faces }, 3))
    expect(volume).toBeGreaterThan(2)
    expect(volume).toBeLessThan(5)
  })

  test("smoothing bends normals across soft edges and keeps hard ones", () => {
    const box = extrudeRings([square(1)], 1)
    const hard = smoothMesh(box, 40).normals ?? new Float32Array()
    expect(Array.from(hard).every((c) => Math.abs(c) < 1e-6 || Math.abs(Math.abs(c) - 1) < 1e-6)).toBe(true)
    const soft = smoothMesh(box, 120).normals ?? new Float32Array()
    expect(Array.from(soft).some((c) => Math.abs(c) > 0.2 && Math.abs(c) < 0.9)).toBe(true)
  })

  test("a meshed field is closed, faces out, and keeps its volume with a fiftieth of the triangles", () => {
    const fine = meshShape(sphere(1), 30)
    expect(volumeOf(fine)).toBeGreaterThan(4.05)
    expect(volumeOf(fine)).toBeLessThan(4.25)
    const few = simplifyMesh(fine, fine.triangles.length / 3 / 50)
    expect(few.triangles.length / 3).toBeLessThan(200)
    expect(volumeOf(few)).toBeGreaterThan(3.5)
    expect(volumeOf(few)).toBeLessThan(4.4)
  })

  test("a simplified cup stays hollow", () => {
    const cup = cut(cylinder(0.5, 0.5), translate(cylinder(0.42, 0.5), [0, 0.1, 0]))
    const volume = volumeOf(simplifyMesh(meshShape(cup, 30), 160))
    expect(volume).toBeGreaterThan(0.15)
    expect(volume).toBeLessThan(0.4)
  })
})

test("rays pass a mesh where it is open and meet what lies behind", () => {
  const sheet = (z: number): number[] => [-1, -1, z, 1, -1, z, 1, 1, z, -1, 1, z]
  const two = {
    positions: Float32Array.from([...sheet(0), ...sheet(-1)]),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7),
  }
  const tree = growTree(two, (x, _y, z) => x > 0 && z > -0.5)
  const hit = { t: 0, nx: 0, ny: 0, nz: 0 }
  const wayTo = (x: number): number => {
    tree.nearest(x, 0.2, 3, 0, 0, -1, 9, hit)
    return hit.t
  }
  expect([wayTo(-0.5), wayTo(0.5)]).toEqual([3, 4])
  expect(tree.isBlocked(-0.5, 0.2, 3, 0, 0, -1, 3.5)).toBe(true)
  expect(tree.isBlocked(0.5, 0.2, 3, 0, 0, -1, 3.5)).toBe(false)
})
