import { linear, luminance } from "#imaging/render/language/colours.ts"
import { smoothCut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, labelPrint, labelTexture, paper } from "#imaging/render/subjects/kit/label.ts"

/** A plastic keg as oil is sold in: shoulders that rise to a handle through which a hand goes, and a screw cap. */
export function keg(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear(/water/.test(kit.word) ? "#3b74c4" : "#e6b21c")
  const plastic = { ...kit.body({ kind: "plastic", color }), roughness: 0.32, specular: 0.05 }
  const body = smoothUnion(
    0.2,
    translate(box([0.56, 0.62, 0.36], 0.13), [0, 0.62, 0]),
    translate(box([0.42, 0.16, 0.28], 0.12), [-0.06, 1.3, 0]),
    translate(cylinder(0.17, 0.14, 0.02), [0.3, 1.36, 0]),
  )
  const opening = translate(rotateX(cylinder(0.1, 0.5), Math.PI / 2), [-0.3, 1.23, 0])
  const middle = translate(box([0.12, 0.1, 0.5], 0.02), [-0.2, 1.23, 0])
  const end = translate(rotateX(cylinder(0.1, 0.5), Math.PI / 2), [-0.08, 1.23, 0])
  const hollow = smoothCut(0.06, body, union(opening, middle, end))
  const ribs = union(...[0.26, 0.98].map((y) => translate(box([0.565, 0.014, 0.365], 0.012), [0, y, 0])))
  const text = kit.text()
  const area = { width: 0.78, height: 0.5, middle: 0.62 }
  const pale = luminance(color) > 0.75 ? linear("#d9e4ee") : paper
  const label = kit.without("label") ? undefined : labelTexture(labelPrint(text, 0.78 / 0.5), area, pale, blackInk)
  return {
    pieces: [
      solid(hollow, label ? { ...plastic, texture: label } : plastic),
      solid(ribs, plastic),
      solid(
        union(translate(cylinder(0.205, 0.11, 0.03), [0.3, 1.58, 0]), translate(torus(0.19, 0.02), [0.3, 1.49, 0])),
        kit.of("cap", { kind: "plastic", color: linear("#c2271d") }),
      ),
    ],
    yaw: 0.35,
    sway: 0.14,
    elevation: 0.16,
  }
}
