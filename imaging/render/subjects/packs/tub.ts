import { linear, luminance } from "#imaging/render/language/colours.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { repeatAround, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder } from "#imaging/render/sdf/solids.ts"
import { turned } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, labelPrint, labelTexture, paper } from "#imaging/render/subjects/kit/label.ts"

/** Whether the words name hair cream or jelly, which is sold in tubs. */
export const isTub = (word: string): boolean => /tub|hair|pomade|jelly|relaxer/.test(word)

/** A wide plastic tub with a ribbed screw lid and a label around it. */
export function tub(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const [radius, high] = [0.78, 0.94]
  const body = turned([
    [radius - 0.08, 0],
    [radius - 0.03, 0.04],
    [radius - 0.02, 0.2],
    [radius, high - 0.1],
    [radius, high],
  ])
  const plastic = kit.body({ kind: "plastic", color })
  const area = { width: radius * 2.1, height: 0.6, middle: 0.46, radius }
  const named = kit.part("label")
  const ground = (named && namedColour(named.look)) ?? (luminance(color) > 0.6 ? kit.palette.pale : paper)
  const under = plastic.texture
  const label = labelTexture(
    labelPrint(kit.text(), area.width / area.height),
    area,
    ground,
    luminance(ground) > 0.35 ? blackInk : paper,
  )
  const ribs = repeatAround(translate(box([0.012, 0.13, 0.014], 0.006), [radius + 0.02, 0, 0]), 72)
  const lid = union(
    translate(cylinder(radius + 0.025, 0.17, 0.05), [0, high + 0.14, 0]),
    translate(ribs, [0, high + 0.11, 0]),
    translate(cylinder(radius - 0.12, 0.02, 0.015), [0, high + 0.31, 0]),
  )
  return {
    pieces: [
      solid(body, {
        ...plastic,
        ...(kit.without("label")
          ? {}
          : {
              texture: (s, x, y, z, nx, ny, nz) => {
                under?.(s, x, y, z, nx, ny, nz)
                label(s, x, y, z, nx, ny, nz)
              },
            }),
      }),
      solid(
        lid,
        kit.of("cap", { kind: "plastic", color: luminance(color) > 0.6 ? kit.palette.product : linear("#f2efe8") }),
      ),
    ],
    yaw: 0,
    sway: 0.1,
    elevation: 0.22,
  }
}
