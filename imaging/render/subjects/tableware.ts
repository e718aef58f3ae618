import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene.ts"
import { cut, displace, smoothCut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { add, multiply, sine } from "#imaging/render/sdf/expression.ts"
import { rotateX, rotateY, rotateZ, type Shape, stretch, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, ellipsoid, roundCone, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish, liquids } from "#imaging/render/settings/finishes.ts"
import { arc, rod, turned, vessel } from "./forms.ts"
import { fruitPiece } from "./food.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit.ts"

/** A cup on its saucer, full. */
export function cup(kit: Kit): Model {
  const material = kit.body({ kind: "ceramic", color: namedColour(kit.look) ?? linear("#efeae0") })
  const shell = vessel(
    [
      [0.26, 0.1],
      [0.42, 0.2],
      [0.56, 0.5],
      [0.62, 0.86],
    ],
    0.045,
    3,
  )
  const loop = translate(stretch(rotateX(torus(0.2, 0.045), Math.PI / 2), [1, 1.15, 1]), [0.66, 0.54, 0])
  const bowl = smoothUnion(0.06, shell, cut(loop, translate(cylinder(0.5, 0.5), [0, 0.6, 0])))
  const saucer = turned(
    [
      [0.36, 0],
      [0.62, 0.05],
      [0.9, 0.13],
      [0.93, 0.16],
      [0.88, 0.155],
      [0.5, 0.09],
    ],
    2,
  )
  const filling = kit.part("filling")
  const drink =
    (filling && liquids[filling.word]) ??
    (/latte|cappuccino/.test(kit.word) ? linear("#b98a5e") : liquids.coffee) ??
    linear("#2b1509")
  const foam = /latte|cappuccino/.test(kit.word)
  return {
    pieces: [
      solid(bowl, material),
      solid(saucer, material),
      solid(translate(cylinder(0.575, 0.02, 0.005), [0, 0.76, 0]), {
        color: drink,
        roughness: foam ? 0.5 : 0.08,
        texture: (s, x, _y, z) => {
          const heart = Math.hypot(x, z + 0.08 - Math.abs(x) * 0.8)
          if (foam && heart < 0.26 && Math.sin(heart * 60) > -0.2) s.color = [0.83, 0.74, 0.6]
        },
      }),
    ],
    yaw: -0.5,
    sway: 0.15,
    elevation: 0.34,
  }
}

/** A drinking glass or a wine glass with its drink. */
export function tumbler(kit: Kit): Model {
  const filling = kit.part("filling")
  const word = `${kit.word} ${filling?.word ?? ""}`
  const color = drinkColour(word) ?? namedColour(kit.look) ?? linear("#e89a30")
  const isWine = /wine|goblet|champagne|flute/.test(word)
  const clear = finish("glass", [0.95, 0.97, 0.97], { depth: 0.8 })
  if (isWine) {
    const flute = /champagne|flute/.test(word)
    const wide = flute ? 0.62 : 1
    const shell = vessel(
      [
        [0.06, 0.92],
        [0.3 * wide, 1.0],
        [0.47 * wide, 1.3],
        [0.46 * wide, 1.7],
        [0.38 * wide, 2.05],
      ],
      0.022,
      3,
    )
    const stem = smoothUnion(
      0.1,
      translate(cylinder(0.03, 0.46), [0, 0.48, 0]),
      translate(cylinder(0.38, 0.015, 0.012), [0, 0.016, 0]),
    )
    const wine = turned(
      [
        [0.05, 0.95],
        [0.28 * wide, 1.03],
        [0.445 * wide, 1.3],
        [0.455 * wide, 1.5],
      ],
      3,
    )
    return {
      pieces: [solid(union(shell, stem), clear), solid(wine, finish("glass", color, { depth: 0.5, priority: 1 }))],
      elevation: 0.1,
    }
  }
  const shell = vessel(
    [
      [0.36, 0],
      [0.4, 0.4],
      [0.44, 1.0],
      [0.47, 1.6],
    ],
    0.035,
    2,
  )
  const drink = turned(
    [
      [0.34, 0.05],
      [0.37, 0.4],
      [0.415, 1.0],
      [0.43, 1.28],
    ],
    2,
  )
  const pieces = [solid(shell, clear), solid(drink, finish("glass", color, { depth: 0.45, priority: 1 }))]
  if (/lemonade|tea|cocktail|juice|smoothie/.test(word)) {
    const slice = translate(rotateZ(rotateX(cylinder(0.24, 0.03, 0.015), Math.PI / 2), 0.2), [0.42, 1.66, 0])
    pieces.push(solid(slice, finish("glossy", linear("#e8a62e"))))
    pieces.push(solid(capsule([-0.1, 0.2, 0], [-0.32, 2.05, -0.05], 0.028), finish("plastic", kit.palette.deep)))
  }
  return { pieces, elevation: 0.12 }
}

function drinkColour(word: string): Rgb | null {
  if (/wine/.test(word) && !/white/.test(word)) return linear("#6a0f24")
  if (/champagne|white wine/.test(word)) return linear("#e6c878")
  if (/water/.test(word)) return [0.86, 0.94, 0.96]
  if (/milk/.test(word)) return linear("#f2ece0")
  if (/tea/.test(word)) return linear("#a8561c")
  if (/lemonade/.test(word)) return linear("#ecd96a")
  if (/smoothie/.test(word)) return linear("#d2647a")
  if (/juice|cocktail/.test(word)) return linear("#ea8a24")
  return null
}

/** A bowl with what the prompt puts in: fruit, rice, soup. */
export function bowl(kit: Kit): Model {
  const material = kit.body({
    kind: /calabash/.test(kit.word) ? "wood" : "ceramic",
    color: namedColour(kit.look) ?? kit.palette.product,
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
  const word = filling?.word ?? (/rice|jollof/.test(kit.word) ? kit.word : "")
  return {
    pieces: [solid(shell, material), ...bowlFilling(kit, word, filling ? namedColour(filling.look) : null)],
    elevation: 0.36,
  }
}

function bowlFilling(kit: Kit, word: string, color: Rgb | null): SceneObject[] {
  if (/rice|jollof|salad|stew/.test(word))
    return mound(
      color ?? (/salad/.test(word) ? linear("#5f8a34") : /jollof/.test(word) ? linear("#d2622a") : linear("#f0e8d8")),
    )
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

function mound(color: Rgb): SceneObject[] {
  const heap = displace(translate(ellipsoid([0.84, 0.36, 0.84]), [0, 0.5, 0]), 0.05, ([x, y, z]) =>
    multiply(multiply(sine(multiply(x, 31)), sine(add(multiply(z, 29), multiply(y, 17)))), 0.028),
  )
  const speck = ["#3f7a34", "#c2352a", "#e8b03a"].map(linear)
  return [
    solid(heap, {
      color,
      roughness: 0.55,
      texture: (s, x, _y, z) => {
        const cell = Math.sin(x * 41.3) * Math.sin(z * 37.7 + x * 9)
        if (cell > 0.8) {
          const c = speck[Math.abs(Math.floor(x * 9 + z * 7)) % 3] ?? color
          s.color = [c[0], c[1], c[2]]
        }
        s.bump[0] += Math.sin(x * 90 + z * 40) * 0.25
        s.bump[2] += Math.sin(z * 84 - x * 30) * 0.25
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
  return { pieces: [solid(dish, rimmed), solid(small, material)], elevation: 0.5 }
}

/** A cooking pot with lid and two handles. */
export function pot(kit: Kit): Model {
  const material = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? kit.palette.product })
  const body = translate(cylinder(0.8, 0.42, 0.12), [0, 0.42, 0])
  const lid = smoothUnion(
    0.05,
    translate(cut(ellipsoid([0.8, 0.22, 0.8]), translate(box([1, 0.5, 1]), [0, -0.5, 0])), [0, 0.88, 0]),
    translate(cylinder(0.82, 0.025, 0.02), [0, 0.87, 0]),
  )
  const knob = union(
    translate(cylinder(0.05, 0.07), [0, 1.12, 0]),
    translate(ellipsoid([0.13, 0.06, 0.13]), [0, 1.2, 0]),
  )
  const ear = (side: number): Shape =>
    rod(arc([side * 0.8, 0.62, 0], [side * 0.2, 0, 0], [0, 0, 0.24], -1.57, 1.57, 8), 0.045)
  return {
    pieces: [
      solid(union(body, lid), material),
      solid(
        union(ear(1), ear(-1)),
        kit.part("handle") ? kit.of("handle", { kind: "steel", color: [0.6, 0.6, 0.6] }) : material,
      ),
      solid(knob, kit.of("cap", { kind: trimOf(kit.look), color: [1, 0.7, 0.3] })),
    ],
    yaw: 0.3,
    elevation: 0.26,
  }
}

/** A frying pan with a long handle. */
export function pan(kit: Kit): Model {
  const material = kit.body({ kind: "matte", color: namedColour(kit.look) ?? linear("#2a2b2d") })
  const dish = vessel(
    [
      [0.68, 0],
      [0.74, 0.04],
      [0.88, 0.27],
    ],
    0.045,
    3,
  )
  const grip = smoothUnion(
    0.05,
    capsule([0.86, 0.22, 0], [1.15, 0.32, 0], 0.04),
    translate(rotateZ(box([0.44, 0.045, 0.085], 0.04), 0.1), [1.58, 0.37, 0]),
  )
  return {
    pieces: [solid(dish, material), solid(grip, kit.of("handle", { kind: "wood", color: linear("#7a4a28") }))],
    yaw: 0.55,
    sway: 0.1,
    elevation: 0.5,
  }
}

/** A teapot or kettle. */
export function kettle(kit: Kit): Model {
  const material = kit.body({
    kind: /kettle/.test(kit.word) ? "steel" : "ceramic",
    color: namedColour(kit.look) ?? kit.palette.product,
  })
  const body = smoothCut(
    0.02,
    translate(ellipsoid([0.72, 0.6, 0.72]), [0, 0.56, 0]),
    translate(box([2, 0.3, 2]), [0, -0.28, 0]),
  )
  const spout = roundCone([0.58, 0.5, 0], [1.08, 0.98, 0], 0.17, 0.075)
  const lid = union(translate(ellipsoid([0.36, 0.1, 0.36]), [0, 1.1, 0]), translate(sphere(0.09), [0, 1.26, 0]))
  const grip = rod(arc([-0.66, 0.62, 0], [0, 0.36, 0], [-0.42, 0, 0], -0.15, 3.2, 12), 0.055)
  return {
    pieces: [
      solid(smoothUnion(0.12, body, spout), material),
      solid(lid, kit.part("cap") ? kit.of("cap", { kind: "ceramic", color: [0.8, 0.8, 0.8] }) : material),
      solid(grip, kit.part("handle") ? kit.of("handle", { kind: "wood", color: linear("#7a4a28") }) : material),
    ],
    yaw: -0.2,
    sway: 0.2,
    elevation: 0.2,
  }
}

/** A plant in its pot. */
export function planter(kit: Kit): Model {
  const holder = kit.part("holder")
  const potDefault = { kind: "clay" as const, color: kit.palette.product }
  const isPot = /pot|planter/.test(kit.word)
  const material = holder
    ? kit.of("holder", potDefault)
    : isPot
      ? kit.body(potDefault)
      : finish("clay", linear("#c07a58"))
  const green = (!isPot && namedColour(kit.look)) || linear("#3f6f3c")
  const shell = vessel(
    [
      [0.36, 0],
      [0.42, 0.3],
      [0.5, 0.8],
    ],
    0.05,
    2,
  )
  const soil = translate(cylinder(0.45, 0.02), [0, 0.7, 0])
  const isCactus = /cactus|succulent/.test(kit.word)
  const leaves: Shape[] = []
  if (isCactus) {
    leaves.push(
      displace(translate(ellipsoid([0.3, 0.62, 0.3]), [0, 1.16, 0]), 0.03, ([x, , z]) =>
        multiply(sine(multiply(add(x, z), 40)), 0.02),
      ),
    )
    leaves.push(
      smoothUnion(0.1, capsule([0.26, 1.1, 0], [0.5, 1.2, 0], 0.1), capsule([0.5, 1.2, 0], [0.52, 1.5, 0], 0.1)),
    )
  } else {
    for (let i = 0; i < 13; i += 1) {
      const angle = i * 2.4
      const lean = 0.1 + (i / 13) * 0.62
      const long = 0.58 - (i / 13) * 0.1 + kit.random() * 0.1
      const blade = translate(ellipsoid([0.13, long, 0.02]), [0, long, 0])
      leaves.push(translate(rotateY(rotateX(blade, lean), angle), [0, 0.7, 0]))
    }
  }
  return {
    pieces: [
      solid(shell, material),
      solid(soil, { color: linear("#3a2a1e"), roughness: 0.95 }),
      solid(union(...leaves), {
        color: green,
        roughness: 0.45,
        texture: (s, x, y, z) => {
          const band = 0.82 + 0.3 * Math.abs(Math.sin(y * 13 + Math.sin((x + z) * 9)))
          for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * band
        },
      }),
    ],
    elevation: 0.12,
  }
}
