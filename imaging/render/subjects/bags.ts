import { linear, luminance } from "#imaging/render/language/colours.ts"
import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { arc, rod } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { blackInk, inkTexture, labelOf, labelPrint, paper } from "./kit/label.ts"
import { meshed } from "./kit/lazy-mesh.ts"

/** Rounded bag body between outlines: half width and half depth by height. */
export function bagBody(rows: readonly (readonly [number, number, number])[], square: number): Mesh {
  const sections = rows.map(([y, wide, deep]) =>
    Array.from({ length: 56 }, (_, i) => {
      const a = (i / 56) * Math.PI * 2
      const c = Math.cos(a)
      const s = Math.sin(a)
      return [Math.sign(c) * Math.abs(c) ** square * wide, y, -Math.sign(s) * Math.abs(s) ** square * deep] as Vector3
    }),
  )
  return loft(smoothSections(sections, 3))
}

/** A structured leather handbag with flap, clasp and a top handle. */
export function handbag(kit: Kit): Model {
  const leather = kit.body({ kind: "leather", color: namedColour(kit.look) ?? kit.palette.product }, { isSoft: true })
  const gold = finish(trimOf(kit.look), [1, 0.7, 0.3])
  const body = bagBody(
    [
      [0, 0.86, 0.3],
      [0.03, 0.93, 0.34],
      [0.4, 0.94, 0.33],
      [0.9, 0.86, 0.24],
      [1.2, 0.78, 0.13],
      [1.24, 0.74, 0.08],
    ],
    0.42,
  )
  const flapRows = [1.25, 1.22, 1.05, 0.8, 0.62, 0.58]
  const flap = flapRows.map((y, i) => {
    const wide = [0.76, 0.8, 0.86, 0.86, 0.74, 0.66][i] ?? 0.8
    const z = [0.0, 0.12, 0.225, 0.285, 0.325, 0.33][i] ?? 0.3
    return Array.from({ length: 21 }, (_, k) => {
      const u = (k / 20) * 2 - 1
      return [u * wide, y - (i > 3 ? 0.1 * (1 - u * u) : 0), (z + 0.03) * (1 - 0.22 * u ** 6)] as Vector3
    })
  })
  const back = flap.map((row) => row.map(([x, y, z]): Vector3 => [x, y, z - 0.03]))
  const lid = flap.map((row, i) => [...row, ...[...(back[i] ?? [])].reverse()])
  const handle = rod(arc([0, 1.2, 0], [0.44, 0, 0], [0, 0.56, 0], 0, Math.PI, 16), 0.042)
  const strap = kit.part("strap")
  const art = kit.text()
  const area = { width: 0.9, height: 0.34, middle: 0.9 }
  const color = namedColour(kit.look) ?? kit.palette.product
  const front = art
    ? {
        ...leather,
        texture: inkTexture(
          labelPrint(art, area.width / area.height),
          area,
          luminance(color) > 0.3 ? blackInk : linear("#d9b25a"),
          leather.texture,
        ),
      }
    : leather
  const pieces: SceneObject[] = [
    meshed(body, leather),
    meshed(loft(lid), front),
    solid(
      union(
        translate(box([0.1, 0.075, 0.02], 0.02), [0, 0.47, 0.375]),
        translate(rotateX(torus(0.05, 0.014), Math.PI / 2), [-0.44, 1.22, 0.02]),
        translate(rotateX(torus(0.05, 0.014), Math.PI / 2), [0.44, 1.22, 0.02]),
      ),
      gold,
    ),
  ]
  if (strap && /chain/.test(strap.word)) {
    const links: Shape[] = []
    const curve = arc([0, 1.2, 0], [0.62, 0, 0], [0, 0.72, 0], 0, Math.PI, 22)
    curve.forEach((p, i) => {
      links.push(translate(rotateZ(rotateY(torus(0.062, 0.02), i % 2 ? 1.2 : 0), Math.atan2(p[1] - 1.2, p[0])), p))
    })
    pieces.push(solid(union(...links), kit.of("strap", { kind: "gold", color: [1, 0.7, 0.3] })))
  } else {
    pieces.push(
      solid(
        handle,
        strap
          ? kit.of("strap", { kind: "leather", color }, { isSoft: true })
          : kit.part("handle")
            ? kit.of("handle", { kind: "leather", color }, { isSoft: true })
            : leather,
      ),
    )
  }
  return { pieces, yaw: 0.32, sway: 0.14, elevation: 0.12 }
}

