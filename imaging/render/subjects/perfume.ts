import { linear, mix } from "#imaging/render/language/colours.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "./kit/label.ts"

/** A heavy glass flacon with its perfume inside, a metal collar, a cap and a paper label. */
export function perfume(kit: Kit): Model {
  const { random } = kit
  const isRound = kit.look.outline === "round"
  const halfWidth = isRound ? 0.66 : 0.5 + random() * 0.1
  const halfHeight = isRound ? 0.66 : 0.58 + random() * 0.12
  const depth = 0.27
  const top = halfHeight * 2
  const color = namedColour(kit.look) ?? kit.palette.product
  const glassColor = mix(color, [0.97, 0.96, 0.95], 0.6)
  const body = flacon(isRound, halfWidth, halfHeight, depth, 0.085)
  const inner = flacon(isRound, halfWidth - 0.085, halfHeight - 0.1, depth - 0.075, 0.07)
  const opaque =
    kit.look.materials.length > 0 &&
    !kit.look.materials.some((m) => m === "glass" || m === "crystal" || m === "frosted")
  const pieces = opaque
    ? [solid(translate(body, [0, halfHeight, 0]), kit.body({ kind: "ceramic", color }))]
    : [
        solid(translate(body, [0, halfHeight, 0]), finish("glass", glassColor, { depth: 1.6 })),
        solid(translate(inner, [0, halfHeight + 0.02, 0]), finish("glass", color, { depth: 0.55, priority: 1 })),
      ]
  const trim = finish(trimOf(kit.look), color)
  const collar = union(
    cylinder(0.17, 0.075, 0.012),
    ...[-0.045, 0, 0.045].map((y) => translate(torus(0.168, 0.014), [0, y, 0])),
  )
  pieces.push(solid(translate(collar, [0, top + 0.07, 0]), trim))
  const capDefault = random() < 0.5 ? linear("#141314") : linear("#efe9df")
  const cap: Shape = random() < 0.4 && !isRound ? box([0.21, 0.21, 0.19], 0.035) : cylinder(0.215, 0.21, 0.03)
  pieces.push(solid(translate(cap, [0, top + 0.36, 0]), kit.of("cap", { kind: "glossy", color: capDefault })))
  if (!kit.without("label")) pieces.push(label(kit, halfWidth, halfHeight, depth))
  return { pieces, yaw: 0.22, sway: 0.2 }
}

function flacon(isRound: boolean, halfWidth: number, halfHeight: number, depth: number, rounding: number): Shape {
  return isRound
    ? rotateX(cylinder(halfWidth, depth, rounding), Math.PI / 2)
    : box([halfWidth, halfHeight, depth], rounding)
}

function label(kit: Kit, halfWidth: number, halfHeight: number, depth: number) {
  const width = halfWidth * 1.22
  const height = halfHeight * 0.72
  const middle = halfHeight * 0.98
  const art = labelPrint(kit.text(), width / height)
  const material = kit.of("label", { kind: "paper", color: paper })
  return solid(translate(box([width / 2, height / 2, 0.006], 0.003), [0, middle, depth + 0.008]), {
    ...material,
    texture: inkTexture(art, { width, height, middle }, blackInk, material.texture),
  })
}
