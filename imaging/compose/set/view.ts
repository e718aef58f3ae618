import type { Product } from "#imaging/compose/product/product.ts"
import type { Camera } from "#imaging/render/scene/scene.ts"

/** Share of the frame that the product may fill, unless the template says otherwise. */
const usualFill = 0.63
/** Degrees over the longer side: a short telephoto, as product photographers use. */
const fieldOfView = 26
/** Radians above the horizon. Below the first, floors vanish; above the second, stand-ins stop fooling the eye. */
const elevations = { least: 0.07, most: 0.3 }
/** Backgrounds look best from lower down than most photos are taken; feet are traced for whatever view comes out. */
const lowering = 0.8

/** How far the lens goes down for a painted background that only shows from below `horizon`. */
const paintedLowering = 0.45

/** What a picture asks of its camera. */
export interface View {
  /** Width over height. */
  aspect: number
  /** Share of the frame that the product fills. */
  fill: number | undefined
  /** Radians above the horizon from which a painted background looks right; undefined: any. */
  horizon: number | undefined
}

/**
 * The camera that sees the set as the photo saw the product: the more its base curves, the higher the photographer
 * stood. A round base of radius r seen from elevation e has a front r × sin e below its middle.
 */
export function viewSet(product: Product, floor: number, view: View): Camera {
  const { base, tall, wide, unit } = product
  const { aspect, fill = usualFill, horizon } = view
  const seen = Math.asin(Math.min(0.6, base.sag / base.halfWidth))
  const matching = Math.min(elevations.most, Math.max(elevations.least, seen * lowering))
  const elevation = horizon === undefined ? matching : Math.min(matching, Math.max(horizon, matching * paintedLowering))
  const half = Math.tan((fieldOfView * Math.PI) / 360)
  const halfX = aspect >= 1 ? half : half * aspect
  const halfY = aspect >= 1 ? half / aspect : half
  const below = (product.shape.bottom - base.anchor) * unit
  const distance = Math.max((tall + below) / 2 / (halfY * fill), wide / 2 / (halfX * fill * 1.06))
  // The product stands a little below the middle of the frame: shadows need room in front, air above looks calm.
  const aim = floor + (tall - below) * 0.5 - floor * 0.35
  return {
    position: [0, Math.max(0.15, aim + Math.sin(elevation) * distance), Math.cos(elevation) * distance],
    target: [0, aim, 0],
    fov: fieldOfView,
    aperture: distance * 0.005,
    focus: distance - 0.1,
  }
}
