import { linear, luminance, mix } from "#imaging/render/language/colours.ts"
import type { SceneObject, Texture } from "#imaging/render/scene/scene.ts"
import { extrude, rectangle } from "#imaging/render/sdf/profiles.ts"
import { rotateY, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { labelPrint } from "#imaging/render/subjects/kit/label.ts"

const [half, tall, thick] = [0.98, 0.72, 0.05]
/** Turn of the back cover behind the front one. */
const open = 0.5

/** A bifold wallet that stands a little open on its edge: stitched leather, with cards that look out of the back. */
export function wallet(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#5a3018")
  const leather = kit.body({ kind: "leather", color }, { isSoft: true })
  const thread = mix(color, luminance(color) > 0.3 ? [0.05, 0.03, 0.02] : linear("#e8d3a8"), 0.6)
  const text = kit.text()
  const art = text === null ? null : labelPrint(text, 2.6, 0.9)
  const stitched: Texture = (s, x, y, z, nx, ny, nz) => {
    leather.texture?.(s, x, y, z, nx, ny, nz)
    if (nz < 0.4) return
    const [fromSide, fromEnd] = [half - Math.abs(x), tall - Math.abs(y - tall)]
    const edge = Math.min(fromSide, fromEnd)
    const along = (fromSide < fromEnd ? y : x) * 15
    if (Math.abs(edge - 0.07) < 0.011 && Math.abs(along - Math.round(along)) < 0.34) {
      for (let i = 0; i < 3; i += 1) s.color[i] = thread[i] ?? 0
      s.roughness = 0.8
    } else if (edge > 0.05 && edge < 0.09) for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * 0.8
    const ink = art?.at(x / 1.1 + 0.5, (y - tall) / 0.42 + 0.5) ?? 0
    for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 - ink) + (thread[i] ?? 0) * ink
  }
  const behind = (shape: Shape): Shape =>
    translate(rotateY(translate(shape, [half, 0, -thick]), open), [-half, 0, -thick])
  const cover = translate(extrude(rectangle(half, tall, 0.09), thick, 0.04), [0, tall, 0])
  const card = (at: number, up: number, color: string): SceneObject =>
    solid(
      behind(translate(extrude(rectangle(0.78, 0.5, 0.05), 0.008, 0.004), [0.04, 0.5 + up, at])),
      finish("glossy", linear(color)),
    )
  return {
    pieces: [
      solid(cover, { ...leather, texture: stitched }),
      solid(behind(translate(extrude(rectangle(half, tall, 0.09), thick, 0.04), [0, tall, 0])), leather),
      solid(translate(cylinder(thick * 1.45, tall - 0.02, 0.04), [-half + 0.015, tall, -thick]), leather),
      card(thick + 0.02, 0.62, "#d8d2c4"),
      card(thick + 0.045, 0.55, "#2f5f9a"),
      card(thick + 0.07, 0.48, "#c8922a"),
    ],
    yaw: 0.32,
    sway: 0.12,
    elevation: 0.3,
  }
}
