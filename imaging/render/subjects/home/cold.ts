import { linear, luminance, mix } from "#imaging/render/language/colours.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, mirrorZ, rotateX, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { blackInk, inkTexture, labelPrint } from "#imaging/render/subjects/kit/label.ts"

const black = linear("#161718")
const steel = { kind: "steel" as const, color: linear("#c4c6c8") }
const white = { kind: "glossy" as const, color: linear("#f1f1ee") }
const pale = linear("#ecebe7")

/** A two-door fridge: the small freezer door above, a long bar on each, its gasket lines dark. */
export function fridge(kit: Kit): Model {
  const [wide, deep] = [0.52, 0.52]
  const skin = kit.body(steel)
  const text = kit.text()
  const isDark = namedColour(kit.look) !== null
  const print = text
    ? inkTexture(
        labelPrint(text, 4),
        { width: 0.5, height: 0.125, middle: 1.9 },
        isDark ? pale : blackInk,
        skin.texture,
      )
    : undefined
  const handle = kit.of(
    "handle",
    luminance(skin.color) > 0.3 ? { kind: "matte", color: linear("#34363a") } : { kind: "chrome", color: pale },
  )
  const grip = (low: number, high: number) =>
    union(
      capsule([0.39, low, deep + 0.15], [0.39, high, deep + 0.15], 0.024),
      capsule([0.39, low + 0.05, deep + 0.06], [0.39, low + 0.05, deep + 0.15], 0.018),
      capsule([0.39, high - 0.05, deep + 0.06], [0.39, high - 0.05, deep + 0.15], 0.018),
    )
  return {
    pieces: [
      solid(translate(box([wide, 1.0, deep - 0.02], 0.03), [0, 1.09, 0]), skin),
      solid(translate(box([wide - 0.03, 0.97, 0.04], 0.01), [0, 1.1, deep - 0.02]), finish("matte", black)),
      solid(translate(box([wide, 0.61, 0.05], 0.035), [0, 0.71, deep + 0.05]), skin),
      solid(
        translate(box([wide, 0.378, 0.05], 0.035), [0, 1.712, deep + 0.05]),
        print ? { ...skin, texture: print } : skin,
      ),
      solid(union(grip(0.72, 1.24), grip(1.4, 1.74)), handle),
      solid(translate(box([wide - 0.04, 0.05, deep - 0.02], 0.01), [0, 0.05, 0.01]), finish("matte", black)),
    ],
    yaw: 0.48,
    sway: 0.12,
    elevation: 0.12,
    isLarge: true,
  }
}

/** A chest freezer: a white case on castors with a lid, its grip and lock, a grille and lamps below. */
export function chestFreezer(kit: Kit): Model {
  const [wide, deep, high] = [1.12, 0.66, 1.42]
  const skin = kit.body(white)
  const text = kit.text()
  const isDark = namedColour(kit.look) !== null
  const front = text
    ? {
        ...skin,
        texture: inkTexture(
          labelPrint(text, 4.5),
          { width: 0.9, height: 0.2, middle: 0.9 },
          isDark ? pale : blackInk,
          skin.texture,
        ),
      }
    : skin
  const grey = mix(white.color, [0, 0, 0], 0.55)
  return {
    pieces: [
      solid(translate(box([wide, (high - 0.14) / 2, deep], 0.05), [0, (high + 0.14) / 2, 0]), front),
      solid(translate(box([wide - 0.02, 0.03, deep - 0.02], 0.01), [0, high + 0.015, 0]), finish("matte", black)),
      solid(
        translate(box([wide + 0.02, 0.085, deep + 0.03], 0.06), [0, high + 0.12, 0.01]),
        kit.of("cap", { kind: white.kind, color: namedColour(kit.look) ?? white.color }),
      ),
      solid(
        translate(union(box([0.2, 0.035, 0.05], 0.025), translate(box([0.2, 0.06, 0.014], 0.012), [0, -0.03, 0.04])), [
          0,
          high + 0.08,
          deep + 0.06,
        ]),
        kit.of("handle", { kind: "matte", color: grey }),
      ),
      solid(
        translate(rotateX(cylinder(0.03, 0.012, 0.006), Math.PI / 2), [0, high - 0.1, deep + 0.008]),
        finish("chrome", pale),
      ),
      solid(
        union(
          ...[0, 1, 2, 3, 4, 5].map((i) =>
            translate(box([0.22, 0.009, 0.008], 0.004), [wide - 0.36, 0.26 + i * 0.035, deep]),
          ),
        ),
        finish("matte", black),
      ),
      solid(translate(box([0.13, 0.07, 0.012], 0.01), [-wide + 0.26, 0.34, deep]), finish("matte", grey)),
      ...[
        ["#2f9e4a", 0],
        ["#d8a11e", 1],
        ["#c8281f", 2],
      ].map(([hex, i]) =>
        solid(
          translate(rotateX(cylinder(0.015, 0.008, 0.004), Math.PI / 2), [
            -wide + 0.2 + Number(i) * 0.06,
            0.34,
            deep + 0.014,
          ]),
          finish("glossy", linear(String(hex))),
        ),
      ),
      solid(
        translate(mirrorX(mirrorZ(translate(cylinder(0.06, 0.07, 0.02), [wide - 0.18, 0, deep - 0.14]))), [0, 0.07, 0]),
        finish("matte", black),
      ),
    ],
    yaw: 0.42,
    sway: 0.12,
    elevation: 0.24,
    isLarge: true,
  }
}
