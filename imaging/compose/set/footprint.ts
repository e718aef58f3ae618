// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import type { Product } from "#imaging/compose/product/product.ts"
import type { Camera } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { frameOf } from "#imaging/render/trace/lens.ts"

/** Outline of one foot on the floor: x and z, front from left to right, then back from right to left. */
export type Foot = [number, number][]

/** Points along the front of a foot. */
const frontPoints = 24
/** A foot is at least this deep, as a share of its width, even when its front looks straight. */
const leastDepth = 0.5
/** A foot is never deeper than its width times this: flatter ones are the outline of something round, not of its base. */
const mostDepth = 1.1

/**
 * Where the product touches the floor: its lower outline followed from the lens down to the floor. The back, which no
 * photo shows, mirrors the front. So the dark line of contact runs exactly along the visible lower edge.
 */
export function traceFeet(product: Product, camera: Camera, floor: number): Foot[] {
  const toFloor = floorFinder(product, camera, floor)
  const { lowest } = product.shape
  return product.base.feet.map(([first, last]) => {
    const count = Math.max(2, Math.min(frontPoints, last - first + 1))
    const front = Array.from({ length: count }, (_, i) => {
      const column = Math.round(first + ((last - first) * i) / (count - 1))
      return toFloor(column, middleOf(lowest, column))
    })
    return closeFoot(withoutHooks(front))
  })
}

/** Depth that a front may lose per width from one point to the next; an oval loses more at its very ends alone. */
const steepestFront = 2.3

/**
 * The front without the hooks at its ends. Where a heel or a corner is rounded, the outline leaves the floor; followed
 * down to it, it would run far behind the product, and the floor in between would show black beside the picture.
 */
function withoutHooks(front: [number, number][]): [number, number][] {
  const isSteep = (inner: number, outer: number): boolean => {
    const [from, to] = [front[inner]!, front[outer]!]
    return from[1] - to[1] > steepestFront * Math.abs(to[0] - from[0])
  }
  const middle = Math.floor(front.length / 2)
  let [first, last] = [middle, middle]
  while (first > 0 && !isSteep(first, first - 1)) first--
  while (last < front.length - 1 && !isSteep(last, last + 1)) last++
  // what is steep near its middle is no front with rounded ends
  return last - first >= front.length / 2 ? front.slice(first, last + 1) : front
}

/** Median of a column and its neighbours: one ragged pixel must not move the foot. */
function middleOf(lowest: Int32Array, column: number): number {
  const near = [-2, -1, 0, 1, 2].map((step) => lowest[column + step] ?? -1).filter((y) => y >= 0)
  return near.sort((a, b) => a - b)[Math.floor(near.length / 2)] ?? 0
}

function closeFoot(front: [number, number][]): Foot {
  const [left, right] = [front[0]!, front.at(-1)!]
  const width = Math.max(0.01, right[0] - left[0])
  const back = front.map(([x, z]): [number, number] => {
    const share = (x - left[0]) / width
    const line = left[1] + (right[1] - left[1]) * share
    const bulge = Math.min(width * mostDepth, Math.max(0, z - line))
    // A rounded back for straight fronts, so that no foot is a thin blade.
    const round = Math.sqrt(Math.max(0.04, 1 - (2 * share - 1) ** 2))
    return [x, Math.min(line - bulge, z - width * leastDepth * round)]
  })
  return [...front, ...back.reverse()]
}

/** Floor point seen at a pixel of the product's photo. */
function floorFinder(
  product: Product,
  camera: Camera,
  floor: number,
): (column: number, row: number) => [number, number] {
  const { shape, base, unit } = product
  const { forward, right, up } = frameOf(camera)
  const middle = (shape.left + shape.right) / 2
  const [px, py, pz] = camera.position
  const anchor: Vector3 = [-px, floor - py, -pz]
  const ahead = anchor[0] * forward[0] + anchor[1] * forward[1] + anchor[2] * forward[2]
  const rise = anchor[0] * up[0] + anchor[1] * up[1] + anchor[2] * up[2]
  return (column, row) => {
    const across = (column - middle) * unit
    const high = rise - (row - base.anchor) * unit
    const to = [0, 1, 2].map((i) => forward[i]! * ahead + right[i]! * across + up[i]! * high)
    const way = (floor - py) / Math.min(-1e-4, to[1]!)
    return [px + to[0]! * way, pz + to[2]! * way]
  }
}
