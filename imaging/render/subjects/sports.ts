import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { intersect, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateZ, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { inkFor } from "./goods.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { inkTexture, labelPrint, paper } from "./kit/label.ts"

/** A dumbbell with hexagonal heads. */
export function dumbbell(kit: Kit): Model {
  const head = kit.body({ kind: "plastic", color: namedColour(kit.look) ?? linear("#26282d") })
  const steel = kit.of("handle", { kind: "steel", color: [0.6, 0.6, 0.6] })
  const slab = box([0.34, 0.42, 2], 0.06)
  const prism = intersect(slab, rotateX(slab, Math.PI / 3), rotateX(slab, -Math.PI / 3))
  const hex: Shape = { bounds: { min: [-0.36, -0.46, -0.5], max: [0.36, 0.46, 0.5] }, distance: prism.distance }
  const art = kit.text()
  const tinted = art
    ? {
        ...head,
        texture: inkTexture(labelPrint(art, 1), { width: 0.5, height: 0.5, middle: 0.42, across: -0.86 }, paper),
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
            if (Math.abs(x) > 0.38) return
            // Knurling: finer than that is only noise.
            const cross =
              Math.sin(x * 70 + Math.atan2(y - 0.42, z) * 9) * Math.sin(x * 70 - Math.atan2(y - 0.42, z) * 9)
            s.roughness = 0.42
            for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (0.72 + 0.28 * cross)
          },
        },
      ),
    ],
    yaw: 0.62,
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
  const text = kit.text()
  const area = { width: 0.62, height: 0.34, middle: 0.68 }
  const handle = kit.part("handle")
  const art = text && labelPrint(text, area.width / area.height)
  const body = art
    ? { ...iron, texture: inkTexture(art, area, inkFor(namedColour(kit.look) ?? [0, 0, 0]), iron.texture) }
    : iron
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
