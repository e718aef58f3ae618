import { backProject, backProjectionReach } from "./back-projection.ts"
import { filterReach } from "./classes.ts"
import { aroundTile, colourRadius, enlargeColour } from "./colour.ts"
import { doublePlane } from "./double.ts"
import { type FilterSet, unfoldFilters, unpackWeights } from "./filter-set.ts"
import { learnedFilters } from "./filters.ts"
import { createMixedDoubler } from "./mixed-doubler.ts"
import { type Plane, trimPlane } from "./plane.ts"
import { type Doubler, doublerReach } from "./read-doubler.ts"
import type { TilePlanes } from "./tile.ts"

/** How a picture is enlarged. */
export interface Way {
  /** The first doubling of brightness, and the pixels on each side that it reads. */
  double: (plane: Plane) => Plane
  reach: number
  /** Filters for the first doubling of transparency, and for the second of everything. */
  first: FilterSet
  second: FilterSet
  /** How often brightness is projected back onto the source: as far as it can be trusted pixel by pixel. */
  rounds: number
  colourRadius: number
}

const mostRounds = 2
/** Source pixels around a tile that enlarging it reads: two doublings and back-projection, rounded up. */
export const tileMargin = doublerReach + Math.ceil(filterReach / 2) + mostRounds * backProjectionReach

/** Qualities of JPEG, as libjpeg counts them: from the first on nothing was lost, from the second on little. */
const [exactFrom, fineFrom] = [98, 88] as const
/**
 * How much the network counts. Of real photos doubled, 0.7 to 0.8 was best where nothing was lost, 0.8 to 1 at the
 * qualities 95 to 55.
 */
const networkShare = { exact: 0.7, stored: 0.9 } as const

/** The way for a picture stored with a quality, 1 to 100 as libjpeg counts it; without a network by filters alone. */
export function chooseWay(quality: number, network: Doubler | undefined): Way {
  const unpack = (text: string): FilterSet => unfoldFilters(unpackWeights(text))
  const filters = { first: unpack(learnedFilters.first), second: unpack(learnedFilters.second) }
  const isExact = quality >= exactFrom
  const rounds = isExact ? mostRounds : quality >= fineFrom ? 1 : 0
  const alone = byFilters(filters, rounds, isExact ? colourRadius.clean : colourRadius.jpeg)
  if (!network) return alone
  const double = createMixedDoubler(network, alone.double, isExact ? networkShare.exact : networkShare.stored)
  return { ...alone, double, reach: doublerReach }
}

function byFilters({ first, second }: Pick<Way, "first" | "second">, rounds: number, radius: number): Way {
  const double = (plane: Plane): Plane => doublePlane(plane, first)
  return { double, reach: filterReach, first, second, rounds, colourRadius: radius }
}

/** Enlarges a tile read with `margin` pixels around it, at least `tileMargin`; returns the tile alone. */
export function enlargeTile(planes: TilePlanes, factor: 2 | 4, way: Way, margin: number): TilePlanes {
  // Under an edge of transparency the true colours are unknown, so there is nothing to project back onto.
  const rounds = planes.alpha === null ? way.rounds : 0
  const luma = enlargeDetail(planes.luma, factor, { ...way, rounds }, margin)
  const radius = way.colourRadius
  const nearby = aroundTile(planes.luma, margin, radius)
  return {
    luma,
    red: enlargeColour(aroundTile(planes.red, margin, radius), nearby, luma, factor, radius),
    blue: enlargeColour(aroundTile(planes.blue, margin, radius), nearby, luma, factor, radius),
    alpha: planes.alpha && enlargeDetail(planes.alpha, factor, byFilters(way, 0, radius), margin),
  }
}

/** Learned enlargement of one plane with `margin` pixels around the part wanted. */
function enlargeDetail(plane: Plane, factor: 2 | 4, way: Way, margin: number): Plane {
  const lost = way.reach * factor + (factor === 4 ? 2 * filterReach : 0)
  const around = Math.ceil(lost / factor)
  let known = trimPlane(plane, margin - around - way.rounds * backProjectionReach)
  const once = way.double(known)
  let large = trimPlane(factor === 2 ? once : doublePlane(once, way.second), around * factor - lost)
  known = trimPlane(known, around)
  for (let round = 0; round < way.rounds; round++) {
    large = backProject(large, known, factor)
    known = trimPlane(known, backProjectionReach)
  }
  return large
}
