import { linear } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { smoothMesh } from "#imaging/render/mesh/mesh.ts"
import { cut, smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, rotateZ, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, cylinder, ellipsoid, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { turned } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { blackInk, inkTexture, labelOf, labelPrint, paper } from "./kit/label.ts"
import { foodTin, isFoodTin } from "./packs/tins.ts"

const isPale = (c: readonly [number, number, number]): boolean => c[0] + c[1] + c[2] > 0.9

/** A pharmacy bottle with a pipette in its cap. */
export function dropper(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#a35a1c")
  const half = 0.56
  const radius = 0.4
  const body = turned(
    [
      [radius - 0.04, 0],
      [radius, 0.06],
      [radius, 0.5],
      [radius, half * 2 - 0.1],
      [radius - 0.16, half * 2 + 0.06],
      [0.17, half * 2 + 0.12],
      [0.17, half * 2 + 0.2],
    ],
    2,
  )
  const dark = kit.of("cap", { kind: "plastic", color: linear("#161617") })
  const pieces = [
    solid(body, kit.body({ kind: "glass", color }, { depth: 0.7 })),
    solid(
      translate(cylinder(0.2, 0.13, 0.015), [0, half * 2 + 0.27, 0]),
      kit.random() < 0.5 ? finish(trimOf(kit.look), color) : dark,
    ),
    solid(
      smoothUnion(
        0.06,
        translate(cylinder(0.12, 0.06, 0.02), [0, half * 2 + 0.43, 0]),
        translate(ellipsoid([0.105, 0.24, 0.105]), [0, half * 2 + 0.6, 0]),
      ),
      dark,
    ),
  ]
  if (!kit.without("label")) {
    const area = { width: radius * 1.75, height: 0.62, middle: 0.5, radius }
    const art = labelOf(kit, area.width / area.height)
    const material = kit.of("label", { kind: "paper", color: paper })
    pieces.push(
      solid(translate(cylinder(radius + 0.006, 0.31, 0.002), [0, 0.5, 0]), {
        ...material,
        texture: inkTexture(art, area, blackInk),
      }),
    )
  }
  return { pieces, yaw: 0, sway: 0.1 }
}

/** A squeeze tube that stands on its cap and flattens toward the seam. */
export function tube(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const sections: Vector3[][] = []
  for (let s = 0; s <= 14; s += 1) {
    const t = s / 14
    const y = 0.34 + t * 1.5
    const wide = 0.36 + 0.12 * t
    const deep = 0.36 * (1 - t ** 1.6) + 0.012
    sections.push(
      Array.from({ length: 40 }, (_, i) => {
        const a = (i / 40) * Math.PI * 2
        return [Math.cos(a) * wide, y, -Math.sin(a) * deep] as Vector3
      }),
    )
  }
  const mesh = smoothMesh(loft(sections), 40)
  const material = kit.body({ kind: "plastic", color })
  const area = { width: 0.6, height: 0.86, middle: 1.02 }
  const art = labelOf(kit, area.width / area.height)
  return {
    pieces: [
      {
        geometry: { kind: "mesh", mesh },
        material: { ...material, texture: inkTexture(art, area, isPale(color) ? blackInk : paper, material.texture) },
      },
      solid(translate(box([0.5, 0.075, 0.016], 0.01), [0, 1.9, 0]), { ...material }),
      solid(translate(cylinder(0.31, 0.17, 0.03), [0, 0.17, 0]), kit.of("cap", { kind: trimOf(kit.look), color })),
    ],
    yaw: 0.15,
    sway: 0.15,
  }
}

/** An open lipstick beside its cap. */
export function lipstick(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#b01f3c")
  const bullet = cut(
    union(translate(cylinder(0.19, 0.3, 0.01), [0, 1.3, 0]), translate(ellipsoid([0.19, 0.34, 0.19]), [0, 1.58, 0])),
    translate(rotateZ(box([0.5, 0.3, 0.5]), -0.75), [0.3, 1.98, 0]),
  )
  const gold = finish(trimOf(kit.look), color)
  const shell = kit.of("cap", { kind: "glossy", color: linear("#121213") })
  return {
    pieces: [
      solid(translate(cylinder(0.3, 0.36, 0.02), [0, 0.36, 0]), shell),
      solid(
        union(translate(cylinder(0.26, 0.2, 0.01), [0, 0.88, 0]), translate(cylinder(0.305, 0.03, 0.008), [0, 0.7, 0])),
        gold,
      ),
      solid(bullet, { color, roughness: 0.3, specular: 0.045 }),
      solid(translate(cylinder(0.3, 0.46, 0.03), [0.82, 0.46, -0.12]), shell),
      solid(translate(cylinder(0.305, 0.03, 0.008), [0.82, 0.05, -0.12]), gold),
    ],
    yaw: 0.15,
  }
}

/** Two soap bars, the front one stamped. */
export function soap(kit: Kit): Model {
  const color = namedColour(kit.look) ?? (/black/.test(kit.word) ? linear("#2a1f1a") : kit.palette.product)
  const material = kit.body({ kind: "wax", color })
  const art = labelOf(kit, 1.7)
  const area = { width: 1.05, height: 0.62, middle: 0.42 }
  const stamped = {
    ...material,
    roughness: 0.42,
    texture: inkTexture(art, area, isPale(color) ? [color[0] * 0.45, color[1] * 0.42, color[2] * 0.4] : paper),
  }
  const bar = box([0.72, 0.42, 0.24], 0.11)
  return {
    pieces: [
      solid(translate(bar, [0, 0.42, 0.12]), stamped),
      solid(translate(rotateY(rotateX(bar, Math.PI / 2), 0.5), [0.16, 0.24, -0.62]), { ...material, roughness: 0.42 }),
    ],
    yaw: 0.25,
    sway: 0.1,
  }
}

/** A burning candle in a tumbler with a label; "pillar" candles stand bare. */
export function candle(kit: Kit): Model {
  const wax = kit.of("filling", { kind: "wax", color: linear("#f0e6d2") })
  const flame = { color: [1, 0.8, 0.5] as const, roughness: 0.6, emission: [16, 8.5, 2.6] as const }
  const fire = (y: number) => [
    solid(translate(cylinder(0.014, 0.06), [0, y + 0.05, 0]), { color: [0.02, 0.02, 0.02], roughness: 0.9 }),
    solid(
      union(
        translate(ellipsoid([0.042, 0.1, 0.042]), [0, y + 0.19, 0]),
        translate(ellipsoid([0.022, 0.1, 0.022]), [0, y + 0.26, 0]),
      ),
      flame,
    ),
  ]
  if (/pillar/.test(kit.word)) {
    const own = kit.body({ kind: "wax", color: linear("#efe4cf") })
    return { pieces: [solid(translate(cylinder(0.46, 0.75, 0.05), [0, 0.75, 0]), own), ...fire(1.49)], yaw: 0 }
  }
  const radius = 0.56
  const high = 1.16
  const color = namedColour(kit.look) ?? kit.palette.product
  const material = kit.body({ kind: "ceramic", color }, { depth: 0.4 })
  const hollow = cut(
    translate(cylinder(radius, high / 2, 0.06), [0, high / 2, 0]),
    translate(cylinder(radius - 0.05, 0.3, 0.01), [0, high, 0]),
  )
  const area = { width: 0.86, height: 0.56, middle: 0.55, radius }
  const art = labelOf(kit, area.width / area.height)
  const pieces = [solid(hollow, material)]
  if (!material.glass) material.texture = inkTexture(art, area, isPale(color) ? blackInk : paper, material.texture)
  else {
    pieces.push(solid(translate(cylinder(radius - 0.06, 0.46, 0.02), [0, 0.53, 0]), wax))
    if (!kit.without("label")) {
      pieces.push(
        solid(translate(cylinder(radius + 0.005, 0.28, 0.002), [0, 0.55, 0]), {
          ...finish("paper", paper),
          texture: inkTexture(art, area, blackInk),
        }),
      )
    }
  }
  pieces.push(solid(translate(cylinder(radius - 0.052, 0.03, 0.01), [0, high - 0.22, 0]), wax), ...fire(high - 0.2))
  pieces.push(
    solid(
      translate(torus(radius - 0.02, 0.012), [0, high - 0.01, 0]),
      material.glass ? finish("glass", color) : material,
    ),
  )
  return { pieces, yaw: 0, sway: 0.1, elevation: 0.2 }
}

/** A drink can with a print around it. */
export function can(kit: Kit): Model {
  if (isFoodTin(kit.word)) return foodTin(kit)
  const color = namedColour(kit.look) ?? kit.palette.product
  const radius = 0.5
  const body = turned(
    [
      [0.38, 0],
      [0.5, 0.1],
      [0.5, 0.4],
      [0.5, 1.5],
      [0.5, 1.62],
      [0.42, 1.78],
      [0.42, 1.82],
    ],
    2,
  )
  const rim = union(
    translate(torus(0.415, 0.025), [0, 1.83, 0]),
    translate(cylinder(0.4, 0.02), [0, 1.79, 0]),
    translate(box([0.07, 0.012, 0.13], 0.01), [0, 1.83, 0.06]),
  )
  const area = { width: 1.15, height: 1.0, middle: 0.92, radius }
  const art = labelOf(kit, area.width / area.height)
  const paint = kit.body({ kind: "glossy", color }, { roundness: radius })
  const ink = inkTexture(art, area, isPale(color) ? blackInk : paper, paint.texture)
  const steel = finish("steel", [0.6, 0.6, 0.6])
  return {
    pieces: [
      solid(body, {
        ...paint,
        roughness: 0.2,
        texture: (s, x, y, z, nx, ny, nz) => {
          if (y < 0.1 || y > 1.66) {
            s.color[0] = s.color[1] = s.color[2] = 0.66
            s.metalness = 1
            s.roughness = 0.24
          } else ink(s, x, y, z, nx, ny, nz)
        },
      }),
      solid(rim, steel),
    ],
    yaw: 0,
    sway: 0.12,
  }
}

/** A stand-up pouch, pillowed, with a printed front. */
export function pouch(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const sections: Vector3[][] = []
  for (let s = 0; s <= 18; s += 1) {
    const t = s / 18
    const deep = 0.3 * (1 - t) ** 0.55 * (0.55 + 0.45 * Math.min(1, t * 7)) + 0.012
    const wide = 0.62 + 0.03 * Math.sin(t * 3.1)
    sections.push(
      Array.from({ length: 48 }, (_, i) => {
        const a = (i / 48) * Math.PI * 2
        const c = Math.cos(a)
        const round = Math.sign(c) * Math.abs(c) ** 0.45
        return [round * wide, 0.01 + t * 1.86, -Math.sin(a) * deep * (1 - 0.35 * Math.abs(c) ** 6)] as Vector3
      }),
    )
  }
  const material = kit.body({ kind: "matte", color })
  const area = { width: 0.92, height: 0.95, middle: 0.9 }
  const aspect = area.width / area.height
  const contents = kit.word.split(" of ")[1]?.toUpperCase() ?? null
  const named = kit.text() ?? (kit.without("label") ? null : contents)
  const art = named === null ? labelOf(kit, aspect) : labelPrint(named, aspect)
  const ink = inkTexture(art, area, isPale(color) ? blackInk : paper, material.texture)
  return {
    pieces: [
      {
        geometry: { kind: "mesh", mesh: smoothMesh(loft(sections), 50) },
        material: {
          ...material,
          texture: (s, x, y, z, nx, ny, nz) => {
            ink(s, x, y, z, nx, ny, nz)
            if (y > 1.66) s.bump[1] += Math.sin(y * 120) * 0.25
            s.bump[0] += Math.sin(y * 9 + x * 4) * 0.05
          },
        },
      },
    ],
    yaw: 0.12,
    sway: 0.15,
  }
}
