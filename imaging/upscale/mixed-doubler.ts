// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { filterReach } from "./classes.ts"
import { cubicReach, enlargePlane } from "./cubic.ts"
import { type Plane, trimPlane } from "./plane.ts"
import { type Doubler, doublerReach } from "./read-doubler.ts"
import { type FindDetail, prepareDoubler } from "./run-doubler.ts"

/**
 * Twice the size as a weighted mean of what the network and what filters make of a plane: each errs in its own way, so
 * their mean is nearer to the truth than either. Returns only what is fully known: a plane without `doublerReach` pixels
 * on every side, doubled.
 * @param byFilters loses `filterReach` pixels on every side
 * @param share of the network, 0 to 1
 */
export function createMixedDoubler(
  network: Doubler,
  byFilters: (plane: Plane) => Plane,
  share: number,
): (plane: Plane) => Plane {
  // pieces of a picture have four sizes at the most: inside, at two borders and in their corner
  const prepared = new Map<string, FindDetail>()
  return (plane) => {
    const { width, height } = plane
    const size = `${width} × ${height}`
    const findDetail = prepared.get(size) ?? prepareDoubler(network, width, height)
    prepared.set(size, findDetail)
    const detail = trimPlane(findDetail(plane), 2 * doublerReach).data
    const bicubic = enlargePlane(trimPlane(plane, doublerReach - cubicReach), 2).data
    const filtered = byFilters(trimPlane(plane, doublerReach - filterReach))
    for (let p = 0; p < detail.length; p++) {
      filtered.data[p] = share * (bicubic[p]! + detail[p]!) + (1 - share) * filtered.data[p]!
    }
    return filtered
  }
}
