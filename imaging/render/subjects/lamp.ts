import { linear, mix } from "#imaging/render/language/colours.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { polygon, revolve } from "#imaging/render/sdf/profiles.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { cylinder, ellipsoid, sphere } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"

/** How much taller a lamp's foot is when it stands on the floor. */
const poleLength = 3.4

/** A lamp that is switched on: its shade glows and lights the set a little. Floor lamps stand on a long pole. */
export function lamp(kit: Kit): Model {
  const isTall = /floor|standing/.test(kit.word)
  const isTurned = kit.random() < 0.6 && !isTall
  const lift = isTall ? poleLength : 0
  const body = isTurned
    ? smoothUnion(
        0.1,
        translate(ellipsoid([0.34, 0.4, 0.34]), [0, 0.46, 0]),
        translate(cylinder(0.2, 0.04, 0.02), [0, 0.05, 0]),
        translate(cylinder(0.07, 0.2, 0.02), [0, 0.92, 0]),
      )
    : smoothUnion(
        0.06,
        translate(cylinder(isTall ? 0.5 : 0.4, 0.04, 0.02), [0, 0.04, 0]),
        translate(cylinder(0.035, 0.56 + lift / 2), [0, 0.6 + lift / 2, 0]),
      )
  const base = kit.part("legs")
  const color = namedColour(kit.look) ?? kit.palette.product
  const material = base
    ? kit.of("legs", { kind: "ceramic", color })
    : kit.body(isTurned ? { kind: "ceramic", color } : { kind: trimOf(kit.look), color })
  const shadeColor = (kit.part("shade") && namedColour(kit.part("shade")?.look ?? kit.look)) ?? linear("#efe0c4")
  const glow = mix(shadeColor, [1, 0.72, 0.4], 0.28)
  const shade = revolve(
    polygon(
      [
        [0.62, 1.12],
        [0.42, 1.82],
        [0.405, 1.82],
        [0.605, 1.12],
      ],
      0.006,
    ),
  )
  const bulb = union(translate(sphere(0.11), [0, 1.36 + lift, 0]), translate(cylinder(0.03, 0.12), [0, 1.2 + lift, 0]))
  return {
    pieces: [
      solid(body, material),
      solid(translate(shade, [0, lift, 0]), {
        color: shadeColor,
        roughness: 0.9,
        emission: [glow[0] * 0.95, glow[1] * 0.95, glow[2] * 0.95],
        texture: (s, _x, y) => {
          const near = Math.exp(-((y - lift - 1.38) ** 2) * 9)
          for (let i = 0; i < 3; i += 1) s.emission[i] = (s.emission[i] ?? 0) * (0.45 + 0.85 * near)
        },
      }),
      solid(bulb, { color: [1, 0.9, 0.75], roughness: 0.5, emission: [9, 6.4, 3.6] }),
    ],
    elevation: 0.1,
    isLarge: isTall,
  }
}