/** A tote or a paper carrier bag with two handles and lettering. */
export function tote(kit: Kit): Model {
  const isPaper = /paper|gift|shopping|carrier/.test(kit.word)
  const color = namedColour(kit.look) ?? (isPaper ? linear("#c9a878") : linear("#e4d8c2"))
  const cloth = kit.body({ kind: isPaper ? "paper" : "linen", color }, { isSoft: true })
  const body = bagBody(
    isPaper
      ? [
          [0, 0.68, 0.34],
          [0.02, 0.7, 0.36],
          [0.8, 0.7, 0.36],
          [1.6, 0.7, 0.35],
          [1.62, 0.69, 0.34],
        ]
      : [
          [0, 0.6, 0.26],
          [0.05, 0.68, 0.32],
          [0.6, 0.72, 0.28],
          [1.2, 0.76, 0.14],
          [1.36, 0.76, 0.09],
        ],
    isPaper ? 0.16 : 0.36,
  )
  const top = isPaper ? 1.58 : 1.32
  const handles = [-1, 1].map((side) =>
    rod(
      arc([0, top, side * (isPaper ? 0.3 : 0.09)], [0.34, 0, 0], [0, isPaper ? 0.42 : 0.62, 0], 0, Math.PI, 14),
      0.03,
    ),
  )
  const area = { width: 1.1, height: 0.86, middle: isPaper ? 0.82 : 0.66 }
  const art = labelOf(kit, area.width / area.height)
  return {
    pieces: [
      meshed(body, {
        ...cloth,
        texture: inkTexture(art, area, luminance(color) > 0.3 ? blackInk : paper, cloth.texture),
      }),
      solid(
        union(...handles),
        kit.of(
          "handle",
          { kind: isPaper ? "paper" : "linen", color: isPaper ? linear("#8a6a48") : color },
          { isSoft: true },
        ),
      ),
    ],
    yaw: 0.28,
    sway: 0.14,
    elevation: 0.12,
  }
}

/** A backpack with a front pocket. */
export function backpack(kit: Kit): Model {
  const cloth = kit.body({ kind: "fabric", color: namedColour(kit.look) ?? kit.palette.product }, { isSoft: true })
  const leather = kit.of("strap", { kind: "leather", color: linear("#6b4528") }, { isSoft: true })
  const body = bagBody(
    [
      [0, 0.6, 0.32],
      [0.04, 0.68, 0.38],
      [0.7, 0.68, 0.36],
      [1.35, 0.62, 0.3],
      [1.72, 0.46, 0.2],
      [1.82, 0.2, 0.08],
    ],
    0.5,
  )
  const pocket = smoothUnion(
    0.06,
    translate(box([0.46, 0.36, 0.14], 0.12), [0, 0.46, 0.4]),
    translate(box([0.4, 0.03, 0.1], 0.03), [0, 0.82, 0.38]),
  )
  const zip = rod(
    [
      [-0.44, 0.74, 0.545],
      [0.44, 0.74, 0.545],
    ],
    0.014,
  )
  const straps = union(
    capsule([-0.3, 0.1, 0.44], [-0.3, 1.5, 0.3], 0.03),
    capsule([0.3, 0.1, 0.44], [0.3, 1.5, 0.3], 0.03),
    rod(arc([0, 1.76, 0], [0.16, 0, 0], [0, 0.2, 0], 0, Math.PI, 10), 0.035),
  )
  const buckles = union(
    translate(box([0.06, 0.05, 0.02], 0.015), [-0.3, 0.86, 0.45]),
    translate(box([0.06, 0.05, 0.02], 0.015), [0.3, 0.86, 0.45]),
  )
  return {
    pieces: [
      meshed(body, cloth),
      solid(pocket, cloth),
      solid(zip, finish("brass", [1, 1, 1])),
      solid(straps, leather),
      solid(buckles, finish(trimOf(kit.look), [1, 0.7, 0.3])),
    ],
    yaw: 0.4,
    sway: 0.15,
    elevation: 0.12,
  }
}

/** A hard-shell suitcase with ribs. */
export function suitcase(kit: Kit): Model {
  const shellMaterial = kit.body({ kind: "plastic", color: namedColour(kit.look) ?? kit.palette.product })
  const ribs: Shape[] = []
  for (let i = -3; i <= 3; i += 1) ribs.push(translate(box([0.035, 0.72, 0.04], 0.035), [i * 0.17, 1.02, 0.36]))
  const shell = smoothUnion(0.05, translate(box([0.68, 0.9, 0.36], 0.16), [0, 1.02, 0]), ...ribs)
  const steel = kit.of("handle", { kind: "steel", color: [0.6, 0.6, 0.6] })
  const grip = union(
    capsule([-0.26, 1.85, -0.2], [-0.26, 2.42, -0.2], 0.028),
    capsule([0.26, 1.85, -0.2], [0.26, 2.42, -0.2], 0.028),
    capsule([-0.28, 2.44, -0.2], [0.28, 2.44, -0.2], 0.05),
  )
  const wheel = (x: number, z: number): Shape =>
    translate(rotateZ(cylinder(0.085, 0.045, 0.02), Math.PI / 2), [x, 0.085, z])
  return {
    pieces: [
      solid(shell, shellMaterial),
      solid(grip, steel),
      solid(
        union(wheel(-0.5, 0.2), wheel(0.5, 0.2), wheel(-0.5, -0.2), wheel(0.5, -0.2)),
        kit.of("legs", { kind: "plastic", color: linear("#1a1a1b") }),
      ),
      solid(translate(box([0.69, 0.012, 0.37], 0.01), [0, 1.02, 0]), { color: linear("#2a2a2c"), roughness: 0.5 }),
    ],
    yaw: 0.45,
    elevation: 0.14,
  }
}
