import { linear, luminance } from "#imaging/render/language/colours.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import { cut, union } from "#imaging/render/sdf/combine.ts"
import { extrude, rectangle } from "#imaging/render/sdf/profiles.ts"
import { rotateX, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { printOf } from "#imaging/render/settings/patterns.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "#imaging/render/subjects/kit/label.ts"

const [half, tall, deep] = [0.52, 1.06, 0.085]
const dark = linear("#121214")

/** A phone case seen from its back, leaning: a raised ring around the camera's opening, buttons, its print or text. */
export function phoneCase(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const flowers = kit.part("filling")
  const isFloral = /flower|rose|tulip|lil|dais|hibiscus|orchid|leaves/.test(flowers?.word ?? "")
  const print = isFloral ? printOf("floral", [color, ...(flowers?.look.colours ?? [])]) : null
  const body = kit.body({ kind: "matte", color })
  const text = kit.text()
  const ink: [number, number, number] = [0, 0, 0]
  const texture: Texture = (s, x, y, z, nx, ny, nz) => {
    if (print) {
      print(x, y, ink)
      for (let i = 0; i < 3; i += 1) s.color[i] = ink[i] ?? 0
    } else body.texture?.(s, x, y, z, nx, ny, nz)
  }
  const letters = luminance(color) > 0.35 ? blackInk : paper
  const area = { width: 0.84, height: 0.6, middle: tall * 0.8 }
  const art =
    text === null ? texture : inkTexture(labelPrint(text, area.width / area.height, 0.9), area, letters, texture)
  const lean = -0.16
  const turn = (shape: Shape): Shape => translate(rotateX(shape, lean), [0, tall * Math.cos(lean) + 0.01, 0])
  const island = (grow: number, depth: number): Shape =>
    translate(extrude(rectangle(0.2 + grow, 0.2 + grow, 0.09 + grow), depth, 0.01), [-0.24, tall - 0.3, deep])
  const lens = (x: number, y: number): Shape =>
    translate(rotateX(cylinder(0.07, 0.03, 0.012), Math.PI / 2), [-0.24 + x, tall - 0.3 + y, deep - 0.005])
  const side = (y: number, long: number): Shape => translate(box([0.02, long, 0.03], 0.015), [half + 0.004, y, 0])
  return {
    pieces: [
      solid(turn(cut(union(extrude(rectangle(half, tall, 0.16), deep, 0.06), island(0.035, 0.022)), island(0, 0.12))), {
        ...body,
        texture: art,
      }),
      solid(
        turn(translate(extrude(rectangle(0.22, 0.22, 0.1), 0.02), [-0.24, tall - 0.3, deep - 0.05])),
        finish("matte", dark),
      ),
      solid(turn(union(lens(-0.085, 0.085), lens(-0.085, -0.085), lens(0.085, 0))), finish("glossy", dark)),
      solid(turn(union(side(0.34, 0.1), side(0.08, 0.1))), body),
      solid(translate(rotateX(box([half * 0.5, 0.5, 0.03], 0.02), 0.5), [0, 0.42, -0.38]), finish("steel", dark)),
    ],
    yaw: 0.3,
    sway: 0.12,
    elevation: 0.1,
  }
}
