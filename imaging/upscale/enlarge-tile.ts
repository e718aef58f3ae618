import { backProject, backProjectionReach } from "./back-projection.ts"
import { filterReach } from "./classes.ts"
import { aroundTile, colourRadius, enlargeColour } from "./colour.ts"
import { doublePlane } from "./double.ts"
import { type FilterSet, unfoldFilters, unpackWeights } from "./filter-set.ts"
import { cleanFilters, jpegFilters } from "./filters.ts"
import { type Plane, trimPlane } from "./plane.ts"
import type { TilePlanes } from "./tile.ts"

/** Filters for the first and the second doubling, and whether the source can be trusted pixel by pixel. */
export interface FilterPair {
  first: FilterSet
  second: FilterSet
  isExact: boolean
}

/** Source pixels around a tile that enlarging it reads: two doublings and one back-projection, rounded up. */
export const tileMargin = filterReach + Math.ceil(filterReach / 2) + backProjectionReach

/** Filters by kind of source; unpacked on every call, which takes a millisecond. */
export function loadFilters(kind: "clean" | "jpeg"): FilterPair {
  const { first, second } = kind === "clean" ? cleanFilters : jpegFilters
  const unpack = (text: string): FilterSet => unfoldFilters(unpackWeights(text))
  return { first: unpack(first), second: unpack(second), isExact: kind === "clean" }
}

/** Enlarges a tile read with `margin` pixels around it, at least `tileMargin`; returns the tile alone. */
export function enlargeTile(planes: TilePlanes, factor: 2 | 4, filters: FilterPair, margin: number): TilePlanes {
  // Under an edge of transparency the true colours are unknown, so there is nothing to project back onto.
  const isExact = filters.isExact && planes.alpha === null
  const luma = enlargeDetail(planes.luma, factor, { ...filters, isExact }, margin)
  const radius = filters.isExact ? colourRadius.clean : colourRadius.jpeg
  const nearby = aroundTile(planes.luma, margin, radius)
  return {
    luma,
    red: enlargeColour(aroundTile(planes.red, margin, radius), nearby, luma, factor, radius),
    blue: enlargeColour(aroundTile(planes.blue, margin, radius), nearby, luma, factor, radius),
    alpha: planes.alpha && enlargeDetail(planes.alpha, factor, { ...filters, isExact: false }, margin),
  }
}

/** Learned enlargement of one plane with `margin` pixels around the part wanted. */
function enlargeDetail(plane: Plane, factor: 2 | 4, filters: FilterPair, margin: number): Plane {
  const once = doublePlane(plane, filters.first)
  const large = factor === 2 ? once : doublePlane(once, filters.second)
  const lost = factor === 2 ? filterReach * 2 : filterReach * 4 + filterReach * 2
  if (!filters.isExact) return trimPlane(large, margin * factor - lost)
  const around = margin - Math.ceil(lost / factor)
  const projected = backProject(
    trimPlane(large, (margin - around) * factor - lost),
    trimPlane(plane, margin - around),
    factor,
  )
  return trimPlane(projected, (around - backProjectionReach) * factor)
}
