import { mix, type Rgb, scale } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { type Bounds, translate } from "#imaging/render/sdf/shape.ts"
import { box } from "#imaging/render/sdf/solids.ts"
import { fitText, widthOf } from "#imaging/render/text/print.ts"
import { letterMesh } from "./letters.ts"

/** Tubes as bright as this keep their colour: brighter ones bleach to white. */
const tubeRadiance = 3.4
const warmPink: Rgb = [1, 0.13, 0.4]

/** Glowing letters on a dark board that stands behind the product and rises above it, so that nothing hides a letter. */
export function neonSign(text: string, color: Rgb | null, product: Bounds): SceneObject[] {
  const tall = product.max[1] - product.min[1]
  const wide = product.max[0] - product.min[0]
  const reach = Math.max(wide * 1.15, tall * 1.05, 1.4)
  const size = Math.min(tall * 0.5, reach * 0.36)
  const rows = fitText(text, "display", { width: reach, low: 0, high: size * 1.9 }, { lines: 2, size })
  const z = product.min[2] - 0.55
  const floor = product.max[1] + 0.12
  const letters = letterMesh(rows, floor, z, 0.07)
  if (!letters) return []
  const hue = color ?? warmPink
  const pure = mix(hue, scale(hue, 1.25 / Math.max(...hue, 0.05)), 0.8)
  const used = Math.max(...rows.map((row) => widthOf(row.text, "display") * row.size))
  const high = rows.reduce((sum, row) => sum + row.size * 0.86, 0)
  const margin = size * 0.22
  const halfHigh = (high + margin) / 2
  const board = translate(box([used / 2 + margin, halfHigh, 0.03], 0.02), [0, floor + halfHigh - margin, z - 0.1])
  const posts = [-1, 1].map((side) =>
    translate(box([0.025, floor / 2, 0.025], 0.01), [side * used * 0.42, floor / 2, z - 0.1]),
  )
  const dark = { color: [0.02, 0.018, 0.026] as const, roughness: 0.35 }
  return [
    {
      geometry: { kind: "mesh", mesh: letters },
      material: { color: hue, roughness: 0.4, emission: scale(pure, tubeRadiance) },
    },
    ...[board, ...posts].map((shape): SceneObject => ({ geometry: { kind: "field", shape }, material: dark })),
  ]
}
