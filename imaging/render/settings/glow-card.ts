import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { evaluate } from "#imaging/render/sdf/evaluate.ts"
import { fieldOf } from "#imaging/render/sdf/gradient.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { box } from "#imaging/render/sdf/solids.ts"
import type { Lighting } from "./lights.ts"
import { boundsOf } from "./placement.ts"

/**
 * The photographer's trick for glass: a bright card hidden right behind each bottle, inside its outline, so that light
 * comes through it. The lens does not see the card itself. Hollow and clear things let enough light through without one, and
 * would show its edges.
 */
export function glowCards(objects: readonly SceneObject[], lighting: Lighting): SceneObject[] {
  const [r, g, b] = lighting.backdrop
  return objects.flatMap((object) => {
    const { geometry, material } = object
    const { glass } = material
    const bounds = boundsOf(object)
    const wide = (bounds.max[0] - bounds.min[0]) / 2
    const tall = (bounds.max[1] - bounds.min[1]) / 2
    const isTinted = glass !== undefined && Math.max(...glass.absorption) > 0.5
    if (!isTinted || glass.priority || tall < 0.3) return []
    const middle = (bounds.max[0] + bounds.min[0]) / 2
    const bottom = bounds.min[1]
    const isHollow =
      geometry.kind === "field" &&
      evaluate(fieldOf(geometry.shape))(middle, bottom + tall, (bounds.max[2] + bounds.min[2]) / 2) > 0
    if (isHollow) return []
    const z = bounds.min[2] - 0.1
    const shape = translate(box([wide * 0.72, tall * 0.84, 0.004]), [middle, bottom + tall * 0.92, z])
    return [
      {
        geometry: { kind: "field", shape },
        material: {
          color: [0.8, 0.8, 0.8],
          roughness: 0.9,
          emission: [r * 0.8, g * 0.8, b * 0.8],
          texture: (s, x, y) => {
            const across = (x - middle) / wide
            const up = (y - bottom) / (tall * 2)
            const k = 0.16 + 1.35 * Math.exp(-((up - 0.34) ** 2) * 7 - across * across * 2.2)
            for (let i = 0; i < 3; i += 1) s.emission[i] = (s.emission[i] ?? 0) * k
          },
        },
        isProxy: true,
      } satisfies SceneObject,
    ]
  })
}
