import type { EngineWatch } from "#server/adapters/image-engine/port.ts"
import { createShared, type DrawnPixels, type SharedPicture, share } from "./work.ts"
import type { WorkContext } from "./work-context.ts"

/** Larger orders are drawn at this many pixels and enlarged: drawing time and memory grow with every one. */
export const drawnPixels = 1_250_000
/** Smaller sides are drawn at this size and made small: filters need a few pixels. */
const leastSide = 16

export interface Size {
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
}

/** The size at which an order is drawn. */
export function drawnSizeOf({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(drawnPixels / (width * height)))
  return {
    width: Math.max(leastSide, Math.round(width * scale)),
    height: Math.max(leastSide, Math.round(height * scale)),
  }
}

/** Whether an order's picture is drawn smaller than it is handed over; then its grain comes last. */
export function isEnlarged(size: Size): boolean {
  return size.width * size.height > drawnPixels
}

/**
 * The drawn picture at the size that was ordered: enlarged by the learned filters where it was drawn smaller, sized,
 * and given the grain that was left out.
 */
export async function toFinalSize(
  { pool }: WorkContext,
  drawn: DrawnPixels,
  order: Size & { seed: number },
  watch: Pick<EngineWatch, "signal" | "onProgress">,
): Promise<SharedPicture> {
  const { signal, onProgress } = watch
  let picture = share({ width: drawn.width, height: drawn.height, channels: 3, data: drawn.pixels })
  if (drawn.width === order.width && drawn.height === order.height) return picture
  while (picture.width < order.width || picture.height < order.height) {
    const result = createShared(picture.width * 2, picture.height * 2, 3)
    await pool.run({ kind: "enlargement", picture, factor: 2, quality: 100, result }, { signal, onProgress })
    picture = result
  }
  const result = createShared(order.width, order.height, 3)
  const { grain } = drawn
  await pool.run({ kind: "fitting", picture, grain, seed: order.seed, result }, { signal })
  return result
}
