import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion } from "#imaging/render/sdf/combine.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { cylinder, ellipsoid } from "#imaging/render/sdf/solids.ts"
import { finish, liquids } from "#imaging/render/settings/finishes.ts"
import { place } from "#imaging/render/settings/placement.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"
import { fruitPiece } from "./food.ts"
import { turned, vessel } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { riceTexture } from "./rice.ts"
import { fritters, garnish, skewers } from "./snacks.ts"

/** A bowl with what the prompt puts in: fruit, rice, soup. */
export function bowl(kit: Kit): Model {
  const material = kit.body({
    kind: /calabash/.test(kit.word) ? "wood" : /basket/.test(kit.word) ? "rattan" : "ceramic",
    color: namedColour(kit.look) ?? (/calabash|basket/.test(kit.word) ? linear("#a8733c") : kit.palette.product),
  })
  const shell = vessel(
    [
      [0.34, 0],
      [0.4, 0.05],
      [0.72, 0.3],
      [0.94, 0.66],
    ],
    0.05,
    3,
  )
  const filling = kit.part("filling")
  const word = filling?.word ?? (/rice|jollof|akara|puff/.test(kit.word) ? kit.word : "")
  return {
    pieces: [solid(shell, material), ...bowlFilling(kit, word, filling ? namedColour(filling.look) : null)],
    elevation: 0.36,
  }
}

function bowlFilling(kit: Kit, word: string, color: Rgb | null): SceneObject[] {
  if (/rice|jollof|salad|stew/.test(word)) {
    const heap = mound(
      color ?? (/salad/.test(word) ? linear("#5f8a34") : /jollof/.test(word) ? linear("#dc6a24") : linear("#f0e8d8")),
    )
    if (!/rice|jollof/.test(word)) return heap
    const rice = heap.map((piece) => ({ ...piece, material: { ...piece.material, texture: riceTexture } }))
    return /jollof/.test(word) ? [...rice, ...garnish()] : rice
  }
  if (/butter/.test(word)) return mound(color ?? linear("#efe3b4"), 0.2)
  if (/akara|puff/.test(word)) return fritters(color ?? linear("#9a5a22"))
  const liquid = liquids[word] ?? (/soup/.test(word) ? linear("#c4782a") : null)
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
  const dish = turned(
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
  const dishful = filling?.word ?? (/suya/.test(kit.word) ? "suya" : "")
  const food = /suya/.test(dishful)
    ? skewers()
    : bowlFilling(kit, dishful, filling ? namedColour(filling.look) : null).map((piece) => lowered(piece))
  return { pieces: [solid(dish, rimmed), ...(food.length > 0 ? food : [solid(small, material)])], elevation: 0.5 }
}

/** Food of a bowl, brought down to a plate. */
function lowered(piece: SceneObject): SceneObject {
  return place([piece], { offset: [0, -0.28, 0], yaw: 0, scale: 0.82 })[0] ?? piece
}
