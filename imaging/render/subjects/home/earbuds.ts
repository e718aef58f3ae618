import { linear } from "#imaging/render/language/colours.ts"
import { cut, intersect, smoothUnion } from "#imaging/render/sdf/combine.ts"
import { mirrorX, rotateX, rotateY, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, ellipsoid } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "#imaging/render/subjects/kit/label.ts"

const white = linear("#f3f2ee")
/** Where the case opens. */
const seam = 0.74

/** Earbuds that stand in their open case. */
export function earbuds(kit: Kit): Model {
  const color = namedColour(kit.look) ?? white
  const shell = kit.body({ kind: "glossy", color })
  const pebble = translate(box([0.78, 0.54, 0.36], 0.34), [0, 0.54, 0])
  const hollow = translate(box([0.7, 0.46, 0.29], 0.27), [0, 0.54, 0])
  const below = translate(box([2, 1, 2]), [0, seam - 1, 0])
  const above = translate(box([2, 1, 2]), [0, seam + 1, 0])
  const well = translate(box([0.68, 0.06, 0.27], 0.05), [0, seam, 0])
  const hinge = -0.34
  const opened = (shape: Shape): Shape =>
    translate(rotateX(translate(shape, [0, -seam, -hinge]), -1.75), [0, seam, hinge])
  const text = kit.text()
  const area = { width: 0.7, height: 0.2, middle: 0.42 }
  const casing = kit.part("holder") ? kit.of("holder", { kind: "glossy", color }) : shell
  const ink = casing.color[0] + casing.color[1] > 0.8 ? blackInk : paper
  const printed = text ? { ...casing, texture: inkTexture(labelPrint(text, 3.5), area, ink, casing.texture) } : casing
  // Their tips look at each other, as the case's magnets hold them.
  const bud = (shape: Shape): Shape => mirrorX(translate(rotateY(shape, -0.95), [0.32, 0.96, 0.03]))
  const body = bud(
    smoothUnion(0.08, ellipsoid([0.2, 0.2, 0.16]), capsule([0.03, 0, -0.03], [0.03, -0.42, -0.04], 0.085)),
  )
  const isPale = color[0] + color[1] + color[2] > 1
  return {
    pieces: [
      solid(cut(intersect(pebble, below), well), printed),
      solid(opened(cut(intersect(pebble, above), hollow)), casing),
      solid(body, shell),
      solid(
        bud(
          translate(
            rotateX(smoothUnion(0.04, ellipsoid([0.13, 0.06, 0.13]), cylinder(0.085, 0.1, 0.04)), Math.PI / 2),
            [0, 0.03, 0.19],
          ),
        ),
        finish("plastic", isPale ? linear("#cfcdc8") : linear("#3a3b3d")),
      ),
      solid(translate(ellipsoid([0.025, 0.025, 0.012]), [0, 0.62, 0.352]), {
        color: [0.2, 0.8, 0.3],
        roughness: 0.4,
        emission: [0.1, 0.7, 0.2],
      }),
    ],
    yaw: 0.3,
    sway: 0.15,
    elevation: 0.24,
  }
}
