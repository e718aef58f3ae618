import { colourWords, linear, type Rgb } from "#imaging/render/language/colours.ts"
import { extrudeRings } from "#imaging/render/mesh/extrude.ts"
import { lathe } from "#imaging/render/mesh/lathe.ts"
import { joinMeshes, type Mesh, mapMesh, placeMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { Spot } from "#imaging/render/mesh/scatter.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Vector2 } from "#imaging/render/sdf/profiles.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { fruitPiece, isFruit } from "#imaging/render/subjects/food/food.ts"
import { copies } from "#imaging/render/subjects/food/strew.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { inkTexture, labelPrint, paper } from "#imaging/render/subjects/kit/label.ts"
import { lazyMesh } from "#imaging/render/subjects/kit/lazy-mesh.ts"

const [across, along, apart] = [6, 4, 0.3]
const halfX = (across * apart) / 2 + 0.03
const halfZ = (along * apart) / 2 + 0.03
const high = 0.62

const glass: readonly Vector2[] = [
  [0.115, 0.02],
  [0.125, 0.05],
  [0.125, 0.55],
  [0.12, 0.62],
  [0.095, 0.72],
  [0.06, 0.82],
  [0.048, 0.92],
  [0.045, 1.04],
]
const crown: readonly Vector2[] = [
  [0.066, 1.02],
  [0.062, 1.05],
  [0.05, 1.075],
  [0.03, 1.08],
]

/** Colours of the drinks in a crate, and of their crown caps. */
function drinksIn(word: string): readonly (readonly [drink: Rgb, cap: Rgb])[] {
  if (/malt/.test(word)) return [[linear("#1d0d06"), linear("#d9a520")]]
  if (/beer/.test(word)) return [[linear("#12381f"), linear("#d9a520")]]
  if (/coke|cola/.test(word)) return [[linear("#160805"), linear("#c2121c")]]
  if (/zobo/.test(word)) return [[linear("#5c0a1c"), linear("#b3122c")]]
  if (/water/.test(word)) return [[linear("#bfd9e6"), linear("#2f6fc0")]]
  return [
    [linear("#160805"), linear("#c2121c")],
    [linear("#e0761a"), linear("#e88a1c")],
    [linear("#2f7d3a"), linear("#e2c21c")],
  ]
}

/** Two layers of fruit and a heap on them, a little over the rim. */
function fruitIn(name: string, color: Rgb | null, random: () => number): SceneObject[] {
  const radius = 0.2
  const layer = (columns: number, rows: number, y: number): SceneObject[] =>
    Array.from({ length: columns * rows }, (_, i) => {
      const jitter = (): number => (random() - 0.5) * 0.05
      const x = ((i % columns) - (columns - 1) / 2) * 0.43 + jitter()
      const z = (Math.floor(i / columns) - (rows - 1) / 2) * 0.4 + jitter()
      return fruitPiece(name, radius, [x, y + jitter(), z], color, random)
    }).flat()
  return [...layer(4, 3, 0.24), ...layer(4, 3, 0.52), ...layer(3, 2, 0.74)]
}

/** "Crate of green mangoes": the colour of what is in it. */
function colourInside(word: string): Rgb | null {
  const hex = word
    .split(" ")
    .slice(0, -1)
    .flatMap((said) => colourWords[said] ?? [])[0]
  return hex === undefined ? null : linear(hex)
}

/** Fruit that this is a crate of, as we know it, or null. */
function fruitOf(word: string): string | null {
  const last = word.split(" ").at(-1) ?? ""
  const name = last.replace(/oes$/, "o").replace(/s$/, "")
  return isFruit(name) ? name : null
}

/** A plastic crate with lattice sides and a hand hole in each end: bottles with crown caps stand out of it, or fruit lies in it. */
export function crate(kit: Kit): Model {
  const fruit = fruitOf(kit.word)
  const color = namedColour(kit.look) ?? linear(fruit ? "#1d5a3c" : "#b8161c")
  const plastic = kit.body({ kind: "plastic", color })
  const text = kit.text()
  const area = { width: 1.14, height: 0.34, middle: 0.35 }
  const ink =
    text === null
      ? plastic.texture
      : inkTexture(labelPrint(text, area.width / area.height, 0.9), area, paper, plastic.texture)
  return {
    pieces: [
      {
        geometry: lazyMesh(() => shell(text !== null)),
        material: { ...plastic, roughness: 0.4, ...(ink ? { texture: ink } : {}) },
      },
      ...(fruit ? fruitIn(fruit, colourInside(kit.word), kit.random) : bottles(drinksIn(kit.word), kit.random)),
    ],
    yaw: 0.45,
    sway: 0.12,
    elevation: 0.42,
    leastElevation: 0.2,
  }
}

const round = (x: number, y: number, halfWide: number, half: number, bend: number): Vector2[] =>
  [0, 1, 2, 3].flatMap((corner) => {
    const [sx, sy] = [corner === 0 || corner === 3 ? 1 : -1, corner < 2 ? 1 : -1]
    return [0, 1, 2, 3, 4].map((k): Vector2 => {
      const a = (corner + k / 4) * (Math.PI / 2)
      return [x + sx * (halfWide - bend) + Math.cos(a) * bend, y + sy * (half - bend) + Math.sin(a) * bend]
    })
  })

/** Sides with slots that let the bottles be seen, a floor and a lip. A text needs the wall above the lower slots. */
function shell(isPrinted: boolean): Mesh {
  const thick = 0.022
  const slots = (count: number): Vector2[][] =>
    Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * apart).flatMap((x) => [
      round(x, 0.11, 0.1, 0.045, 0.03),
      ...(isPrinted ? [] : [round(x, 0.3, 0.105, 0.1, 0.03)]),
    ])
  const wall = (half: number, holes: Vector2[][]): Mesh =>
    extrudeRings([round(0, high / 2, half, high / 2, 0.04), ...holes], thick)
  const front = wall(halfX + 0.04, slots(across))
  const end = mapMesh(wall(halfZ + 0.04, [...slots(along), round(0, high - 0.13, 0.26, 0.05, 0.045)]), ([x, y, z]) => [
    z,
    y,
    -x,
  ])
  const lip = mapMesh(
    extrudeRings(
      [round(0, 0, halfX + 0.065, halfZ + 0.065, 0.06), round(0, 0, halfX + 0.018, halfZ + 0.018, 0.03)],
      0.035,
    ),
    ([x, y, z]) => [x, z + high - 0.03, -y],
  )
  const floor = mapMesh(extrudeRings([round(0, 0, halfX + 0.03, halfZ + 0.03, 0.05)], 0.02), ([x, y, z]) => [
    x,
    z + 0.02,
    -y,
  ])
  const posts = Array.from({ length: across + 1 }, (_, i) => (i - across / 2) * apart)
    .filter((x) => !isPrinted || Math.abs(x) > 0.6)
    .flatMap((x) =>
      [halfZ + 0.05, -halfZ - 0.05].map((z) =>
        placeMesh(extrudeRings([round(x, 0.3, 0.018, 0.28, 0.015)], 0.02), [0, 0, z]),
      ),
    )
  return smoothMesh(
    joinMeshes(
      ...[halfZ + 0.02, -halfZ - 0.02].map((z) => placeMesh(front, [0, 0, z])),
      ...[halfX + 0.02, -halfX - 0.02].map((x) => placeMesh(end, [x, 0, 0])),
      lip,
      floor,
      ...posts,
    ),
    35,
  )
}

function bottles(kinds: readonly (readonly [Rgb, Rgb])[], random: () => number): SceneObject[] {
  const groups: Spot[][] = kinds.map(() => [])
  for (let j = 0; j < along; j += 1) {
    for (let i = 0; i < across; i += 1) {
      groups[Math.floor((i / across) * kinds.length)]?.push({
        at: [
          (i - (across - 1) / 2) * apart + (random() - 0.5) * 0.02,
          0,
          (j - (along - 1) / 2) * apart + (random() - 0.5) * 0.02,
        ],
        up: [(random() - 0.5) * 0.03, 1, (random() - 0.5) * 0.03],
        turn: random() * 6,
        scale: 1,
      })
    }
  }
  const body = lathe(glass, 24)
  const cap = lathe(crown, 24)
  return kinds.flatMap(([drink, metal], i) => [
    copies(body, groups[i] ?? [], finish("glossy", drink)),
    copies(cap, groups[i] ?? [], { ...finish("glossy", metal), roughness: 0.3 }),
  ])
}
