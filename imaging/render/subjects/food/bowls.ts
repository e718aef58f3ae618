import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion } from "#imaging/render/sdf/combine.ts"
import { type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { cylinder, ellipsoid } from "#imaging/render/sdf/solids.ts"
import { finish, liquids } from "#imaging/render/settings/finishes.ts"
import { place } from "#imaging/render/settings/placement.ts"
import { turned, vessel } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"
import { fruitPiece } from "./food.ts"
import { freshHeap, isFresh } from "./fresh.ts"
import { bakes, friedBalls } from "./fried.ts"
import { riceHeap } from "./rice-heap.ts"
import { chickenLeg, dodo, isSwallow, swallow } from "./sides.ts"
import { skewers } from "./snacks.ts"
import { soup } from "./soups.ts"

/** A bowl with what the prompt puts in: fruit, rice, soup. */
export function bowl(kit: Kit): Model {
  const material = kit.body({
    kind: /calabash/.test(kit.word) ? "wood" : /basket/.test(kit.word) ? "rattan" : "ceramic",
    color: namedColour(kit.look) ?? (/calabash|basket/.test(kit.word) ? linear("#a8733c") : kit.palette.product),
  })
  const shell = bowlShell()
  const filling = kit.part("filling")
  const side = kit.part("side")?.word ?? ""
  const word = filling?.word ?? (/fruit|salad|mixing|calabash|basket/.test(kit.word) ? "" : kit.word)
  const pieces = [solid(shell, material), ...bowlFilling(kit, word, filling ? namedColour(filling.look) : null)]
  if (isSwallow(side)) return meal(pieces, side)
  return { pieces: [...pieces, ...onTop(side)], elevation: 0.5, leastElevation: 0.22 }
}

/** Soup in its bowl with a plate of swallow beside it. */
function meal(bowlful: SceneObject[], word: string): Model {
  const plateful = [
    solid(dish(), finish("ceramic", linear("#efe9de"))),
    ...place(swallow(word), { offset: [0, 0.09, 0], yaw: 0.4, scale: 1.12 }),
  ]
  return {
    pieces: [
      ...place(plateful, { offset: [-0.68, 0, 0.42], yaw: 0, scale: 0.84 }),
      ...place(bowlful, { offset: [0.62, 0, -0.3], yaw: 0, scale: 0.88 }),
    ],
    yaw: 0,
    sway: 0.12,
    elevation: 0.56,
    leastElevation: 0.22,
    needsNoStand: true,
  }
}

/** Meat or plantain that lies on a bowl of rice. */
function onTop(word: string): SceneObject[] {
  if (/chicken|drum|turkey/.test(word)) return chickenLeg(0.5, [0.1, 0.72, 0.24])
  return /plantain|dodo/.test(word) ? dodo(6, [0.3, 0.66, 0.24], 0.3) : []
}

/** What stands in a bowl, the highest about at its rim. */
function bowlFilling(kit: Kit, word: string, color: Rgb | null): SceneObject[] {
  if (/salad/.test(word)) return mound(color ?? linear("#5f8a34"))
  if (isRice(word)) {
    const heap = riceHeap(word, { radius: 0.83, height: 0.32, color, random: kit.random })
    return place(heap, { offset: [0, 0.5, 0], yaw: 0, scale: 1 })
  }
  if (/butter/.test(word)) return mound(color ?? linear("#efe3b4"), 0.2)
  if (/akara|puff/.test(word))
    return place(friedBalls(word, 0.24, 0.66, kit.random), { offset: [0, 0.3, 0], yaw: 0, scale: 1 })
  if (/chin chin/.test(word)) return place(bakes(kit, word) ?? [], { offset: [0, 0.44, 0], yaw: 0, scale: 1.25 })
  if (isFresh(word)) return place(freshHeap(word, 0.66, color, kit.random), { offset: [0, 0.32, 0], yaw: 0, scale: 1 })
  if (isSoup(word)) return place(soup(word, 0.85, color, kit.random), { offset: [0, 0.53, 0], yaw: 0, scale: 1 })
  const liquid = liquids[word]
  if (liquid) return [solid(translate(cylinder(0.85, 0.02), [0, 0.52, 0]), finish("glossy", liquid))]
  if (!word) return []
  const kinds = word === "fruit" ? ["orange", "apple", "lemon", "apple", "orange"] : [word, word, word, word, word]
  const spots = [
    [-0.36, 0.5, 0.18],
    [0.36, 0.5, 0.16],
    [0, 0.5, -0.4],
    [0, 0.52, 0.42],
    [0, 0.86, 0.02],
  ] as const
  return spots.flatMap((at, i) => fruitPiece(kinds[i] ?? word, 0.34, at, color, kit.random))
}

const isRice = (word: string): boolean => /rice|jollof/.test(word)
const isSoup = (word: string): boolean => /soup|stew|egusi|efo|ewedu|gbegiri|ogbono|okra|banga|afang|edikai/.test(word)

function mound(color: Rgb, grainy = 1): SceneObject[] {
  const heap = smoothUnion(
    0.12,
    translate(ellipsoid([0.8, 0.3, 0.8]), [0, 0.48, 0]),
    translate(ellipsoid([0.42, 0.26, 0.36]), [-0.14, 0.62, -0.08]),
    translate(ellipsoid([0.3, 0.2, 0.3]), [0.28, 0.6, 0.16]),
    translate(ellipsoid([0.26, 0.16, 0.24]), [-0.3, 0.58, 0.32]),
  )
  return [
    solid(heap, {
      color,
      roughness: 0.5,
      specular: 0.04,
      texture: (s, x, y, z) => {
        // Shreds lie in patches of two directions, each a little lighter or darker than its neighbours.
        const patch = fractalTable(4, 0).at(x * 2.3 + 7, z * 2.3) > 0.5 ? 1 : -1
        const grain = fractalTable(5, 1).at((x + z * patch) * 7, (z - x * patch) * 16 + y * 9) - 0.5
        const clump = fractalTable(4, 0).at(x * 4, z * 4 + y * 3) - 0.5
        const k = Math.max(0.35, 1 + (grain * 1.5 + clump * 0.5) * grainy)
        for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (i === 0 ? 0.3 + 0.7 * k : k)
        s.bump[0] += grain * 1.5 * grainy
        s.bump[2] += (clump * 1.2 + grain) * grainy
      },
    }),
  ]
}

/** A dinner plate seen from above its edge, with a smaller one on it and a rim line. */
export function plate(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#efe9de")
  const material = kit.body({ kind: "ceramic", color })
  const line = kit.look.materials.length > 0 ? finish(trimOf(kit.look), color).color : finish("gold", color).color
  const rimmed = {
    ...material,
    texture: ((s, x, y, z, nx, ny, nz) => {
      material.texture?.(s, x, y, z, nx, ny, nz)
      const r = Math.hypot(x, z)
      if (r > 0.955 && r < 0.985 && y > 0.1) {
        s.color = [line[0], line[1], line[2]]
        s.metalness = 1
      }
    }) satisfies NonNullable<typeof material.texture>,
  }
  const small = translate(
    turned(
      [
        [0.36, 0],
        [0.48, 0.02],
        [0.68, 0.09],
        [0.69, 0.11],
        [0.46, 0.06],
      ],
      2,
    ),
    [0, 0.085, 0],
  )
  const filling = kit.part("filling")
  const side = kit.part("side")?.word ?? ""
  const words = [
    kit.word.replace(/^(plate|dish|dinner ?plate|platter|saucer|crockery|dinnerware)( of )?/, ""),
    filling?.word ?? "",
  ]
  const soupWord = words.find(isSoup)
  const swallowWord = [...words, side].find(isSwallow)
  if (soupWord && swallowWord) {
    const pot = solid(bowlShell(), finish("ceramic", color))
    return meal([pot, ...bowlFilling(kit, soupWord, null)], swallowWord)
  }
  const food = plateful(kit, words.filter(Boolean), side, filling ? namedColour(filling.look) : null)
  const empty = kit.bears ? [] : [solid(small, material)]
  return {
    pieces: [solid(dish(), rimmed), ...(food.length > 0 ? food : empty)],
    elevation: 0.62,
    leastElevation: 0.22,
  }
}

/** What lies on a plate. */
function plateful(kit: Kit, words: readonly string[], side: string, color: Rgb | null): SceneObject[] {
  const [first = side, second] = words
  if (/suya/.test(first)) return skewers()
  if (isSwallow(first)) return place(swallow(first), { offset: [0, 0.09, 0], yaw: 0.4, scale: 1.1 })
  if (/chicken|drum|turkey/.test(first))
    return [...chickenLeg(0.5, [-0.12, 0.09, 0.26]), ...chickenLeg(2.4, [0.12, 0.09, -0.24])]
  if (/plantain|dodo/.test(first)) return dodo(16, [0, 0.08, 0], 0)
  const baked = bakes(kit, first)
  if (baked) return place(baked, { offset: [0, 0.09, 0], yaw: 0, scale: /roll|samosa/.test(first) ? 1.3 : 1.08 })
  if (!isRice(first)) return bowlFilling(kit, first, color).map((piece) => lowered(piece))
  const isTwo = second !== undefined && isRice(second) && second !== first
  const hasSide = side !== "" && !isSwallow(side)
  const radius = isTwo ? 0.44 : hasSide ? 0.56 : 0.68
  const heap = (word: string, x: number): SceneObject[] =>
    place(riceHeap(word, { radius, height: 0.34, color, random: kit.random }), {
      offset: [x, 0.09, hasSide ? -0.16 : 0],
      yaw: 0,
      scale: 1,
    })
  const rice = isTwo ? [...heap(first, -0.36), ...heap(second, 0.36)] : heap(first, hasSide ? -0.14 : 0)
  if (/chicken|drum|turkey/.test(side)) return [...rice, ...chickenLeg(0.5, [0.24, 0.1, 0.36])]
  return hasSide ? [...rice, ...dodo(7, [0.4, 0.08, 0.36], 0.9)] : rice
}

/** Food of a bowl, brought down to a plate. */
function lowered(piece: SceneObject): SceneObject {
  return place([piece], { offset: [0, -0.28, 0], yaw: 0, scale: 0.82 })[0] ?? piece
}

const bowlShell = (): Shape =>
  vessel(
    [
      [0.34, 0],
      [0.4, 0.05],
      [0.72, 0.3],
      [0.94, 0.66],
    ],
    0.05,
    3,
  )

const dish = (): Shape =>
  turned(
    [
      [0.5, 0],
      [0.62, 0.02],
      [0.72, 0.06],
      [1.0, 0.15],
      [1.02, 0.17],
      [0.98, 0.18],
      [0.7, 0.1],
      [0.5, 0.075],
    ],
    2,
  )
