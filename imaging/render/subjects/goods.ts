import { linear, luminance, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { intersect, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { multiply } from "#imaging/render/sdf/expression.ts"
import { rotateX, rotateZ, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { fitText, print } from "#imaging/render/text/print.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { blackInk, inkTexture, labelOf, paper } from "./kit/label.ts"

export const inkFor = (c: Rgb): Rgb => (luminance(c) > 0.28 ? blackInk : paper)

/** A hardcover standing half open to the side, title on its front. */
export function book(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const cover = kit.body({ kind: "matte", color })
  const text = kit.text()
  const area = { width: 1.16, height: 1.66, middle: 1.0 }
  const aspect = area.width / area.height
  const art = text
    ? print(
        aspect,
        fitText(text, "display", { width: aspect * 0.78, low: 0.36, high: 0.86 }, { lines: 4, size: 0.2 }),
        [{ middle: 0.24, halfWidth: 0.1, thickness: 0.008 }],
      )
    : kit.without("label")
      ? print(aspect, [])
      : print(
          aspect,
          [],
          [
            { middle: 0.5, halfWidth: 0.12, thickness: 0.006 },
            { middle: 0.2, halfWidth: 0.06, thickness: 0.006 },
          ],
        )
  const gold = linear("#d9b25a")
  const ink = text ? inkFor(color) : luminance(color) < 0.3 ? gold : inkFor(color)
  const pages: SceneObject["material"] = {
    color: linear("#efe7d6"),
    roughness: 0.9,
    texture: (s, _x, _y, z) => {
      const k = 0.9 + 0.1 * Math.sin(z * 420)
      for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * k
    },
  }
  return {
    pieces: [
      solid(translate(box([0.67, 0.93, 0.022], 0.014), [0, 0.95, 0.15]), {
        ...cover,
        texture: inkTexture(art, area, ink, cover.texture),
      }),
      solid(
        union(
          translate(box([0.67, 0.93, 0.022], 0.014), [0, 0.95, -0.15]),
          translate(box([0.03, 0.93, 0.17], 0.02), [-0.66, 0.95, 0]),
        ),
        cover,
      ),
      solid(translate(box([0.63, 0.895, 0.135], 0.004), [0.005, 0.95, 0]), pages),
    ],
    yaw: 0.42,
    sway: 0.14,
    elevation: 0.16,
  }
}

/** A present with ribbon and bow; plain boxes and cartons carry a print instead. */
export function giftBox(kit: Kit): Model {
  const isGift = /gift|present/.test(kit.word) || kit.part("strap") !== null
  const color = namedColour(kit.look) ?? (isGift ? kit.palette.product : linear("#c09a68"))
  const wrap = kit.body({ kind: isGift ? "matte" : "paper", color })
  if (!isGift) {
    const area = { width: 1.1, height: 0.8, middle: 0.62 }
    const art = labelOf(kit, 1.4)
    const tape = linear("#b08850")
    return {
      pieces: [
        solid(translate(box([0.85, 0.62, 0.62], 0.02), [0, 0.62, 0]), {
          ...wrap,
          texture: inkTexture(art, area, inkFor(color), wrap.texture),
        }),
        solid(translate(box([0.86, 0.006, 0.1], 0.004), [0, 1.243, 0]), { color: tape, roughness: 0.3 }),
      ],
      yaw: 0.5,
      elevation: 0.26,
    }
  }
  const ribbon = kit.of("strap", { kind: "silk", color: linear("#d6a64a") }, { isSoft: true })
  const top = 1.5
  const bands = union(
    translate(box([0.765, 0.56, 0.1], 0.012), [0, 0.56, 0]),
    translate(box([0.1, 0.56, 0.765], 0.012), [0, 0.56, 0]),
    translate(box([0.815, 0.175, 0.1], 0.012), [0, 1.32, 0]),
    translate(box([0.1, 0.175, 0.815], 0.012), [0, 1.32, 0]),
  )
  const loop = (side: number): Shape =>
    translate(rotateZ(rotateX(stretchRing(), 0), side * 0.5), [side * 0.25, top + 0.16, 0])
  const bow = smoothUnion(0.05, loop(1), loop(-1), translate(sphere(0.1), [0, top + 0.08, 0]))
  return {
    pieces: [
      solid(
        union(
          translate(box([0.75, 0.56, 0.75], 0.02), [0, 0.56, 0]),
          translate(box([0.8, 0.17, 0.8], 0.02), [0, 1.32, 0]),
        ),
        wrap,
      ),
      solid(bands, ribbon),
      solid(bow, ribbon),
    ],
    yaw: 0.55,
    elevation: 0.24,
  }
}

/** A flat ribbon loop. */
function stretchRing(): Shape {
  const ring = rotateX(torus(0.2, 0.045), Math.PI / 2)
  return {
    bounds: { min: [-0.32, -0.2, -0.13], max: [0.32, 0.2, 0.13] },
    distance: ([x, y, z]) => ring.distance([multiply(x, 0.8), multiply(y, 1.3), multiply(z, 0.45)]),
  }
}

/** A clock on feet: case, dial with marks, hands. */
export function clock(kit: Kit): Model {
  const rim = kit.body({ kind: trimOf(kit.look), color: kit.palette.product })
  const isAlarm = /alarm/.test(kit.word)
  const face = kit.part("dial")
    ? (namedColour(kit.part("dial")?.look ?? kit.look) ?? linear("#f3efe6"))
    : linear("#f3efe6")
  const ink = inkFor(face)
  const y0 = 1.02
  const round = (radius: number, half: number, z: number, rounding = 0.01): Shape =>
    translate(rotateX(cylinder(radius, half, rounding), Math.PI / 2), [0, y0, z])
  const hand = (angle: number, long: number, wide: number): Shape =>
    capsule([0, y0, 0.22], [Math.sin(angle) * long, y0 + Math.cos(angle) * long, 0.22], wide)
  const pieces: SceneObject[] = [
    solid(
      smoothUnion(0.02, round(0.92, 0.16, 0, 0.06), translate(rotateX(torus(0.9, 0.06), Math.PI / 2), [0, y0, 0.16])),
      rim,
    ),
    solid(round(0.86, 0.02, 0.16), {
      color: face,
      roughness: 0.45,
      texture: (s, x, y) => {
        const dy = y - y0
        const r = Math.hypot(x, dy)
        const a = Math.atan2(x, dy)
        const hour = Math.abs(((a / (Math.PI / 6) + 12.5) % 1) - 0.5) * (Math.PI / 6) * r
        const minute = Math.abs(((a / (Math.PI / 30) + 60.5) % 1) - 0.5) * (Math.PI / 30) * r
        if ((r > 0.66 && r < 0.8 && hour < 0.02) || (r > 0.76 && r < 0.8 && minute < 0.006))
          s.color = [ink[0], ink[1], ink[2]]
      },
    }),
    solid(union(hand(-0.95, 0.42, 0.028), hand(1.1, 0.62, 0.02), translate(sphere(0.05), [0, y0, 0.22])), {
      color: ink,
      roughness: 0.4,
    }),
    solid(
      union(capsule([-0.5, 0.32, 0], [-0.6, 0.05, 0.05], 0.06), capsule([0.5, 0.32, 0], [0.6, 0.05, 0.05], 0.06)),
      rim,
    ),
  ]
  if (isAlarm) {
    const bell = (side: number): Shape =>
      translate(rotateZ(intersect(sphere(0.3), translate(box([0.4, 0.2, 0.4]), [0, 0.2, 0])), -side * 0.5), [
        side * 0.5,
        1.84,
        0,
      ])
    pieces.push(solid(union(bell(1), bell(-1), capsule([0, 1.9, 0], [0, 2.1, 0], 0.04)), rim))
  }
  return { pieces, yaw: 0.25, sway: 0.12, elevation: 0.1 }
}
