import { describe, expect, test } from "vitest"
import { cut, smoothUnion, union } from "./combine.ts"
import { evaluate } from "./evaluate.ts"
import type { Field } from "./field.ts"
import { compileFields } from "./field-program.ts"
import { fieldOf } from "./gradient.ts"
import { extrude, polygon, revolve, smoothCurve } from "./profiles.ts"
import {
  repeatAlong,
  repeatAround,
  rotateX,
  rotateY,
  rotateZ,
  type Shape,
  scale,
  translate,
  type Vector3,
} from "./shape.ts"
import { box, capsule, cone, cylinder, ellipsoid, sphere, torus } from "./solids.ts"

const solid = (shape: Shape, id = 0, isGlass = false): Field => ({ shape, id, isGlass, isProxy: false })

/** Hit distance of one ray, with what it is inside of. */
function shoot(
  fields: Field[],
  origin: Vector3,
  direction: Vector3,
  inside = -1,
): { t: number; id: number; normal: number[] } {
  const program = compileFields(fields, 8)
  for (let i = 0; i < 4; i++) {
    ;[program.ox[i], program.oy[i], program.oz[i]] = origin
    ;[program.dx[i], program.dy[i], program.dz[i]] = direction
    program.from[i] = 0
    program.to[i] = 50
    program.inside[i] = inside
    program.insideToo[i] = -1
  }
  program.march(4)
  const t = program.hit[0] ?? -1
  for (let i = 0; i < 4; i++) {
    program.ox[i] = origin[0] + direction[0] * t
    program.oy[i] = origin[1] + direction[1] * t
    program.oz[i] = origin[2] + direction[2] * t
  }
  program.identify(4)
  const n = [program.nx[0] ?? 0, program.ny[0] ?? 0, program.nz[0] ?? 0]
  const size = Math.hypot(...n)
  return { t, id: program.id[0] ?? -1, normal: n.map((c) => c / size) }
}

describe("compiled distance fields", () => {
  test("find the nearest of several solids and say which it is", () => {
    const fields = [solid(sphere(1), 3), solid(translate(box([0.5, 0.5, 0.5]), [0, 0, 3]), 7)]
    const hit = shoot(fields, [0, 0, 10], [0, 0, -1])
    expect(hit.id).toBe(7)
    expect(hit.t).toBeCloseTo(6.5, 2)
    expect(hit.normal[2]).toBeCloseTo(1, 4)
  })

  test("miss when nothing is in the way", () => {
    expect(shoot([solid(sphere(1))], [0, 3, 10], [0, 0, -1]).t).toBe(-1)
  })

  test("lead a ray out of the glass it is inside of, and stop it at what is embedded there", () => {
    const glass = solid(sphere(1), 0, true)
    expect(shoot([glass], [0, 0, 0], [1, 0, 0], 0).t).toBeCloseTo(1, 2)
    const embedded = shoot([glass, solid(translate(sphere(0.2), [0.5, 0, 0]), 1)], [0, 0, 0], [1, 0, 0], 0)
    expect(embedded.t).toBeCloseTo(0.3, 2)
    expect(embedded.id).toBe(1)
  })

  test.each<[string, Shape]>([
    ["box", rotateY(box([0.5, 0.3, 0.4], 0.05), 0.4)],
    ["cylinder", rotateX(cylinder(0.4, 0.6, 0.05), 0.7)],
    ["cone", cone(0.5, 0.6, 0.2, 0.03)],
    ["torus and rod", smoothUnion(0.1, torus(0.6, 0.1), capsule([0, 0, 0], [0.6, 0.5, 0], 0.1))],
    ["ellipsoid", rotateZ(ellipsoid([0.7, 0.4, 0.5]), 0.5)],
    ["cup", cut(cylinder(0.5, 0.5), translate(cylinder(0.4, 0.5), [0, 0.1, 0]))],
    [
      "star prism",
      extrude(
        polygon([
          [0, 0.8],
          [-0.3, 0],
          [-0.6, -0.5],
          [0, -0.2],
          [0.6, -0.5],
          [0.3, 0],
        ]),
        0.2,
        0.02,
      ),
    ],
    [
      "turned vase",
      revolve(
        polygon([
          [0, 0],
          [0.5, 0],
          [0.6, 0.4],
          [0.2, 0.9],
          [0, 0.9],
        ]),
      ),
    ],
    [
      "row and ring",
      union(scale(repeatAlong(sphere(0.1), 0, 4, 0.3), 1.2), repeatAround(translate(sphere(0.1), [0.7, 0.3, 0]), 7)),
    ],
  ])("agree with plain arithmetic for a %s: surfaces lie at distance zero and normals point out", (_, shape) => {
    const distance = evaluate(fieldOf(shape))
    for (const [x, y, z] of [
      [0.1, 3, 0.2],
      [3, 0.3, 0.1],
      [1.5, 1.5, 1.5],
      [-0.4, -2, 1],
    ] as Vector3[]) {
      const aim = [0.2 - x, 0.25 - y, 0.05 - z]
      const size = Math.hypot(...aim)
      const direction = aim.map((c) => c / size) as unknown as Vector3
      const hit = shoot([solid(shape)], [x, y, z], direction)
      if (hit.t < 0) continue
      const at = [x + direction[0] * hit.t, y + direction[1] * hit.t, z + direction[2] * hit.t] as const
      expect(Math.abs(distance(...at))).toBeLessThan(3e-3)
      const out = distance(
        at[0] + 0.01 * (hit.normal[0] ?? 0),
        at[1] + 0.01 * (hit.normal[1] ?? 0),
        at[2] + 0.01 * (hit.normal[2] ?? 0),
      )
      expect(out).toBeGreaterThan(0)
      for (let axis = 0; axis < 3; axis++) {
        expect(at[axis]).toBeGreaterThan((shape.bounds.min[axis] ?? 0) - 0.01)
        expect(at[axis]).toBeLessThan((shape.bounds.max[axis] ?? 0) + 0.01)
      }
    }
  })

  test("bend the sides of a curve into one another, and leave sharp corners sharp", () => {
    const round = Array.from({ length: 8 }, (_, i): [number, number] => {
      const a = -Math.PI / 2 + (i / 7) * Math.PI
      return [Math.cos(a), Math.sin(a)]
    })
    const ball = [solid(revolve(polygon(round)))]
    for (let y = -0.8; y <= 0.8; y += 0.1) {
      const { t, normal } = shoot(ball, [3, y, 0], [-1, 0, 0])
      expect(3 - t).toBeCloseTo(Math.sqrt(1 - y * y), 1.7)
      expect(Math.asin(normal[1] ?? 0)).toBeCloseTo(Math.asin(y), 1)
    }
    const jar = revolve(
      polygon([
        [0, 0],
        [0.5, 0],
        ...smoothCurve(
          [
            [0.5, 1],
            [0.3, 1.2],
            [0.2, 1.5],
          ],
          2,
        ),
        [0, 1.5],
      ]),
    )
    expect(shoot([solid(jar)], [3, 0.5, 0], [-1, 0, 0]).t).toBeCloseTo(2.5, 2)
    expect(shoot([solid(jar)], [0.4, -2.013, 0], [0, 1, 0]).normal[1]).toBeCloseTo(-1, 4)
  })
})
