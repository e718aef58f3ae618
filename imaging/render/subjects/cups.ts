import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import { cut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateZ, stretch, translate } from "#imaging/render/sdf/shape.ts"
import { capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish, liquids } from "#imaging/render/settings/finishes.ts"
import { turned, vessel } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"

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
  // Its skin lies in the middle of the glass: thinner overlaps are stepped over and the light is lost.
  const drink = turned(
    [
      [0.342, 0.018],
      [0.382, 0.4],
      [0.422, 1.0],
      [0.437, 1.28],
    ],
    2,
  )
  const pieces = [
    solid(shell, clear),
    solid(
      drink,
      /juice|smoothie|milk/.test(word)
        ? { color, roughness: 0.3 }
        : finish("glass", color, { depth: 1.1, priority: 1 }),
    ),
  ]
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
  if (/zobo/.test(word)) return linear("#7d1230")
  if (/water/.test(word)) return [0.86, 0.94, 0.96]
  if (/milk/.test(word)) return linear("#f2ece0")
  if (/tea/.test(word)) return linear("#a8561c")
  if (/lemonade/.test(word)) return linear("#ecd96a")
  if (/smoothie/.test(word)) return linear("#d2647a")
  if (/juice|cocktail/.test(word)) return linear("#ea8a24")
  return null
}
