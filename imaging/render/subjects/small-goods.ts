import { linear } from "#imaging/render/language/colours.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, cone, cylinder, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { blackInk, inkTexture, labelOf, labelPrint, paper } from "./kit/label.ts"

const dark = linear("#141415")
const pale = linear("#e9e6e0")

/** A power bank on its edge: rounded, with its ports above and four lamps that tell how full it is. */
export function powerBank(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#24262a")
  const material = kit.body({ kind: "matte", color })
  const [half, tall, thick] = [0.5, 0.96, 0.135]
  const ink = color[0] + color[1] + color[2] > 0.9 ? blackInk : pale
  const text = kit.text()
  const art = text === null ? null : labelPrint(text, 2.4)
  const under = material.texture
  const print: Texture | undefined = art
    ? inkTexture(art, { width: 0.72, height: 0.3, middle: tall * 1.1 }, ink, under)
    : under
  const texture: Texture = (s, x, y, z, nx, ny, nz) => {
    print?.(s, x, y, z, nx, ny, nz)
    if (z < thick - 0.03) return
    for (let i = 0; i < 4; i += 1) {
      const away = Math.hypot(x - (i - 1.5) * 0.075, y - 0.24)
      if (away < 0.017) s.emission = i < 3 ? [0.5, 0.85, 1.1] : [0.02, 0.03, 0.04]
    }
  }
  const port = (x: number, wide: number) => translate(box([wide, 0.012, 0.03], 0.01), [x, tall * 2 + 0.003, 0])
  return {
    pieces: [
      solid(translate(box([half, tall, thick], 0.11), [0, tall, 0]), { ...material, texture }),
      solid(union(port(-0.16, 0.1), port(0.16, 0.07)), finish("matte", dark)),
      solid(translate(box([0.012, 0.09, 0.03], 0.01), [half - 0.002, tall * 1.5, 0]), finish("steel", pale)),
    ],
    yaw: 0.42,
    sway: 0.15,
    elevation: 0.26,
  }
}

/** A compact: pressed powder in its pan, the lid with a mirror standing open behind it. */
export function compact(kit: Kit): Model {
  const material = kit.body({ kind: "glossy", color: linear("#1b1a1c") })
  const powder = kit.of("filling", { kind: "matte", color: linear("#c98f68") })
  const radius = 0.8
  const open = (shape: Shape): Shape => translate(rotateX(translate(shape, [0, 0, radius]), -1.92), [0, 0.16, -radius])
  return {
    pieces: [
      solid(translate(cylinder(radius, 0.08, 0.05), [0, 0.08, 0]), material),
      solid(translate(cylinder(radius * 0.84, 0.02, 0.012), [0, 0.155, 0]), finish(trimOf(kit.look), pale)),
      solid(translate(cylinder(radius * 0.8, 0.02, 0.015), [0, 0.168, 0]), { ...powder, roughness: 0.85 }),
      solid(open(cylinder(radius, 0.05, 0.035)), material),
      solid(
        open(translate(cylinder(radius * 0.84, 0.006, 0.004), [0, -0.052, 0])),
        finish("chrome", [0.95, 0.95, 0.95]),
      ),
      solid(translate(box([0.1, 0.03, 0.03], 0.02), [0, 0.1, radius]), finish(trimOf(kit.look), pale)),
    ],
    yaw: 0.35,
    sway: 0.15,
    elevation: 0.42,
  }
}

/** A bottle of nail polish: the colour in thick glass below a long cap. */
export function nailPolish(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const isRound = kit.look.outline === "round"
  const glass = isRound ? cylinder(0.44, 0.42, 0.14) : box([0.4, 0.42, 0.4], 0.11)
  const polish = isRound ? cylinder(0.36, 0.33, 0.1) : box([0.32, 0.33, 0.32], 0.08)
  const art = labelOf(kit, 1.9)
  const pieces = [
    solid(translate(glass, [0, 0.42, 0]), finish("glass", [0.97, 0.97, 0.97], { depth: 2 })),
    solid(translate(polish, [0, 0.44, 0]), { color, roughness: 0.12 }),
    solid(translate(cylinder(0.17, 0.05, 0.02), [0, 0.88, 0]), finish(trimOf(kit.look), color)),
    solid(translate(cone(0.52, 0.22, 0.165, 0.05), [0, 1.44, 0]), kit.of("cap", { kind: "glossy", color: dark })),
  ]
  if (!kit.without("label")) {
    const print = inkTexture(art, { width: 0.5, height: 0.26, middle: 0.44 }, blackInk)
    const sign = translate(box([0.25, 0.13, 0.004], 0.002), [0, 0.44, isRound ? 0.447 : 0.406])
    pieces.push(solid(sign, { ...kit.of("label", { kind: "paper", color: paper }), texture: print }))
  }
  return { pieces, yaw: 0.2, sway: 0.15, elevation: 0.16 }
}

/** A roll-on: a slim bottle of oil with a label around it and a metal cap. */
export function rollOn(kit: Kit): Model {
  const oil = namedColour(kit.look) ?? linear("#c98a2e")
  const radius = 0.27
  const tall = 0.72
  const width = radius * 2.4
  const art = labelOf(kit, width / 0.62)
  const isOpen = kit.without("cap")
  const pieces = [
    solid(translate(cylinder(radius, tall, 0.06), [0, tall, 0]), finish("glass", [0.97, 0.96, 0.94], { depth: 1.8 })),
    solid(
      translate(cylinder(radius - 0.045, tall - 0.07, 0.04), [0, tall + 0.01, 0]),
      finish("glass", oil, { depth: 0.5, priority: 1 }),
    ),
    solid(
      translate(union(cylinder(0.19, 0.06, 0.015), torus(0.19, 0.016)), [0, tall * 2 + 0.05, 0]),
      finish("steel", pale),
    ),
    isOpen
      ? solid(translate(sphere(0.16), [0, tall * 2 + 0.13, 0]), finish("steel", pale))
      : solid(
          translate(cylinder(radius - 0.005, 0.3, 0.05), [0, tall * 2 + 0.36, 0]),
          kit.of("cap", { kind: trimOf(kit.look), color: linear("#d8b25a") }),
        ),
  ]
  if (!kit.without("label")) {
    const area = { width, height: 0.62, middle: tall * 0.96, radius }
    const band = translate(cylinder(radius + 0.005, 0.31, 0.002), [0, tall * 0.96, 0])
    pieces.push(
      solid(band, { ...kit.of("label", { kind: "paper", color: paper }), texture: inkTexture(art, area, blackInk) }),
    )
  }
  return { pieces, yaw: 0, sway: 0.1, elevation: 0.12 }
}
