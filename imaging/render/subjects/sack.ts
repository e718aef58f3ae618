import { linear } from "#imaging/render/language/colours.ts"
import { dryGoodsColour } from "#imaging/render/language/containers.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { polygon, revolve, smoothCurve } from "#imaging/render/sdf/profiles.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { ellipsoid, torus } from "#imaging/render/sdf/solids.ts"
import { hash } from "#imaging/render/trace/noise.ts"
import { type Kit, type Model, solid } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint } from "./kit/label.ts"

/** Height of the rolled rim. */
const rim = 1.02

/** Side of a grain, world units. */
const grain = 0.017

/** An open sack with a rolled rim and a heap of dry goods in it, as on a market stall. */
export function sack(kit: Kit): Model {
  const side = smoothCurve(
    [
      [0.52, 0.02],
      [0.7, 0.16],
      [0.74, 0.5],
      [0.66, 0.86],
      [0.64, rim],
    ],
    4,
  )
  const body = revolve(polygon([[0, 0], ...side, [0, rim]], 0.02))
  const rolled = union(translate(torus(0.64, 0.085), [0, rim, 0]), translate(torus(0.67, 0.07), [0, rim - 0.11, 0]))
  const cloth = kit.body({ kind: "linen", color: linear("#c4a574") }, { roundness: 0.4, depth: 0.4 })
  const text = kit.text()
  const area = { width: 1, height: 0.44, middle: 0.5, radius: 0.75 }
  const printed =
    text === null
      ? cloth.texture
      : inkTexture(labelPrint(text, area.width / area.height), area, blackInk, cloth.texture)
  const color = linear(dryGoodsColour(kit.word.replace(/^.* of /, "")) ?? "#e6cf93")
  const heap = translate(ellipsoid([0.63, 0.3, 0.63]), [0, rim, 0])
  return {
    pieces: [
      solid(union(body, rolled), { ...cloth, texture: folded(printed) }),
      solid(heap, { color, roughness: 0.9, texture: grainTexture }),
    ],
    elevation: 0.36,
    sway: text === null ? 0.6 : 0.15,
  }
}

/** Cloth that hangs in soft folds. */
function folded(weave: Texture | undefined): Texture {
  return (s, x, y, z, nx, ny, nz) => {
    weave?.(s, x, y, z, nx, ny, nz)
    const turn = Math.atan2(x, z)
    const depth = Math.max(0, 1 - Math.abs(y - 0.55) / 0.6)
    const slope = depth * (0.3 * Math.cos(turn * 6 + 2 * y) + 0.18 * Math.cos(turn * 11 - 3 * y))
    s.bump[0] += slope * Math.cos(turn)
    s.bump[2] -= slope * Math.sin(turn)
    s.bump[1] += depth * 0.2 * Math.sin(y * 8 + turn * 3)
  }
}

/** Small grains, each a little lighter or darker than the next. */
const grainTexture: Texture = (s, x, y, z) => {
  const [i, j, k] = [Math.floor(x / grain), Math.floor(y / grain), Math.floor(z / grain)]
  const tone = 0.8 + 0.3 * hash(i + 31 * k, j, 17)
  for (let c = 0; c < 3; c += 1) s.color[c] = (s.color[c] ?? 0) * tone
  s.bump[0] += (hash(i, j + k, 5) - 0.5) * 0.7
  s.bump[1] += (hash(i + k, j, 7) - 0.5) * 0.7
  s.bump[2] += (hash(j, i + k, 9) - 0.5) * 0.7
}
