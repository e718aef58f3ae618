import { linear } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { cut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { extrude, polygon, smoothCurve } from "#imaging/render/sdf/profiles.ts"
import { rotateX, rotateY, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cone, cylinder, ellipsoid, torus } from "#imaging/render/sdf/solids.ts"
import { finish, liquids } from "#imaging/render/settings/finishes.ts"
import { rod, turned, vessel } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint } from "./kit/label.ts"

const dark = linear("#1d1e20")
const cream = linear("#efeae0")
const steel = linear("#b9bbbd")

/** A smooth bow in the x-y plane through some points. */
const bow = (through: readonly [number, number][], radius: number): Shape =>
  rod(
    smoothCurve(through, 4).map(([x, y]) => [x, y, 0]),
    radius,
  )

/** A small lamp that is on. */
const lit = (shape: Shape, color: [number, number, number]): SceneObject =>
  solid(shape, {
    color,
    roughness: 0.4,
    texture: (s) => {
      for (let i = 0; i < 3; i += 1) s.emission[i] = color[i] ?? 0
    },
  })

/** A rice cooker: a rounded drum with a steel rim, a lid with a knob, and its switch in front. */
export function riceCooker(kit: Kit): Model {
  const material = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? cream })
  const radius = 0.86
  const body = turned(
    [
      [0.7, 0.06],
      [0.8, 0.1],
      [radius, 0.3],
      [radius, 0.98],
    ],
    4,
    0.03,
  )
  const text = kit.text()
  const art = text === null ? null : labelPrint(text, 4)
  const area = { width: 0.72, height: 0.18, middle: 0.8, radius: radius + 0.03 }
  const printed = art ? { ...material, texture: inkTexture(art, area, blackInk, material.texture) } : material
  const lid = cut(
    translate(ellipsoid([radius - 0.02, 0.3, radius - 0.02]), [0, 1.06, 0]),
    translate(box([2, 0.5, 2]), [0, 0.56, 0]),
  )
  const panel = translate(box([0.24, 0.2, 0.06], 0.04), [0, 0.36, radius])
  const ear = (side: number): Shape => translate(box([0.09, 0.05, 0.17], 0.04), [side * (radius + 0.08), 0.84, 0])
  return {
    pieces: [
      solid(body, printed),
      solid(translate(cylinder(0.72, 0.04, 0.02), [0, 0.04, 0]), finish("matte", dark)),
      solid(translate(cylinder(radius + 0.035, 0.04, 0.02), [0, 1.03, 0]), finish("steel", steel)),
      solid(lid, kit.part("cap") ? kit.of("cap", { kind: "glass", color: [0.9, 0.9, 0.9] }) : material),
      solid(
        union(translate(cylinder(0.07, 0.06), [0, 1.4, 0]), translate(ellipsoid([0.15, 0.06, 0.15]), [0, 1.48, 0])),
        finish("matte", dark),
      ),
      solid(union(ear(1), ear(-1)), kit.of("handle", { kind: "matte", color: dark })),
      solid(panel, finish("matte", dark)),
      solid(translate(box([0.1, 0.045, 0.03], 0.02), [-0.08, 0.27, radius + 0.07]), finish("glossy", cream)),
      lit(translate(cylinderFacing(0.022), [0.13, 0.46, radius + 0.06]), [2.4, 0.5, 0.12]),
      lit(translate(cylinderFacing(0.022), [0.13, 0.37, radius + 0.06]), [0.12, 0.09, 0.02]),
    ],
    yaw: 0.25,
    sway: 0.15,
    elevation: 0.24,
  }
}

/** A round knob that faces +z. */
const cylinderFacing = (radius: number, half = 0.02): Shape => rotateX(cylinder(radius, half, half * 0.6), Math.PI / 2)

