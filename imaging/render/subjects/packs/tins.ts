import { linear, luminance, mix } from "#imaging/render/language/colours.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import { cut, union } from "#imaging/render/sdf/combine.ts"
import { extrude, rectangle } from "#imaging/render/sdf/profiles.ts"
import { rotateX, rotateY, type Shape, stretch, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { inkTexture, labelPrint, paper } from "#imaging/render/subjects/kit/label.ts"

const tinplate = finish("steel", [0.72, 0.72, 0.7])

/** Whether the words name food in a tin, and not a drink in a can. */
export const isFoodTin = (word: string): boolean => /^tin of|tomato|sardine|mackerel|corned|baked beans/.test(word)

/** What the label says: the person's text, else what is in the tin. */
function nameOn(kit: Kit): string | null {
  const contents = kit.word.replace(/^(tin|can) of /, "").replace(/ ?\b(tin|can)\b/g, "")
  return kit.text() ?? (kit.without("label") || !contents ? null : contents.toUpperCase())
}

const ring = (radius: number, at: readonly [number, number, number]): Shape =>
  translate(
    union(
      translate(stretch(torus(radius, 0.018), [1, 1, 1.25]), [0, 0.012, radius * 0.8]),
      translate(box([0.05, 0.012, 0.05], 0.01), [0, 0.006, -0.02]),
    ),
    at,
  )

/** A tin of food: a paper label between beaded rims, a lid with a ring to pull. Flat ones hold fish. */
export function foodTin(kit: Kit): Model {
  if (/sardine|mackerel/.test(kit.word)) return fishTin(kit)
  const isMilk = /milk/.test(kit.word)
  const color = namedColour(kit.look) ?? linear(/tomato/.test(kit.word) ? "#b3140f" : isMilk ? "#2f6fc0" : "#2f6b3a")
  const [radius, half] = [0.56, 0.72]
  const tin = cut(
    union(
      translate(cylinder(radius, half, 0.02), [0, half, 0]),
      ...[0.03, half * 2 - 0.03].map((y) => translate(torus(radius, 0.03), [0, y, 0])),
    ),
    translate(cylinder(radius - 0.035, 0.06, 0.01), [0, half * 2 + 0.03, 0]),
  )
  const lid = union(
    ...[0.42, 0.3].map((r) => translate(torus(r, 0.012), [0, half * 2 - 0.03, 0])),
    ring(0.13, [0, half * 2 - 0.01, 0.02]),
  )
  const text = nameOn(kit)
  const high = half - 0.09
  return {
    pieces: [
      solid(tin, tinplate),
      solid(lid, tinplate),
      ...(kit.without("label")
        ? []
        : [
            solid(translate(cylinder(radius + 0.008, high, 0.002), [0, half, 0]), {
              ...finish("glossy", color),
              roughness: 0.3,
              texture: wrapped(kit, text, radius, half, high),
            }),
          ]),
    ],
    yaw: 0,
    sway: 0.12,
    elevation: 0.24,
  }
}

/** Two bands, the name in a pale field, and a tomato below it where the tin holds them. */
function wrapped(kit: Kit, text: string | null, radius: number, middle: number, high: number): Texture {
  const color = namedColour(kit.look) ?? null
  const isTomato = /tomato/.test(kit.word)
  const field = color && luminance(color) > 0.5 ? mix(color, [0.1, 0.08, 0.06], 0.8) : paper
  const gold = linear("#e0a92a")
  const letters = isTomato && !color ? linear("#8d0f0c") : linear("#1f2a44")
  const nameMiddle = isTomato ? middle + 0.2 : middle
  const area = { width: 0.92, height: isTomato ? 0.4 : 0.7, middle: nameMiddle, radius }
  const ink = inkTexture(
    labelPrint(text, area.width / area.height, text ? 0.9 : 0.5),
    area,
    field === paper ? letters : paper,
  )
  return (s, x, y, z, nx, ny, nz) => {
    const put = (c: readonly [number, number, number]): void => {
      for (let i = 0; i < 3; i += 1) s.color[i] = c[i] ?? 0
    }
    const edge = high - Math.abs(y - middle)
    if (edge < 0.04) return
    if (edge < 0.065) return put(gold)
    const across = Math.atan2(x, z) * radius
    if (Math.hypot(across / 0.54, (y - nameMiddle) / (isTomato ? 0.27 : 0.42)) < 1) put(field)
    ink(s, x, y, z, nx, ny, nz)
    if (!isTomato || z < 0) return
    for (const [dx, dy, size] of [
      [-0.17, -0.3, 0.15],
      [0.17, -0.3, 0.15],
      [0, -0.33, 0.17],
    ] as const) {
      const [u, v] = [(across - dx) / size, (y - middle - dy) / (size * 0.88)]
      const far = Math.hypot(u, v)
      if (far > 1.04) continue
      const leaf = Math.hypot(u, v - 0.62)
      const isLeaf = leaf < 0.2 + 0.3 * Math.max(0, Math.cos(Math.atan2(v - 0.62, u) * 5)) ** 3
      if (far > 0.97) put(linear("#6d0a08"))
      else if (isLeaf) put(linear("#3f7d2c"))
      else put(mix(linear("#e0321c"), linear("#ff9a72"), Math.max(0, 0.7 - Math.hypot(u + 0.35, v - 0.25) * 1.6)))
    }
  }
}

/** A flat tin with round corners, printed all over, a ring to pull on its lid. */
function fishTin(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#b8161c")
  const [wide, high, deep] = [1, 0.19, 0.64]
  const slab = (halfWide: number, halfDeep: number, half: number): Shape =>
    rotateX(extrude(rectangle(halfWide, halfDeep, 0.3), half, 0.015), -Math.PI / 2)
  const lidAt = high * 2
  const body = cut(
    union(
      translate(slab(wide, deep, high), [0, high, 0]),
      translate(slab(wide + 0.025, deep + 0.025, 0.02), [0, lidAt - 0.02, 0]),
    ),
    translate(slab(wide - 0.045, deep - 0.045, 0.03), [0, lidAt + 0.005, 0]),
  )
  const text = nameOn(kit)
  const art = labelPrint(text, 3.4, 0.9)
  const gold = linear("#e0a92a")
  return {
    pieces: [
      solid(body, {
        ...finish("glossy", color),
        roughness: 0.2,
        texture: (s, x, y, z, _nx, ny) => {
          const isRim = y > lidAt - 0.042 && (ny < 0.5 || Math.max(Math.abs(x) - wide, Math.abs(z) - deep) > -0.05)
          if (isRim) {
            s.color = [0.72, 0.72, 0.7]
            s.metalness = 1
            s.roughness = 0.24
          } else if (ny > 0.5) {
            const edge = Math.max(Math.abs(x) - wide, Math.abs(z) - deep) + 0.13
            if (Math.abs(edge) < 0.012) for (let i = 0; i < 3; i += 1) s.color[i] = gold[i] ?? 0
            const ink = art.at((x + 0.17) / 1.19 + 0.5, -(z - 0.02) / 0.35 + 0.5)
            for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 - ink) + (paper[i] ?? 0) * ink
          }
        },
      }),
      solid(translate(rotateY(ring(0.13, [0, 0, 0]), -Math.PI / 2), [0.76, lidAt - 0.02, 0]), tinplate),
    ],
    yaw: 0.3,
    sway: 0.12,
    elevation: 0.5,
    leastElevation: 0.22,
    isLow: true,
  }
}
