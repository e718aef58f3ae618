import type { Ground } from "#imaging/render/scene/scene.ts"

/** What a ray met; reused. */
export const groundHit = { t: -1, ny: 1, nz: 0 }

/** Fills `groundHit` for a ray that starts above the floor and before the wall. */
export type GroundFinder = (oy: number, oz: number, dy: number, dz: number) => void

/** Floor, or floor bending up into a wall. Infinite to both sides, so x does not matter. */
export function createGroundFinder(ground: Ground | undefined): GroundFinder {
  if (!ground) {
    return () => {
      groundHit.t = -1
    }
  }
  const { sweep } = ground
  if (!sweep) {
    return (oy, _oz, dy) => {
      groundHit.t = dy < -1e-6 ? -oy / dy : -1
      groundHit.ny = 1
      groundHit.nz = 0
    }
  }
  const { distance, radius } = sweep
  const bendZ = radius - distance
  return (oy, oz, dy, dz) => {
    groundHit.t = -1
    if (dy < -1e-6) {
      const t = -oy / dy
      if (oz + dz * t >= bendZ) {
        groundHit.t = t
        groundHit.ny = 1
        groundHit.nz = 0
        return
      }
    }
    if (dz > -1e-6 && dy > -1e-6) return
    if (dz < -1e-6) {
      const t = (-distance - oz) / dz
      if (t > 0 && oy + dy * t >= radius) {
        groundHit.t = t
        groundHit.ny = 0
        groundHit.nz = 1
        return
      }
    }
    // The bend: far side of a cylinder along x around (y = radius, z = bendZ).
    const y = oy - radius
    const z = oz - bendZ
    const a = dy * dy + dz * dz
    const b = y * dy + z * dz
    const inside = b * b - a * (y * y + z * z - radius * radius)
    if (inside < 0) return
    const t = (-b + Math.sqrt(inside)) / a
    const hitY = y + dy * t
    const hitZ = z + dz * t
    if (t <= 0 || hitY > 0 || hitZ > 0) return
    groundHit.t = t
    groundHit.ny = -hitY / radius
    groundHit.nz = -hitZ / radius
  }
}
