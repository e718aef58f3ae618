import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, translate } from "#imaging/render/sdf/shape.ts"
import { box } from "#imaging/render/sdf/solids.ts"
import { fitText, print } from "#imaging/render/text/print.ts"
import { inkFor } from "./goods.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { inkTexture, paper } from "./kit/label.ts"

/** A framed print or a sign board with the prompt's words, leaning back. */
export function frame(kit: Kit): Model {
  const isSign = /sign|board|placard|banner|billboard/.test(kit.word)
  return lettered(kit, kit.text(), isSign)
}

/** A board with text: wooden frame and paper, or a painted sign. */
export function lettered(kit: Kit, text: string | null, isSign: boolean): Model {
  const wide = isSign ? 1.3 : 0.92
  const tall = isSign ? 0.82 : 1.16
  const board = namedColour(kit.look) ?? (isSign ? mix(kit.palette.deep, linear("#22332c"), 0.5) : paper)
  const area = { width: wide * 2 - 0.3, height: tall * 2 - 0.3, middle: tall }
  const aspect = area.width / area.height
  const art = text
    ? print(
        aspect,
        fitText(
          text,
          "display",
          { width: aspect * 0.9, low: 0.1, high: 0.9 },
          { lines: 6, size: isSign ? 0.46 : 0.24 },
        ),
      )
    : null
  const base = { color: board, roughness: isSign ? 0.45 : 0.85 }
  const painted: SceneObject["material"]["texture"] = art
    ? inkTexture(art, area, inkFor(board))
    : (s, x, y) => abstractArt(kit, s.color, x / wide, (y - tall) / tall)
  const wood = kit.of("legs", { kind: "wood", color: linear("#9a6c42") }, { grain: 0 })
  const bars = union(
    translate(box([wide, 0.065, 0.06], 0.015), [0, 0.065, 0]),
    translate(box([wide, 0.065, 0.06], 0.015), [0, tall * 2 - 0.065, 0]),
    translate(box([0.065, tall, 0.06], 0.015), [wide - 0.065, tall, 0]),
    translate(box([0.065, tall, 0.06], 0.015), [-wide + 0.065, tall, 0]),
  )
  const prop = translate(rotateX(box([0.3, tall * 0.6, 0.03], 0.01), 0.42), [0, tall * 0.56, -0.34])
  return {
    pieces: [
      solid(translate(box([wide - 0.05, tall - 0.05, 0.025]), [0, tall, 0]), { ...base, texture: painted }),
      solid(bars, wood),
      solid(prop, wood),
    ],
    yaw: 0.14,
    sway: 0.1,
    elevation: 0.06,
  }
}

/** Three soft shapes in the palette for frames without text. */
function abstractArt(kit: Kit, color: [number, number, number], u: number, v: number): void {
  const put = (c: Rgb): void => {
    color[0] = c[0]
    color[1] = c[1]
    color[2] = c[2]
  }
  if (Math.hypot(u * 0.8 - 0.2, v - 0.35) < 0.24) put(linear("#c9603a"))
  else if (v < -0.1 + 0.16 * Math.sin(u * 3 + 1)) put(mix(kit.palette.deep, linear("#4a5a4c"), 0.4))
  else if (v < 0.06 + 0.14 * Math.sin(u * 2.6 - 0.6)) put(mix(kit.palette.product, linear("#d9b48a"), 0.5))
}
