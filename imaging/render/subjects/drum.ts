import { linear } from "#imaging/render/language/colours.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { printOf } from "#imaging/render/settings/patterns.ts"
import { turned } from "./kit/forms.ts"
import { type Kit, type Model, solid } from "./kit/kit.ts"

/** A djembe: carved body, skin, ropes. */
export function drum(kit: Kit): Model {
  const wood = kit.body({ kind: "wood", color: linear("#7a4524") }, { grain: 1 })
  const body = turned(
    [
      [0.46, 0],
      [0.34, 0.45],
      [0.28, 0.8],
      [0.5, 1.3],
      [0.66, 1.75],
      [0.64, 1.95],
    ],
    3,
  )
  const ropes: Shape[] = []
  for (let i = 0; i < 24; i += 1) {
    const a = (i / 24) * Math.PI * 2
    const b = ((i + (i % 2 ? 0.5 : -0.5)) / 24) * Math.PI * 2
    ropes.push(
      capsule([Math.sin(a) * 0.68, 1.82, Math.cos(a) * 0.68], [Math.sin(b) * 0.5, 1.16, Math.cos(b) * 0.5], 0.016),
    )
  }
  const print = printOf("ankara", [])
  const ink: [number, number, number] = [0, 0, 0]
  return {
    pieces: [
      solid(body, wood),
      solid(translate(cylinder(0.655, 0.03, 0.02), [0, 1.97, 0]), { color: linear("#e6d4b4"), roughness: 0.7 }),
      solid(union(translate(torus(0.67, 0.035), [0, 1.84, 0]), translate(torus(0.5, 0.03), [0, 1.15, 0]), ...ropes), {
        color: linear("#e8dcc2"),
        roughness: 0.9,
      }),
      solid(translate(cylinder(0.32, 0.1, 0.01), [0, 0.72, 0]), {
        color: [0.5, 0.3, 0.1],
        roughness: 0.9,
        texture: (s, x, y, z) => {
          print(Math.atan2(x, z) * 0.5, y * 1.2, ink)
          s.color = [ink[0], ink[1], ink[2]]
        },
      }),
    ],
    elevation: 0.18,
  }
}
