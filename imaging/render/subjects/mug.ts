import { linear } from "#imaging/render/language/colours.ts"
import { smoothCut, smoothUnion } from "#imaging/render/sdf/combine.ts"
import { rotateX, stretch, translate } from "#imaging/render/sdf/shape.ts"
import { cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish, liquids } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "./kit/label.ts"

/** A stoneware mug, full of coffee unless the prompt says otherwise. */
export function mug(kit: Kit): Model {
  const high = 1.3
  const radius = 0.58
  const outer = translate(cylinder(radius, high / 2, 0.08), [0, high / 2, 0])
  const hollow = translate(cylinder(radius - 0.07, 0.62, 0.08), [0, high - 0.62 + 0.12, 0])
  const loop = translate(stretch(rotateX(torus(0.34, 0.075), Math.PI / 2), [0.92, 1.1, 1]), [
    radius + 0.02,
    high * 0.52,
    0,
  ])
  const shape = smoothCut(0.03, kit.without("handle") ? outer : smoothUnion(0.09, outer, loop), hollow)
  const color = namedColour(kit.look) ?? kit.palette.product
  const material = kit.body({ kind: "ceramic", color }, { roundness: radius })
  const text = kit.text()
  if (text) {
    const light = color[0] + color[1] + color[2] > 0.9
    const art = labelPrint(text, 1)
    const area = { width: 0.86, height: 0.86, middle: high * 0.5, radius }
    material.texture = inkTexture(art, area, light ? blackInk : paper, material.texture)
  }
  const filling = kit.part("filling")
  const drink = (filling && liquids[filling.word]) ?? linear("#2b1509")
  const surface = translate(cylinder(radius - 0.066, 0.03, 0.008), [0, high - 0.17, 0])
  return {
    pieces: [solid(shape, material), ...(kit.without("filling") ? [] : [solid(surface, finish("glossy", drink))])],
    yaw: text ? -0.12 : -0.45,
    sway: 0.12,
    elevation: 0.26,
  }
}
