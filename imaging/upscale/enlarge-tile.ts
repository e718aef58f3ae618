import { backProject, backProjectionReach } from "./back-projection.ts"
import { filterReach } from "./classes.ts"
import { aroundTile, colourRadius, enlargeColour } from "./colour.ts"
import { doublePlane } from "./double.ts"
import { type FilterSet, unfoldFilters, unpackWeights } from "./filter-set.ts"
import { learnedFilters } from "./filters.ts"
import { createMixedDoubler } from "./network/mixed-doubler.ts"
import { type Doubler, doublerReach } from "./network/read-doubler.ts"
import { type Plane, trimPlane } from "./plane.ts"
import type { TilePlanes } from "./tile.ts"

/** How a picture is enlarged. */
export interface Way {
  /** The first doubling of brightness, and the pixels on each side that it reads. */
  double: (plane: Plane) => Plane
  reach: number
  /** Filters for the first doubling of transparency, and for the second of everything. */
  first: FilterSet
  second: FilterSet
  /** Whether the source can be trusted pixel by pixel. */
  isExact: boolean
}

/** Source pixels around a tile that enlarging it reads: two doublings and one back-projection, rounded up. */
export const tileMargin = doublerReach + Math.ceil(filterReach / 2) + backProjectionReach

/** From this quality of JPEG on a picture says enough about every pixel that its enlargement must agree with it. */
const exactFrom = 92

/** The way for a picture stored with a quality, 1 to 100 as libjpeg counts it; without a network by filters alone. */
export function chooseWay(quality: number, network: Doubler | undefined): Way {
  const unpack = (text: string): FilterSet => unfoldFilters(unpackWeights(text))
  const filters = { first: unpack(learnedFilters.first), second: unpack(learnedFilters.second) }
  const isExact = quality >= exactFrom
  const alone = byFilters(filters, isExact)
  if (!network) return alone
  const double = createMixedDoubler(network, alone.double, networkShare(quality))
  return { ...filters, double, reach: doublerReach, isExact }
}

/**
 * How much the network counts: half where nothing was lost, all where squares of JPEG must be cleared away. Of 20 real photos
 * doubled, the best shares were 0.5 when clean, 0.7 at quality 95, 0.6 at 90 (no agreement is asked for there), 0.8 at 80
 * and 1 at 55.
 */
function networkShare(quality: number): number {
  const share = quality >= exactFrom ? 0.5 + (100 - quality) / 25 : 0.6 + (90 - quality) / 60
  return Math.min(1, share)
}

function byFilters({ first, second }: Pick<Way, "first" | "second">, isExact: boolean): Way {
  return { double: (plane) => doublePlane(plane, first), reach: filterReach, first, second, isExact }
}

/** Enlarges a tile read with `margin` pixels around it, at least `tileMargin`; returns the tile alone. */
export function enlargeTile(planes: TilePlanes, factor: 2 | 4, way: Way, margin: number): TilePlanes {
  // Under an edge of transparency the true colours are unknown, so there is nothing to project back onto.
  const isExact = way.isExact && planes.alpha === null
  const luma = enlargeDetail(planes.luma, factor, { ...way, isExact }, margin)
  const radius = way.isExact ? colourRadius.clean : colourRadius.jpeg
  const nearby = aroundTile(planes.luma, margin, radius)
  return {
    luma,
    red: enlargeColour(aroundTile(planes.red, margin, radius), nearby, luma, factor, radius),
    blue: enlargeColour(aroundTile(planes.blue, margin, radius), nearby, luma, factor, radius),
    alpha: planes.alpha && enlargeDetail(planes.alpha, factor, byFilters(way, false), margin),
  }
}

/** Learned enlargement of one plane with `margin` pixels around the part wanted. */
function enlargeDetail(plane: Plane, factor: 2 | 4, way: Way, margin: number): Plane {
  const lost = way.reach * factor + (factor === 4 ? 2 * filterReach : 0)
  const around = Math.ceil(lost / factor)
  const source = trimPlane(plane, margin - around - (way.isExact ? backProjectionReach : 0))
  const once = way.double(source)
  const large = trimPlane(factor === 2 ? once : doublePlane(once, way.second), around * factor - lost)
  return way.isExact ? backProject(large, trimPlane(source, around), factor) : large
}