/** A blender: a flared glass jug with a lid and a handle, on its motor. */
export function blender(kit: Kit): Model {
  const material = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? dark })
  const base = translate(cone(0.34, 0.6, 0.44, 0.08), [0, 0.34, 0])
  const jug = vessel(
    [
      [0.36, 0.76],
      [0.42, 0.95],
      [0.56, 1.96],
    ],
    0.04,
    3,
  )
  const lid = union(
    translate(cylinder(0.6, 0.06, 0.03), [0, 2.01, 0]),
    translate(cylinder(0.2, 0.07, 0.04), [0, 2.12, 0]),
  )
  const grip = bow(
    [
      [0.5, 1.82],
      [0.76, 1.78],
      [0.84, 1.5],
      [0.76, 1.18],
      [0.44, 1.06],
    ],
    0.06,
  )
  const blade = (turn: number): Shape => rotateY(translate(box([0.12, 0.012, 0.03], 0.01), [0.12, 0, 0]), turn)
  const text = kit.text()
  const art = text === null ? null : labelPrint(text, 4)
  const area = { width: 0.6, height: 0.15, middle: 0.5, radius: 0.56 }
  const filling = kit.part("filling")
  const drink =
    filling && (namedColour(filling.look) ?? liquids[filling.word.split(" ").at(-1) ?? ""] ?? linear("#d9823b"))
  return {
    pieces: [
      solid(base, art ? { ...material, texture: inkTexture(art, area, cream, material.texture) } : material),
      solid(translate(cylinder(0.45, 0.05, 0.02), [0, 0.71, 0]), finish("steel", steel)),
      solid(jug, finish("glass", [0.95, 0.96, 0.97], { depth: 2.4 })),
      ...(drink
        ? [
            solid(
              turned(
                [
                  [0.33, 0.81],
                  [0.37, 0.95],
                  [0.46, 1.6],
                ],
                3,
              ),
              { color: drink, roughness: 0.3 },
            ),
          ]
        : [
            solid(
              translate(union(...[0.3, 1.87, 3.44, 5.01].map(blade), cylinder(0.05, 0.06, 0.02)), [0, 0.9, 0]),
              finish("steel", steel),
            ),
          ]),
      solid(lid, kit.of("cap", { kind: "matte", color: dark })),
      solid(grip, kit.of("handle", { kind: "matte", color: dark })),
      solid(translate(cylinderFacing(0.12, 0.05), [0, 0.3, 0.54]), finish("steel", steel)),
      solid(translate(box([0.012, 0.05, 0.01], 0.006), [0, 0.35, 0.6]), finish("matte", dark)),
    ],
    yaw: -0.35,
    sway: 0.2,
    elevation: 0.14,
  }
}

