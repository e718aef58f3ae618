import { linear, luminance } from "#imaging/render/language/colours.ts"
import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { printOf } from "#imaging/render/settings/patterns.ts"
import { isSoft, meshed } from "./cloth.ts"
import { arc, rod } from "./kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "./kit/label.ts"

/** A T-shirt on a hanger, its front printed with the prompt's text. */
export function tshirt(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const cloth = kit.body({ kind: "fabric", color }, { isSoft })
  const rows: readonly (readonly [number, number, number])[] = [
    [0, 0.66, 0.17],
    [0.5, 0.63, 0.17],
    [1.0, 0.64, 0.19],
    [1.34, 0.66, 0.2],
    [1.6, 0.64, 0.17],
    [1.74, 0.52, 0.13],
    [1.82, 0.32, 0.1],
    [1.85, 0.25, 0.09],
  ]
  const body = loft(
    smoothSections(
      rows.map(([y, wide, deep]) =>
        Array.from({ length: 64 }, (_, i) => {
          const a = (i / 64) * Math.PI * 2
          const c = Math.cos(a)
          const fall = (1 - y / 1.9) ** 1.2
          const fold = 1 + 0.3 * Math.sin(c * 8 + y * 1.1) * fall + 0.07 * Math.sin(c * 5 + y * 7)
          return [
            Math.sign(c) * Math.abs(c) ** 0.8 * wide,
            y + (y > 1.8 ? -0.14 * Math.max(0, -Math.sin(a)) * (y > 1.84 ? 1 : 0.5) : 0),
            -Math.sin(a) * deep * fold,
          ] as Vector3
        }),
      ),
      3,
    ),
  )
  const sleeve = (side: number): Mesh => {
    const spine = [
      [0.42, 1.55, 0.2],
      [0.62, 1.44, 0.18],
      [0.85, 1.2, 0.165],
      [0.96, 1.06, 0.165],
    ] as const
    const sections = spine.map(([x, y, r], s) =>
      Array.from({ length: 32 }, (_, i) => {
        const a = (i / 32) * Math.PI * 2 * side
        const k = s / 3
        return [
          side * (x + Math.cos(a) * r * (0.35 + 0.5 * k)),
          y + Math.cos(a) * r * (0.9 - 0.35 * k),
          Math.sin(a) * r * 0.8,
        ] as Vector3
      }),
    )
    return loft(smoothSections(sections, 3))
  }
  const hanger = union(
    rod(
      [
        [-0.42, 1.7, 0],
        [0, 1.9, 0],
        [0.42, 1.7, 0],
      ],
      0.025,
    ),
    rod([[0, 1.9, 0], [0, 2.02, 0], ...arc([0, 2.12, 0], [0, -0.1, 0], [0.1, 0, 0], 0, 4.2, 10)], 0.018),
  )
  const area = { width: 0.82, height: 0.6, middle: 1.2 }
  const text = kit.text()
  const art = text
    ? inkTexture(
        labelPrint(text, area.width / area.height),
        area,
        luminance(color) > 0.3 ? blackInk : paper,
        cloth.texture,
      )
    : cloth.texture
  return {
    pieces: [
      meshed(body, art ? { ...cloth, texture: art } : cloth),
      meshed(sleeve(1), cloth),
      meshed(sleeve(-1), cloth),
      solid(hanger, finish("wood", linear("#9a6c42"))),
      solid(translate(rotateX(torusOval(), 0.35), [0, 1.8, 0.03]), cloth),
      solid(
        union(
          translate(cylinder(0.02, 1.11), [-1.1, 1.11, -0.02]),
          translate(cylinder(0.02, 1.11), [1.1, 1.11, -0.02]),
          capsule([-1.16, 2.2, -0.02], [1.16, 2.2, -0.02], 0.022),
          translate(box([0.04, 0.02, 0.34], 0.015), [-1.1, 0.02, 0]),
          translate(box([0.04, 0.02, 0.34], 0.015), [1.1, 0.02, 0]),
        ),
        finish("matte", linear("#1c1c1d")),
      ),
    ],
    yaw: 0.12,
    sway: 0.12,
    needsNoStand: true,
    elevation: 0.08,
  }
}

function torusOval(): Shape {
  return torus(0.25, 0.03)
}

/** Folded cloths in a stack, prints on every one. */
export function fabric(kit: Kit): Model {
  const isPrinted =
    /ankara|wax|adire|aso|african/.test([...kit.look.words, kit.word].join(" ")) || kit.look.pattern !== null
  const named = /adire/.test(kit.word) ? "adire" : kit.look.pattern
  const pattern = named && named !== "ribbed" ? named : "ankara"
  const own = kit.look.colours
  const sets = [
    [],
    ["#8e1f2a", "#f0b62e", "#f4e8cc"],
    ["#0f6a5a", "#f29a2c", "#f7e7b8"],
    ["#c4531c", "#1f4a8a", "#f6ead0"],
  ].map((set) => set.map(linear))
  const pieces: SceneObject[] = []
  for (let i = 0; i < 4; i += 1) {
    const y = 0.17 + i * 0.3
    const layers: Shape[] = []
    for (let k = 0; k < 3; k += 1)
      layers.push(translate(box([0.98 - k * 0.012, 0.052, 0.66 - k * 0.01], 0.05), [0, y - 0.098 + k * 0.098, 0]))
    layers.push(translate(rotateZ(cylinder(0.148, 0.98, 0.02), Math.PI / 2), [0, y, 0.56]))
    const turn = (kit.random() - 0.5) * 0.14
    const shape = rotateY(smoothUnion(0.02, ...layers), turn)
    const print = isPrinted
      ? printOf(pattern, i === 0 || own.length > 0 || pattern === "adire" ? rotated(own, i) : (sets[i] ?? []))
      : null
    const plain = kit.body({ kind: "linen", color: i % 2 ? kit.palette.pale : kit.palette.product }, { isSoft })
    pieces.push(
      solid(
        shape,
        print
          ? finish("linen", [1, 1, 1], { print: (u, v, out) => print(u * 0.9 + i * 0.37, v * 0.9 + i * 0.21, out) })
          : plain,
      ),
    )
  }
  return { pieces, yaw: 0.4, sway: 0.15, elevation: 0.26 }
}

function rotated<T>(list: readonly T[], by: number): T[] {
  return list.map((_, i) => list[(i + by) % list.length] as T)
}
