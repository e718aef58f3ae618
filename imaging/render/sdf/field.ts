import type { Shape } from "./shape.ts"

/** One solid of a scene as the marcher sees it. */
export interface Field {
  shape: Shape
  /** Number that comes back from `identify`. */
  id: number
  /** Rays can be inside; shadows ask for it separately. */
  isGlass: boolean
  /** Left out of what the lens sees. */
  isProxy: boolean
}