/** A fan: on a pole, or short for a table. Three blades behind a cage of wires. */
export function fan(kit: Kit): Model {
  const isShort = /table|desk/.test(kit.word)
  const material = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? cream })
  const middle = isShort ? 0.92 : 1.75
  const rim = 0.62
  const facing = (shape: Shape): Shape => translate(rotateX(shape, Math.PI / 2 - 0.06), [0, middle, 0.06])
  const wires = 32
  const spoke = (i: number, bulge: number): Shape => {
    const angle = (i / wires) * Math.PI * 2
    const [x, z] = [Math.cos(angle), Math.sin(angle)]
    return capsule([x * 0.12, bulge, z * 0.12], [x * rim, 0, z * rim], 0.007)
  }
  const cage = (bulge: number): Shape => union(...Array.from({ length: wires }, (_, i) => spoke(i, bulge)))
  const hoops = union(
    torus(rim, 0.022),
    translate(torus(rim * 0.68, 0.008), [0, 0.055, 0]),
    translate(torus(rim * 0.4, 0.008), [0, 0.095, 0]),
  )
  const blade = (i: number): Shape =>
    rotateY(translate(rotateX(ellipsoid([0.25, 0.014, 0.17]), 0.42), [0.3, -0.04, 0]), (i * Math.PI * 2) / 3 + 0.4)
  const bladeColor = kit.of("shade", { kind: "plastic", color: namedColour(kit.look) ?? kit.palette.product })
  const foot = union(
    translate(cylinder(isShort ? 0.4 : 0.46, 0.035, 0.03), [0, 0.035, 0]),
    translate(cone(0.06, 0.14, 0.07, 0.02), [0, 0.12, 0]),
  )
  const pole = capsule([0, 0.1, -0.12], [0, middle - 0.05, -0.16], isShort ? 0.06 : 0.036)
  return {
    pieces: [
      solid(foot, material),
      solid(pole, isShort ? material : kit.of("handle", { kind: "steel", color: steel })),
      solid(
        facing(
          translate(
            smoothUnion(0.05, cylinder(0.15, 0.12, 0.05), translate(ellipsoid([0.13, 0.16, 0.13]), [0, -0.16, 0])),
            [0, -0.2, 0],
          ),
        ),
        material,
      ),
      solid(facing(union(...[0, 1, 2].map(blade), cylinder(0.085, 0.05, 0.03))), bladeColor),
      solid(facing(union(cage(0.12), cage(-0.1), hoops)), finish("steel", steel)),
      solid(facing(translate(cylinder(0.13, 0.02, 0.015), [0, 0.125, 0])), material),
    ],
    yaw: 0.42,
    sway: 0.15,
    elevation: 0.12,
    isLarge: !isShort,
  }
}

/** A pressing iron: a steel sole with a point, a shell, an open handle, its dial and the cord. */
export function iron(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const material = kit.body({ kind: "glossy", color })
  const boat = (by: number): [number, number][] => [
    [-0.92, -0.36 * by],
    [0.1, -0.4 * by],
    [0.55, -0.3 * by],
    [0.85 * (0.4 + 0.6 * by), -0.14 * by],
    [1.02 * (0.4 + 0.6 * by), 0],
    [0.85 * (0.4 + 0.6 * by), 0.14 * by],
    [0.55, 0.3 * by],
    [0.1, 0.4 * by],
    [-0.92, 0.36 * by],
  ]
  const flat = (by: number, half: number, rounding: number, y: number): Shape =>
    translate(rotateX(extrude(polygon(boat(by), 0.06), half, rounding), Math.PI / 2), [0, y, 0])
  const shell = smoothUnion(
    0.14,
    flat(0.88, 0.12, 0.08, 0.2),
    translate(ellipsoid([0.62, 0.24, 0.24]), [-0.22, 0.34, 0]),
  )
  const handle = smoothUnion(
    0.06,
    bow(
      [
        [-0.78, 0.4],
        [-0.86, 0.7],
        [-0.64, 0.91],
        [-0.1, 0.95],
        [0.34, 0.82],
        [0.46, 0.46],
      ],
      0.085,
    ),
    capsule([-0.6, 0.92, 0], [0.1, 0.92, 0], 0.1),
  )
  // Out of the heel of the handle and away to the back.
  const cord = translate(
    rotateY(
      bow(
        [
          [0, 0.78],
          [-0.22, 0.8],
          [-0.42, 0.5],
          [-0.52, 0.16],
          [-0.74, 0.035],
          [-1.3, 0.03],
        ],
        0.03,
      ),
      -0.8,
    ),
    [-0.84, 0, 0],
  )
  return {
    pieces: [
      solid(flat(1, 0.035, 0.02, 0.045), kit.of("sole", { kind: "steel", color: steel })),
      solid(shell, material),
      solid(handle, kit.of("handle", { kind: "matte", color: dark })),
      solid(translate(cylinder(0.15, 0.045, 0.025), [0.06, 0.56, 0]), finish("steel", steel)),
      solid(translate(box([0.012, 0.012, 0.07], 0.006), [0.06, 0.61, 0.06]), finish("matte", dark)),
      solid(cord, finish("matte", dark)),
    ],
    yaw: -0.55,
    sway: 0.15,
    elevation: 0.3,
  }
}
