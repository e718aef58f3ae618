import { linear, luminance, mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene.ts"
import { multiply } from "#imaging/render/sdf/expression.ts"
import { intersect, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, rotateZ, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { printOf } from "#imaging/render/settings/patterns.ts"
import { turned } from "./forms.ts"
import { fitText, print } from "#imaging/render/text/print.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "./label.ts"

const inkFor = (c: Rgb): Rgb => (luminance(c) > 0.28 ? blackInk : paper)

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
    : print(
        aspect,
        [
          ...fitText(
            /note|journal|diary/.test(kit.word) ? "NOTES" : "STORIES",
            "display",
            { width: aspect * 0.66, low: 0.5, high: 0.8 },
            { lines: 1, size: 0.13 },
          ),
        ],
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
    const art = labelPrint(kit.text(), 1.4, { title: "FRAGILE", small: "HANDLE WITH CARE" })
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

/** A dumbbell with hexagonal heads. */
export function dumbbell(kit: Kit): Model {
  const head = kit.body({ kind: "matte", color: namedColour(kit.look) ?? linear("#222327") })
  const steel = kit.of("handle", { kind: "steel", color: [0.6, 0.6, 0.6] })
  const slab = box([0.34, 0.42, 2], 0.06)
  const prism = intersect(slab, rotateX(slab, Math.PI / 3), rotateX(slab, -Math.PI / 3))
  const hex: Shape = { bounds: { min: [-0.36, -0.46, -0.5], max: [0.36, 0.46, 0.5] }, distance: prism.distance }
  const art = kit.text()
  const tinted = art
    ? {
        ...head,
        texture: inkTexture(
          labelPrint(art, 1, { title: "", small: "" }),
          { width: 0.5, height: 0.5, middle: 0.42, across: -0.86 },
          paper,
        ),
      }
    : head
  return {
    pieces: [
      solid(union(translate(hex, [-0.86, 0.42, 0]), translate(hex, [0.86, 0.42, 0])), tinted),
      solid(
        translate(
          rotateZ(smoothUnion(0.1, cylinder(0.105, 0.56), cylinder(0.13, 0.16, 0.05)), Math.PI / 2),
          [0, 0.42, 0],
        ),
        {
          ...steel,
          texture: (s, x, y, z) => {
            if (Math.abs(x) < 0.4) {
              s.bump[0] += Math.sin(x * 160 + Math.atan2(y - 0.42, z) * 14) * 0.3
              s.bump[1] += Math.sin(x * 160 - Math.atan2(y - 0.42, z) * 14) * 0.3
            }
          },
        },
      ),
    ],
    yaw: 0.5,
    elevation: 0.26,
  }
}

/** A kettlebell. */
export function kettlebell(kit: Kit): Model {
  const iron = kit.body({ kind: "matte", color: namedColour(kit.look) ?? linear("#26272b") })
  const ball = smoothUnion(
    0.08,
    translate(sphere(0.68), [0, 0.66, 0]),
    translate(cylinder(0.4, 0.04, 0.03), [0, 0.04, 0]),
  )
  const ring = translate(rotateX(torus(0.4, 0.1), Math.PI / 2), [0, 1.38, 0])
  const text = kit.text() ?? "12 KG"
  const area = { width: 0.62, height: 0.34, middle: 0.68 }
  const handle = kit.part("handle")
  const body = {
    ...iron,
    texture: inkTexture(
      labelPrint(text, area.width / area.height, { title: "", small: "" }),
      area,
      inkFor(namedColour(kit.look) ?? [0, 0, 0]),
      iron.texture,
    ),
  }
  return {
    pieces: handle
      ? [solid(ball, body), solid(ring, kit.of("handle", { kind: "steel", color: [0.6, 0.6, 0.6] }))]
      : [solid(smoothUnion(0.22, ball, ring), body)],
    yaw: 0.3,
    sway: 0.15,
    elevation: 0.16,
  }
}

/** A rolled mat with its end turned out. */
export function yogaMat(kit: Kit): Model {
  const mat = kit.body({ kind: "matte", color: namedColour(kit.look) ?? kit.palette.product })
  const spiral: SceneObject["material"]["texture"] = (s, x, y, z) => {
    mat.texture?.(s, x, y, z, 0, 1, 0)
    if (Math.abs(x) > 0.99) {
      const r = Math.hypot(y - 0.42, z)
      const a = Math.atan2(y - 0.42, z)
      const k = Math.abs((((r / 0.075 - a / 6.283) % 1) + 1) % 1) > 0.78 ? 0.4 : 1
      for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * k
    }
    s.bump[1] += Math.sin(x * 90) * Math.sin(z * 90) * 0.1
  }
  const roll = translate(rotateZ(cylinder(0.42, 1.0, 0.02), Math.PI / 2), [0, 0.42, 0])
  const tail = translate(box([1.0, 0.03, 0.62], 0.02), [0, 0.03, 0.6])
  const strap = kit.part("strap")
  const bands = union(
    translate(rotateZ(torus(0.425, 0.022), Math.PI / 2), [0.55, 0.42, 0]),
    translate(rotateZ(torus(0.425, 0.022), Math.PI / 2), [-0.55, 0.42, 0]),
  )
  const pieces = [solid(union(roll, tail), { ...mat, texture: spiral })]
  if (strap) pieces.push(solid(bands, kit.of("strap", { kind: "fabric", color: linear("#e9dfca") })))
  return { pieces, yaw: 0.55, elevation: 0.3 }
}

/** A ball: basketball seams, a football's patches, or a tennis curve. */
export function ball(kit: Kit): Model {
  const { word } = kit
  const radius = 0.95
  const isBasket = /basket/.test(word)
  const isTennis = /tennis/.test(word)
  const own = namedColour(kit.look)
  const color = own ?? (isBasket ? linear("#c2622a") : isTennis ? linear("#c9d83a") : linear("#f0ede6"))
  const dark = linear("#17171a")
  return {
    pieces: [
      solid(translate(sphere(radius), [0, radius, 0]), {
        color,
        roughness: isBasket ? 0.6 : isTennis ? 0.95 : 0.3,
        texture: (s, x, y, z) => {
          const u = x / radius
          const v = (y - radius) / radius
          const w = z / radius
          const curve = Math.abs(Math.abs(u) - 0.5 - 0.28 * (v * v))
          const line = isBasket
            ? Math.min(Math.abs(u), Math.abs(v), curve)
            : isTennis
              ? Math.abs(v - 0.42 * Math.sin(2 * Math.atan2(u, w)))
              : 1
          if (line < 0.022) s.color = isTennis ? [0.9, 0.9, 0.86] : [dark[0], dark[1], dark[2]]
          if (!isBasket && !isTennis) footballPatches(s, u, v, w, dark)
          if (isBasket) {
            s.bump[0] += Math.sin(u * 120) * Math.sin(v * 120) * 0.14
            s.bump[1] += Math.sin(w * 120) * Math.sin(v * 117) * 0.14
          }
        },
      }),
    ],
    yaw: 0.4,
    elevation: 0.14,
  }
}

const golden = (1 + Math.sqrt(5)) / 2
const corners = [-1, 1]
  .flatMap((a) =>
    [-golden, golden].flatMap((b) => [
      [0, a, b],
      [a, b, 0],
      [b, 0, a],
    ]),
  )
  .map((p) => p.map((c) => c / Math.hypot(1, golden)))

/** Black pentagons around the twelve corners of an icosahedron, seams between the white patches. */
function footballPatches(
  s: { color: [number, number, number]; bump: [number, number, number] },
  u: number,
  v: number,
  w: number,
  dark: Rgb,
): void {
  const dots = corners.map(([a = 0, b = 0, c = 0]) => u * a + v * b + w * c).sort((p, q) => q - p)
  const [first = 0, second = 0, third = 0] = dots
  if (first > 0.935) s.color = [dark[0], dark[1], dark[2]]
  else if (first - second < 0.014 && first < 0.93 && third < first) s.color = [0.35, 0.34, 0.33]
}

/** A djembe: carved body, skin, ropes. */
export function drum(kit: Kit): Model {
  const wood = kit.body({ kind: "wood", color: linear("#7a4524") }, { grain: 1 })
  const body = turned(
    [
      [0.46, 0],
      [0.34, 0.45],
      [0.28, 0.8],
      [0.5, 1.3],
      [0.66, 1.75],
      [0.64, 1.95],
    ],
    3,
  )
  const ropes: Shape[] = []
  for (let i = 0; i < 24; i += 1) {
    const a = (i / 24) * Math.PI * 2
    const b = ((i + (i % 2 ? 0.5 : -0.5)) / 24) * Math.PI * 2
    ropes.push(
      capsule([Math.sin(a) * 0.68, 1.82, Math.cos(a) * 0.68], [Math.sin(b) * 0.5, 1.16, Math.cos(b) * 0.5], 0.016),
    )
  }
  const print = printOf("ankara", [])
  const ink: [number, number, number] = [0, 0, 0]
  return {
    pieces: [
      solid(body, wood),
      solid(translate(cylinder(0.655, 0.03, 0.02), [0, 1.97, 0]), { color: linear("#e6d4b4"), roughness: 0.7 }),
      solid(union(translate(torus(0.67, 0.035), [0, 1.84, 0]), translate(torus(0.5, 0.03), [0, 1.15, 0]), ...ropes), {
        color: linear("#e8dcc2"),
        roughness: 0.9,
      }),
      solid(translate(cylinder(0.32, 0.1, 0.01), [0, 0.72, 0]), {
        color: [0.5, 0.3, 0.1],
        roughness: 0.9,
        texture: (s, x, y, z) => {
          print(Math.atan2(x, z) * 0.5, y * 1.2, ink)
          s.color = [ink[0], ink[1], ink[2]]
        },
      }),
    ],
    elevation: 0.18,
  }
}
