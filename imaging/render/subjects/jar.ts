import { linear } from "#imaging/render/language/colours.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { cylinder } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint, labelTexture, paper } from "./kit/label.ts"
import { isTub, tub } from "./packs/tub.ts"

/** A cream jar with a wide lid; in glass it shows its cream. */
export function jar(kit: Kit): Model {
  if (isTub(kit.word) && !kit.look.materials.includes("glass")) return tub(kit)
  const high = 0.36 + kit.random() * 0.05
  const radius = 0.66
  const material = kit.body({ kind: "ceramic", color: kit.palette.product }, { depth: 0.3 })
  const lid = kit.of("cap", { kind: kit.random() < 0.65 ? trimOf(kit.look) : "plastic", color: linear("#efe9df") })
  const pieces = [
    solid(translate(cylinder(radius, high, 0.1), [0, high, 0]), material),
    solid(translate(cylinder(radius * 1.02, 0.17, 0.04), [0, high * 2 + 0.19, 0]), lid),
  ]
  const width = radius * 1.5
  const height = high * 1.05
  const area = { width, height, middle: high * 0.98, radius }
  if (material.glass) {
    const cream = linear("#f1e6d2")
    pieces.push(
      solid(translate(cylinder(radius - 0.075, high - 0.09, 0.06), [0, high + 0.02, 0]), {
        color: cream,
        roughness: 0.5,
      }),
    )
  }
  if (kit.without("label")) return { pieces, yaw: 0 }
  const art = labelPrint(kit.text(), width / height)
  const named = kit.part("label")
  if (material.glass) {
    const band = translate(cylinder(radius + 0.006, height / 2, 0.002), [0, high, 0])
    const color = (named && namedColour(named.look)) ?? paper
    pieces.push(solid(band, { color, roughness: 0.6, texture: inkTexture(art, { ...area, middle: high }, blackInk) }))
  } else {
    const under = material.texture
    const light = named
      ? labelTexture(art, area, namedColour(named.look) ?? paper, blackInk)
      : inkTexture(art, area, inkOn(kit))
    material.texture = (s, x, y, z, nx, ny, nz) => {
      under?.(s, x, y, z, nx, ny, nz)
      light(s, x, y, z, nx, ny, nz)
    }
  }
  return { pieces, yaw: 0, sway: 0.1 }
}

function inkOn(kit: Kit) {
  const color = namedColour(kit.look) ?? kit.palette.product
  return color[0] + color[1] + color[2] > 0.9 ? blackInk : paper
}
