import type { Vector2 } from "#imaging/render/sdf/profiles.ts"
import type { Mesh } from "./mesh.ts"

/** Twice the signed area: positive when the corners run against the clock (y up). */
const doubleArea = (ring: readonly Vector2[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length] ?? [0, 0]
    return sum + x * ny - nx * y
  }, 0)

const side = (a: Vector2, b: Vector2, p: Vector2): number =>
  (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

function isInsideRing(ring: readonly Vector2[], [x, y]: Vector2): boolean {
  let isInside = false
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + ring.length - 1) % ring.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  })
  return isInside
}

/** Cuts a slit from each hole to the outline, so that one ring remains (as in Eberly, "Triangulation by ear clipping"). */
function bridgeHoles(outline: readonly Vector2[], holes: readonly (readonly Vector2[])[]): Vector2[] {
  let ring = [...outline]
  const byRight = [...holes].sort((a, b) => Math.max(...b.map((p) => p[0])) - Math.max(...a.map((p) => p[0])))
  for (const hole of byRight) {
    const start = hole.reduce((best, p, i) => (p[0] > (hole[best]?.[0] ?? 0) ? i : best), 0)
    const from = hole[start] ?? [0, 0]
    const crosses = (to: Vector2): boolean =>
      ring.some((a, i) => {
        const b = ring[(i + 1) % ring.length] ?? a
        if (a === to || b === to || (a[0] === to[0] && a[1] === to[1]) || (b[0] === to[0] && b[1] === to[1]))
          return false
        return side(from, to, a) * side(from, to, b) < 0 && side(a, b, from) * side(a, b, to) < 0
      })
    const order = ring
      .map((p, i) => ({ i, away: (p[0] - from[0]) ** 2 + (p[1] - from[1]) ** 2 }))
      .sort((a, b) => a.away - b.away)
    const target = (order.find(({ i }) => !crosses(ring[i] ?? from)) ?? order[0])?.i ?? 0
    const loop = hole.map((_, i) => hole[(start + i) % hole.length] ?? from)
    ring = [...ring.slice(0, target + 1), ...loop, from, ...ring.slice(target)]
  }
  return ring
}

/** Triangles of a simple ring that runs against the clock, by ear clipping; corner numbers into `ring`. */
function clipEars(ring: readonly Vector2[]): number[] {
  const rest = ring.map((_, i) => i)
  const triangles: number[] = []
  const at = (i: number): Vector2 => ring[rest[(i + rest.length) % rest.length] ?? 0] ?? [0, 0]
  while (rest.length > 3) {
    let ear = -1
    for (let i = 0; i < rest.length && ear < 0; i++) {
      const [a, b, c] = [at(i - 1), at(i), at(i + 1)]
      if (side(a, b, c) <= 1e-12) continue
      const isBlocked = rest.some((k) => {
        const p = ring[k] ?? a
        if ([a, b, c].some((q) => q[0] === p[0] && q[1] === p[1])) return false
        return side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0
      })
      if (!isBlocked) ear = i
    }
    // Nothing but degenerate corners left: drop one, it has no area.
    const cutAt = ear < 0 ? 0 : ear
    const n = rest.length
    if (ear >= 0) triangles.push(rest[(cutAt + n - 1) % n] ?? 0, rest[cutAt] ?? 0, rest[(cutAt + 1) % n] ?? 0)
    rest.splice(cutAt, 1)
  }
  return [...triangles, ...rest]
}

/** Rings only overlap in letters put together from strokes: those are not holes of each other. */
const isWithin = (ring: readonly Vector2[], outer: readonly Vector2[]): boolean =>
  ring.every((corner) => isInsideRing(outer, corner))

/**
 * Flat figures with holes (letters) as a solid from z = -halfDepth to +halfDepth. Rings may run either
 * way; a ring wholly inside another is its hole. Rings that cross become solids that overlap, as in typefaces
 * whose letters are strokes laid over each other. Flat shaded.
 */
export function extrudeRings(rings: readonly (readonly Vector2[])[], halfDepth: number): Mesh {
  const positions: number[] = []
  const triangles: number[] = []
  const depthOf = (ring: readonly Vector2[]): number =>
    rings.filter((other) => other !== ring && isWithin(ring, other)).length
  const isHole = new Map(rings.map((ring) => [ring, depthOf(ring) % 2 === 1] as const))
  const directed = (ring: readonly Vector2[], isCounter: boolean): Vector2[] =>
    doubleArea(ring) > 0 === isCounter ? [...ring] : [...ring].reverse()
  for (const outline of rings) {
    if (isHole.get(outline)) continue
    const holes = rings.filter((r) => isHole.get(r) && isWithin(r, outline) && depthOf(r) === depthOf(outline) + 1)
    const ring = bridgeHoles(
      directed(outline, true),
      holes.map((hole) => directed(hole, false)),
    )
    const faces = clipEars(ring)
    for (const z of [halfDepth, -halfDepth]) {
      const first = positions.length / 3
      for (const [x, y] of ring) positions.push(x, y, z)
      for (let i = 0; i < faces.length; i += 3) {
        const [a = 0, b = 0, c = 0] = faces.slice(i, i + 3)
        if (z > 0) triangles.push(first + a, first + b, first + c)
        else triangles.push(first + a, first + c, first + b)
      }
    }
  }
  for (const ring of rings) {
    const walk = directed(ring, !isHole.get(ring))
    const first = positions.length / 3
    for (const [x, y] of walk) positions.push(x, y, -halfDepth, x, y, halfDepth)
    for (let i = 0; i < walk.length; i++) {
      const a = first + i * 2
      const b = first + ((i + 1) % walk.length) * 2
      triangles.push(a, b, b + 1, a, b + 1, a + 1)
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) }
}
