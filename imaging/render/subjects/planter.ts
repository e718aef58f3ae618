import { linear } from "#imaging/render/language/colours.ts"
import { displace, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { add, multiply, sine } from "#imaging/render/sdf/expression.ts"
import { rotateX, rotateY, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { capsule, cylinder, ellipsoid } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { vessel } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"

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
