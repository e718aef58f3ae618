import { linear } from "#imaging/render/language/colours.ts"
import { cut, smoothCut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { smoothCurve } from "#imaging/render/sdf/profiles.ts"
import { rotateZ, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, ellipsoid, roundCone, sphere } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { arc, rod, turned, vessel } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"

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

/** A kettle for the stove or with a plug, or a teapot. */
export function kettle(kit: Kit): Model {
  if (/electric/.test(kit.word)) return electricKettle(kit)
  return /kettle/.test(kit.word) ? stoveKettle(kit) : teapot(kit)
}

/** Tall and slightly conical on its base, with a beak at the rim and a handle from the lid to the foot. */
function electricKettle(kit: Kit): Model {
  const material = kit.body({ kind: "steel", color: namedColour(kit.look) ?? kit.palette.product })
  const dark = finish("matte", linear("#1d1d1f"))
  const body = turned(
    [
      [0.6, 0.14],
      [0.62, 0.2],
      [0.56, 0.7],
      [0.44, 1.34],
      [0.42, 1.4],
    ],
    4,
  )
  const beak = roundCone([0.3, 1.24, 0], [0.6, 1.4, 0], 0.17, 0.06)
  const lid = translate(ellipsoid([0.42, 0.1, 0.42]), [0, 1.41, 0])
  const grip = union(
    rod(
      smoothCurve(
        [
          [-0.3, 1.46],
          [-0.6, 1.5],
          [-0.86, 1.34],
          [-0.92, 0.96],
          [-0.84, 0.54],
          [-0.54, 0.34],
        ],
        4,
      ).map(([x, y]) => [x, y, 0]),
      0.075,
    ),
    translate(box([0.1, 0.05, 0.09], 0.04), [-0.52, 1.44, 0]),
  )
  const base = union(
    translate(cylinder(0.64, 0.045, 0.03), [0, 0.045, 0]),
    translate(cylinder(0.6, 0.03, 0.01), [0, 0.11, 0]),
  )
  return {
    pieces: [
      solid(smoothUnion(0.05, body, beak), material),
      solid(lid, kit.part("cap") ? kit.of("cap", { kind: "matte", color: [0.1, 0.1, 0.1] }) : dark),
      solid(grip, kit.of("handle", { kind: "matte", color: linear("#1d1d1f") })),
      solid(base, dark),
    ],
    yaw: -0.3,
    sway: 0.2,
    elevation: 0.16,
  }
}

/** Wide and flat at the bottom, with a short spout and a handle that arches over the lid. */
function stoveKettle(kit: Kit): Model {
  const material = kit.body({ kind: "steel", color: namedColour(kit.look) ?? kit.palette.product })
  const body = turned(
    [
      [0.76, 0],
      [0.82, 0.08],
      [0.8, 0.34],
      [0.66, 0.7],
      [0.42, 0.92],
      [0.36, 0.95],
    ],
    3,
  )
  const spout = roundCone([0.6, 0.56, 0], [0.98, 0.88, 0], 0.16, 0.085)
  const lid = translate(ellipsoid([0.37, 0.09, 0.37]), [0, 0.96, 0])
  const knob = translate(sphere(0.085), [0, 1.1, 0])
  const grip = union(
    rod(arc([0, 0.78, 0], [0.64, 0, 0], [0, 0.86, 0], -0.1, Math.PI + 0.1, 16), 0.045),
    capsule([-0.22, 1.63, 0], [0.22, 1.63, 0], 0.08),
  )
  const dark = linear("#1d1d1f")
  return {
    pieces: [
      solid(smoothUnion(0.08, body, spout), material),
      solid(lid, kit.part("cap") ? kit.of("cap", { kind: "steel", color: [0.8, 0.8, 0.8] }) : material),
      solid(knob, finish("matte", dark)),
      solid(grip, kit.of("handle", { kind: "matte", color: dark })),
    ],
    yaw: -0.25,
    sway: 0.2,
    elevation: 0.2,
  }
}

function teapot(kit: Kit): Model {
  const material = kit.body({ kind: "ceramic", color: namedColour(kit.look) ?? kit.palette.product })
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
