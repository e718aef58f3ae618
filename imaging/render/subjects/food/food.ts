import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { displace, smoothCut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { add, angleOf, multiply, sine } from "#imaging/render/sdf/expression.ts"
import {
  rotateX,
  rotateY,
  rotateZ,
  type Shape,
  scale,
  stretch,
  translate,
  type Vector3,
} from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, ellipsoid, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { arc, rod } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { lettuce } from "./snacks.ts"

interface FruitKind {
  color: string
  blush: string
  /** Fruit of radius 1 around the origin. */
  shape(): Shape
  stem: boolean
  rough: number
}

const apple = (): Shape =>
  smoothUnion(
    0.4,
    translate(stretch(torus(0.32, 0.62), [1, 1.08, 1]), [0, 0.12, 0]),
    translate(torus(0.14, 0.5), [0, -0.4, 0]),
  )
const citrus = (): Shape => stretch(sphere(0.97), [1, 0.94, 1])
const lemonShape = (): Shape =>
  rotateZ(smoothUnion(0.3, stretch(sphere(0.78), [1.12, 0.96, 0.96]), capsule([-0.95, 0, 0], [0.95, 0, 0], 0.14)), 0.35)
const mangoShape = (): Shape =>
  smoothUnion(
    0.5,
    translate(ellipsoid([0.86, 0.78, 0.72]), [-0.12, 0, 0]),
    translate(ellipsoid([0.5, 0.52, 0.5]), [0.55, 0.12, 0]),
  )
const pearShape = (): Shape =>
  smoothUnion(0.5, translate(sphere(0.72), [0, -0.3, 0]), translate(ellipsoid([0.4, 0.5, 0.4]), [0, 0.52, 0]))
const avocadoShape = (): Shape =>
  smoothUnion(0.5, translate(sphere(0.74), [0, -0.26, 0]), translate(ellipsoid([0.44, 0.5, 0.44]), [0, 0.46, 0]))

const kinds: Readonly<Record<string, FruitKind>> = {
  apple: { color: "#b8242c", blush: "#e0b04a", shape: apple, stem: true, rough: 0.18 },
  orange: { color: "#e8821a", blush: "#f0a03a", shape: citrus, stem: false, rough: 0.42 },
  tangerine: {
    color: "#e87a1a",
    blush: "#f0a03a",
    shape: () => stretch(sphere(0.97), [1, 0.82, 1]),
    stem: false,
    rough: 0.4,
  },
  lemon: { color: "#ecc928", blush: "#f2de6a", shape: lemonShape, stem: false, rough: 0.38 },
  lime: { color: "#6fa030", blush: "#a8c850", shape: lemonShape, stem: false, rough: 0.36 },
  mango: { color: "#e2982a", blush: "#c4402e", shape: mangoShape, stem: false, rough: 0.28 },
  pear: { color: "#b9b84a", blush: "#d6a24a", shape: pearShape, stem: true, rough: 0.34 },
  peach: { color: "#e89a66", blush: "#cf4a3e", shape: citrus, stem: false, rough: 0.75 },
  plum: {
    color: "#4a1f44",
    blush: "#7a3050",
    shape: () => stretch(sphere(0.94), [0.94, 1.04, 0.94]),
    stem: false,
    rough: 0.3,
  },
  avocado: { color: "#3f4f24", blush: "#5f6f34", shape: avocadoShape, stem: true, rough: 0.55 },
  tomato: {
    color: "#c4281e",
    blush: "#dd5a2a",
    shape: () => stretch(sphere(0.98), [1, 0.82, 1]),
    stem: true,
    rough: 0.14,
  },
}

/** Whether this is a fruit that we know, singular. */
export const isFruit = (name: string): boolean => name in kinds

/** One fruit of the given radius in place. */
export function fruitPiece(
  word: string,
  radius: number,
  at: Vector3,
  color: Rgb | null,
  random: () => number,
): SceneObject[] {
  const kind = kinds[word] ?? kinds[word.replace(/e?s$/, "")] ?? kinds.orange
  if (!kind) return []
  const skin = color ?? linear(kind.color)
  const blush = color ? mix(color, [1, 0.8, 0.5], 0.2) : linear(kind.blush)
  const turn = random() * 6
  const body = translate(rotateY(rotateX(scale(kind.shape(), radius), (random() - 0.5) * 0.4), turn), at)
  const pieces = [
    solid(body, {
      color: skin,
      roughness: kind.rough,
      specular: 0.045,
      frame: { origin: at, yaw: turn },
      texture: (s, x, y, z) => {
        const side = Math.min(1, Math.max(0, 0.5 + (x * 0.7 + y * 0.5) / radius))
        const streak = 0.97 + 0.03 * Math.sin(Math.atan2(z, x) * 31 + y * 3)
        for (let i = 0; i < 3; i += 1)
          s.color[i] = ((skin[i] ?? 0) + ((blush[i] ?? 0) - (skin[i] ?? 0)) * side * 0.55) * streak
        if (kind.rough > 0.35 && kind.rough < 0.5) {
          s.bump[0] += Math.sin(x * 130) * Math.sin(y * 127 + z * 60) * 0.16
          s.bump[1] += Math.sin(z * 121 + x * 50) * 0.12
        }
      },
    }),
  ]
  if (kind.stem) {
    const top = at[1] + radius * (word.startsWith("pear") || word.startsWith("avo") ? 0.96 : 0.5)
    const stem = capsule([at[0], top, at[2]], [at[0] + radius * 0.12, top + radius * 0.5, at[2]], radius * 0.045)
    const leaf = translate(rotateZ(ellipsoid([radius * 0.3, radius * 0.03, radius * 0.14]), 0.5), [
      at[0] + radius * 0.36,
      top + radius * 0.45,
      at[2],
    ])
    pieces.push(
      solid(stem, { color: linear("#5a4326"), roughness: 0.8 }),
      solid(leaf, { color: linear("#4f7a34"), roughness: 0.5 }),
    )
  }
  return pieces
}

/** Whole fruit in a small group; "fruit" alone is a mix. */
export function fruit(kit: Kit): Model {
  const word = kit.word.replace(/ (bowl|basket)$/, "")
  const color = namedColour(kit.look)
  if (/banana/.test(word)) return { pieces: bananas(color), yaw: 0.3, elevation: 0.24 }
  const isMix = word === "fruit"
  const names = isMix ? ["orange", "apple", "lemon", "mango", "pear"] : []
  const r = 0.5
  const rows: readonly Vector3[] = [
    [0, r * 0.9, 0.2],
    [0.96, r * 0.9, 0.02],
    [-0.93, r * 0.9, 0.06],
    [0.46, r * 0.9, -0.8],
    [-0.5, r * 0.9, -0.76],
    [1.46, r * 0.9, -0.78],
    [-1.47, r * 0.9, -0.74],
    [0.97, r * 0.9, -1.6],
    [-0.02, r * 0.9, -1.58],
  ]
  const count = isMix ? 3 : Math.max(1, Math.min(rows.length, kit.count))
  const spots = count === 1 ? [rows[0] ?? [0, r, 0]] : rows.slice(0, count)
  return {
    pieces: spots.flatMap((at, i) => fruitPiece(names[i] ?? word, r, at as Vector3, color, kit.random)),
    elevation: count > 5 ? 0.36 : 0.22,
  }
}

function bananas(color: Rgb | null): SceneObject[] {
  const skin = color ?? linear("#e8c22e")
  const one = (tilt: number): Shape => {
    const spine = arc([0, 0.95, 0], [0.95, 0, 0], [0, -0.82, 0], 0.35, 2.6, 9)
    const body = smoothUnion(0.1, rod(spine.slice(1, 9), 0.165), rod(spine.slice(0, 2), 0.1))
    return rotateY(rotateX(body, tilt), tilt * 0.7)
  }
  const bunch = union(
    translate(one(0.28), [0, 0.06, 0.16]),
    translate(one(-0.06), [0, 0.05, 0]),
    translate(one(-0.42), [0, 0.1, -0.2]),
  )
  return [
    solid(bunch, {
      color: skin,
      roughness: 0.42,
      texture: (s, x, y) => {
        const tip = Math.max(0, (Math.abs(x) - 0.76) * 5)
        const k = Math.min(1, tip) * (x < 0 || y > 0.5 ? 0.8 : 0.3)
        for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 - k) + ([0.16, 0.1, 0.03][i] ?? 0) * k
      },
    }),
  ]
}

