import type { Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { box } from "#imaging/render/sdf/solids.ts"
import type { Place } from "./stage.ts"
import { plainFloor } from "./surfaces.ts"

/** A seamless sweep: floor and wall are one surface, so that no edge shows. A named surface becomes a table before a wall. */
export const studio: Place = ({ palette, floor, look }) => {
  const color: Rgb = look?.colours[0] ?? palette.backdrop
  return {
    ground: floor ? { material: floor } : { material: plainFloor(color), sweep: { distance: 4.6, radius: 2.8 } },
    paint: (_x, y, _z, out) => {
      const k = 0.8 + 0.24 * Math.max(-0.4, Math.min(1, y * 1.6))
      for (let i = 0; i < 3; i += 1) out[i] = (color[i] ?? 0) * k
    },
    objects: floor ? [wall(color)] : [],
    ambient: 0.35,
  }
}

/** A plaster wall behind a table. */
function wall(color: Rgb, distance = 3.4): SceneObject {
  return {
    geometry: { kind: "field", shape: translate(box([30, 12, 0.1]), [0, 12, -distance - 0.1]) },
    material: plainFloor(color),
  }
}
