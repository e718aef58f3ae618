import type { Rgb } from "#imaging/render/language/colours.ts"
import type { Place } from "./stage.ts"
import { plainFloor } from "./surfaces.ts"

/** A seamless sweep: floor and wall are one surface, so that no edge shows. */
export const studio: Place = ({ palette, floor, look }) => {
  const color: Rgb = look?.colours[0] ?? palette.backdrop
  return {
    ground: floor
      ? { material: floor, fade: { from: 3.4, to: 7.5 } }
      : { material: plainFloor(color), sweep: { distance: 4.2, radius: 2.4 } },
    paint: (_x, y, _z, out) => {
      const k = 0.8 + 0.24 * Math.max(-0.4, Math.min(1, y * 1.6))
      for (let i = 0; i < 3; i += 1) out[i] = (color[i] ?? 0) * k
    },
    objects: [],
    ambient: 0.35,
  }
}