/** A layered cake on a stand, with icing that runs down and berries on top. */
export function cake(kit: Kit): Model {
  const isChocolate = /chocolate/.test(kit.word)
  const color = namedColour(kit.look) ?? (isChocolate ? linear("#4a2a1a") : linear("#f0dccb"))
  const icing = kit.of("filling", {
    kind: "glossy",
    color: isChocolate ? linear("#2e1810") : mix(color, linear("#d98a9a"), 0.55),
  })
  const drip = displace(translate(cylinder(0.765, 0.16, 0.05), [0, 1.12, 0]), 0.02, ([x, , z]) =>
    multiply(sine(multiply(angleOf(x, z), 9)), 0.008),
  )
  const runs: Shape[] = []
  for (let i = 0; i < 15; i += 1) {
    const a = (i / 15) * Math.PI * 2
    const long = 0.12 + kit.random() * 0.26
    const p: Vector3 = [Math.sin(a) * 0.745, 1.05, Math.cos(a) * 0.745]
    runs.push(capsule(p, [p[0], p[1] - long, p[2]], 0.05))
  }
  const stand = union(
    translate(cylinder(1.0, 0.03, 0.02), [0, 0.42, 0]),
    translate(cylinder(0.12, 0.18, 0.02), [0, 0.2, 0]),
    translate(cylinder(0.5, 0.025, 0.02), [0, 0.025, 0]),
  )
  const berries: SceneObject[] = []
  for (let i = 0; i < 8; i += 1) {
    const a = (i / 8) * Math.PI * 2
    berries.push(
      solid(
        translate(sphere(0.1), [Math.sin(a) * 0.52, 1.37, Math.cos(a) * 0.52]),
        finish("glossy", linear("#9a1226")),
      ),
    )
  }
  const candles = /birthday/.test(kit.word)
    ? [-0.2, 0, 0.2].flatMap((x) => [
        solid(capsule([x, 1.25, 0], [x, 1.66, 0], 0.028), finish("wax", linear("#f2e3c8"))),
        solid(translate(ellipsoid([0.03, 0.075, 0.03]), [x, 1.77, 0]), {
          color: [1, 0.8, 0.5],
          roughness: 0.5,
          emission: [14, 7.5, 2.2],
        }),
      ])
    : []
  return {
    pieces: [
      solid(translate(cylinder(0.74, 0.36, 0.04), [0, 0.82, 0]), kit.body({ kind: "matte", color })),
      solid(smoothUnion(0.05, drip, ...runs), icing),
      solid(stand, finish("ceramic", linear("#efe9df"))),
      ...berries,
      ...candles,
    ],
    elevation: 0.22,
  }
}

