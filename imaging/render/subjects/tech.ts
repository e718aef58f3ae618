import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { cut, intersect, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, rotateX, rotateZ, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, ellipsoid, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { inkTexture, labelPrint, paper } from "./kit/label.ts"
import { screenTexture } from "./kit/screen.ts"

const graphite = linear("#26282b")
const black = linear("#0c0c0d")

/** A phone that leans back, screen to the front; tablets are wider. */
export function phone(kit: Kit): Model {
  const isTablet = /tablet|ipad/.test(kit.word)
  const half = isTablet ? 0.74 : 0.5
  const tall = isTablet ? 1.0 : 1.04
  const lean = -0.16
  const turn = (shape: Shape): Shape => translate(rotateX(shape, lean), [0, tall * Math.cos(lean) + 0.01, 0])
  const shell = kit.body({ kind: "glossy", color: namedColour(kit.look) ?? graphite })
  const screen = turn(translate(box([half - 0.05, tall - 0.05, 0.008], 0.006), [0, 0, 0.07]))
  const size = { w: (half - 0.05) * 2, h: (tall - 0.05) * 2 }
  const place = (x: number, y: number): [number, number] => [
    x / size.w + 0.5,
    (y - tall) / (size.h * Math.cos(lean)) + 0.5,
  ]
  return {
    pieces: [
      solid(turn(box([half, tall, 0.07], 0.065)), shell),
      solid(turn(translate(box([half - 0.025, tall - 0.025, 0.008], 0.006), [0, 0, 0.066])), {
        color: black,
        roughness: 0.06,
      }),
      solid(screen, { color: black, roughness: 0.06, texture: screenTexture(kit, place, size.w / size.h) }),
      solid(translate(rotateX(box([half * 0.5, 0.5, 0.03], 0.02), 0.5), [0, 0.42, -0.36]), finish("steel", graphite)),
    ],
    yaw: 0.35,
    sway: 0.15,
    elevation: 0.1,
  }
}

/** An open laptop. */
export function laptop(kit: Kit): Model {
  const shell = kit.body({ kind: "steel", color: [0.62, 0.62, 0.63] })
  const silver = shell.metalness ? { ...shell, roughness: 0.34 } : shell
  const lean = 0.3
  const lid = (shape: Shape): Shape => translate(rotateX(translate(shape, [0, 0.74, 0]), -lean), [0, 0.08, -0.74])
  const place = (x: number, y: number, z: number): [number, number] => {
    const up = (y - 0.08) * Math.cos(lean) - (z + 0.74) * Math.sin(lean)
    return [x / 2.1 + 0.5, (up - 0.74) / 1.32 + 0.5]
  }
  return {
    pieces: [
      solid(translate(box([1.12, 0.045, 0.76], 0.035), [0, 0.045, 0]), {
        ...silver,
        texture: (s, x, y, z) => {
          if (y < 0.08) return
          const onKeys = Math.abs(x) < 0.95 && z > -0.62 && z < 0.08
          const onPad = Math.abs(x) < 0.34 && z > 0.2 && z < 0.64
          const key = Math.abs(((x * 7 + 50) % 1) - 0.5) < 0.43 && Math.abs(((z * 7.5 + 50) % 1) - 0.5) < 0.41
          if (onKeys && key) {
            s.color = [0.02, 0.02, 0.022]
            s.metalness = 0
            s.roughness = 0.5
          } else if (onPad) s.color = [s.color[0] * 0.86, s.color[1] * 0.86, s.color[2] * 0.86]
        },
      }),
      solid(lid(box([1.12, 0.74, 0.028], 0.026)), silver),
      solid(lid(translate(box([1.085, 0.705, 0.006], 0.004), [0, 0, 0.03])), { color: black, roughness: 0.08 }),
      solid(lid(translate(box([1.04, 0.66, 0.006], 0.004), [0, 0, 0.034])), {
        color: black,
        roughness: 0.08,
        texture: screenTexture(kit, place, 1.58),
      }),
    ],
    yaw: 0.38,
    sway: 0.14,
    elevation: 0.24,
  }
}

/** A flat screen on its foot. */
export function monitor(kit: Kit): Model {
  const shell = kit.body({ kind: "matte", color: namedColour(kit.look) ?? graphite })
  const place = (x: number, y: number): [number, number] => [x / 2.42 + 0.5, (y - 1.12) / 1.32 + 0.5]
  return {
    pieces: [
      solid(
        union(
          translate(box([1.28, 0.73, 0.04], 0.03), [0, 1.12, 0]),
          translate(box([0.12, 0.3, 0.04], 0.03), [0, 0.34, -0.05]),
          translate(box([0.5, 0.025, 0.28], 0.02), [0, 0.027, -0.03]),
        ),
        shell,
      ),
      solid(translate(box([1.21, 0.66, 0.006], 0.004), [0, 1.12, 0.04]), {
        color: black,
        roughness: 0.08,
        texture: screenTexture(kit, place, 1.83),
      }),
    ],
    yaw: 0.28,
    elevation: 0.1,
  }
}

/** Over-ear headphones, standing. */
export function headphones(kit: Kit): Model {
  const shell = kit.body({ kind: "matte", color: namedColour(kit.look) ?? kit.palette.product })
  const pad = finish("leather", linear("#1a1a1b"))
  const lift = 1.02
  const arch = intersect(
    translate(rotateX(torus(0.76, 0.075), Math.PI / 2), [0, lift, 0]),
    translate(box([2, 1, 1]), [0, lift + 0.86, 0]),
  )
  const cushion = intersect(
    translate(rotateX(torus(0.74, 0.085), Math.PI / 2), [0, lift - 0.02, 0]),
    translate(box([0.5, 1, 1]), [0, lift + 1.0, 0]),
  )
  const yoke = mirrorX(capsule([0.78, lift - 0.1, 0], [0.8, 0.62, 0], 0.045))
  const ear = (radius: number, half: number, x: number, rounding: number): Shape =>
    mirrorX(translate(rotateZ(cylinder(radius, half, rounding), Math.PI / 2), [x, 0.5, 0]))
  return {
    pieces: [
      solid(union(arch, ear(0.46, 0.13, 0.76, 0.09)), shell),
      solid(union(cushion, ear(0.42, 0.12, 0.57, 0.1)), pad),
      solid(
        union(yoke, ear(0.25, 0.015, 0.895, 0.012)),
        finish(
          trimOf(kit.look) === "gold" && !kit.look.materials.includes("gold") ? "steel" : trimOf(kit.look),
          graphite,
        ),
      ),
    ],
    yaw: 0.62,
    sway: 0.15,
    elevation: 0.16,
  }
}

/** A loudspeaker with two cones, or a cloth-covered smart speaker. */
export function speaker(kit: Kit): Model {
  if (/smart|bluetooth/.test(kit.word)) {
    const cloth = kit.body({ kind: "fabric", color: namedColour(kit.look) ?? kit.palette.product })
    const art = kit.text()
    const area = { width: 0.7, height: 0.3, middle: 0.5, radius: 0.6 }
    const printed = art ? { ...cloth, texture: inkTexture(labelPrint(art, 2.3), area, paper, cloth.texture) } : cloth
    return {
      pieces: [
        solid(translate(cylinder(0.6, 0.66, 0.16), [0, 0.7, 0]), printed),
        solid(translate(cylinder(0.44, 0.02, 0.012), [0, 1.37, 0]), { color: black, roughness: 0.25 }),
        solid(translate(torus(0.46, 0.014), [0, 1.365, 0]), {
          color: [0.2, 0.7, 1],
          roughness: 0.4,
          emission: [0.5, 1.6, 2.2],
        }),
      ],
      elevation: 0.2,
    }
  }
  const wood = kit.body({ kind: "wood", color: linear("#6d4428") }, { grain: 1 })
  const front = 0.46
  const driver = (y: number, radius: number): SceneObject[] => [
    solid(translate(rotateX(torus(radius, 0.035), Math.PI / 2), [0, y, front]), finish("steel", graphite)),
    solid(translate(rotateX(cylinder(radius, 0.02), Math.PI / 2), [0, y, front]), {
      color: linear("#1d1d1f"),
      roughness: 0.55,
      texture: (s, x, py) => {
        const r = Math.hypot(x, py - y)
        s.bump[0] += (x / (r + 0.01)) * (r > radius * 0.78 ? -0.5 : 0.45)
        s.bump[1] += ((py - y) / (r + 0.01)) * (r > radius * 0.78 ? -0.5 : 0.45)
      },
    }),
    solid(translate(ellipsoid([radius * 0.3, radius * 0.3, 0.05]), [0, y, front + 0.01]), {
      color: linear("#3a3a3c"),
      roughness: 0.4,
    }),
  ]
  return {
    pieces: [
      solid(translate(box([0.56, 0.95, 0.46], 0.05), [0, 0.95, 0]), wood),
      ...driver(0.62, 0.4),
      ...driver(1.42, 0.22),
    ],
    yaw: 0.4,
    elevation: 0.14,
  }
}

/** A photo camera with leatherette and a big lens. */
export function camera(kit: Kit): Model {
  const leather = kit.body({ kind: "leather", color: namedColour(kit.look) ?? linear("#1b1a1a") })
  const metal = finish("steel", [0.6, 0.6, 0.6])
  const dark = finish("matte", black)
  const barrel = (radius: number, half: number, z: number): Shape =>
    translate(rotateX(cylinder(radius, half, 0.02), Math.PI / 2), [0, 0.58, z])
  const ridged: SceneObject["material"] = {
    ...dark,
    texture: (s, x, y, z) => {
      const a = Math.atan2(y - 0.58, x)
      if (z > 0.5 && z < 0.72) s.bump[0] += Math.sign(Math.sin(a * 60)) * 0.25
    },
  }
  const lensColor: Rgb = [0.02, 0.03, 0.06]
  return {
    pieces: [
      solid(translate(box([0.98, 0.42, 0.3], 0.08), [0, 0.52, 0]), leather),
      solid(
        union(
          translate(box([0.98, 0.1, 0.3], 0.05), [0, 1.0, 0]),
          translate(box([0.985, 0.05, 0.305], 0.03), [0, 0.1, 0]),
          translate(
            cut(box([0.3, 0.2, 0.24], 0.06), translate(box([0.2, 0.1, 0.1], 0.02), [0, 0.02, 0.26])),
            [0, 1.16, 0],
          ),
        ),
        metal,
      ),
      solid(
        union(
          translate(cylinder(0.15, 0.06, 0.02), [0.66, 1.14, 0]),
          translate(cylinder(0.09, 0.06, 0.02), [0.36, 1.13, 0.06]),
          translate(cylinder(0.17, 0.045, 0.02), [-0.62, 1.13, 0]),
        ),
        metal,
      ),
      solid(smoothUnion(0.02, barrel(0.46, 0.12, 0.38), barrel(0.41, 0.2, 0.6)), ridged),
      solid(barrel(0.36, 0.02, 0.8), {
        color: lensColor,
        roughness: 0.04,
        specular: 0.12,
        texture: (s, x, y) => {
          const r = Math.hypot(x, y - 0.58)
          if (r > 0.3) s.color = [0.004, 0.004, 0.005]
          else s.color = [0.03 + 0.1 * Math.max(0, 0.16 - r), 0.02, 0.06 + 0.5 * Math.max(0, 0.2 - r)]
        },
      }),
      solid(translate(rotateX(torus(0.38, 0.035), Math.PI / 2), [0, 0.58, 0.8]), dark),
    ],
    yaw: 0.42,
    sway: 0.15,
    elevation: 0.18,
  }
}