/** A burger in its layers. */
export function burger(kit: Kit): Model {
  const bun = linear("#c07a34")
  const top = smoothCut(
    0.06,
    translate(ellipsoid([0.86, 0.6, 0.86]), [0, 0.94, 0]),
    translate(box([2, 0.6, 2]), [0, 0.34, 0]),
  )
  const seeds: Shape[] = []
  for (let i = 0; i < 26; i += 1) {
    const a = i * 2.4
    const r = 0.08 + (i / 26) * 0.6
    const y = 0.94 + 0.6 * Math.sqrt(Math.max(0, 1 - (r / 0.86) ** 2))
    seeds.push(translate(ellipsoid([0.03, 0.018, 0.05]), [Math.sin(a) * r, y, Math.cos(a) * r]))
  }
  const toasted: NonNullable<SceneObject["material"]["texture"]> = (s, _x, y) => {
    const k = Math.min(1, Math.max(0, (y - 0.95) * 1.6))
    for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1.15 - 0.35 * k)
  }
  kit.part("filling")
  return {
    pieces: [
      solid(translate(cylinder(0.82, 0.16, 0.12), [0, 0.17, 0]), { color: bun, roughness: 0.5, texture: toasted }),
      lettuce(0.4, 0.98, 0.4),
      solid(
        displace(translate(cylinder(0.82, 0.13, 0.1), [0, 0.53, 0]), 0.03, ([x, y, z]) =>
          multiply(sine(add(multiply(x, 19), multiply(add(y, z), 23))), 0.02),
        ),
        { color: linear("#4a2614"), roughness: 0.6 },
      ),
      solid(
        translate(rotateY(box([0.66, 0.025, 0.66], 0.02), 0.7), [0, 0.69, 0]),
        finish("plastic", linear("#eaa42a")),
      ),
      solid(translate(cylinder(0.76, 0.05, 0.04), [0, 0.77, 0]), finish("glossy", linear("#b8301f"))),
      lettuce(0.88, 0.96, 2.1),
      solid(top, { color: bun, roughness: 0.32, texture: toasted }),
      solid(union(...seeds), { color: linear("#f0dfb8"), roughness: 0.5 }),
    ],
    elevation: 0.1,
  }
}
