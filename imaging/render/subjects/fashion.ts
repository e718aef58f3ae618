import { linear, luminance } from "#imaging/render/language/colours.ts"
import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import { type Mesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, ellipsoid, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { printOf } from "#imaging/render/settings/patterns.ts"
import { arc, rod } from "./forms.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "./label.ts"

const isSoft = true
const meshed = (mesh: Mesh, material: SceneObject["material"]): SceneObject => ({
  geometry: { kind: "mesh", mesh: smoothMesh(mesh, 55) },
  material,
})

/** Ring of points around the y axis: radii by angle. */
function ring(
  y: (a: number) => number,
  wide: (a: number) => number,
  deep: (a: number) => number,
  count = 48,
): Vector3[] {
  return Array.from({ length: count }, (_, i) => {
    const a = (i / count) * Math.PI * 2
    return [Math.cos(a) * wide(a), y(a), -Math.sin(a) * deep(a)] as Vector3
  })
}

const flat = (v: number) => (): number => v

/** A brimmed hat with a pinched crown and a band; straw, felt or bucket. */
export function hat(kit: Kit): Model {
  const isBucket = /bucket/.test(kit.word)
  const isStraw = /straw|sun|panama/.test(kit.word)
  const brim = isBucket ? 0.95 : /sun|wide/.test(kit.word) ? 1.3 : 1.12
  const droop = isBucket ? 0.34 : 0.05
  const curl = (a: number): number => (isBucket ? 0 : 0.09 * Math.cos(2 * a) ** 2 * Math.abs(Math.cos(a)))
  const deepOf = (r: number): number => r * 1.08
  const base = isBucket ? 0.4 : 0.16
  const sections = [
    ring((a) => base - droop + curl(a) - 0.02, flat(brim), flat(deepOf(brim)), 64),
    ring((a) => base - droop + curl(a) + 0.02, flat(brim + 0.01), flat(deepOf(brim + 0.01)), 64),
    ring(
      (a) => base - droop * 0.5 + 0.015 + curl(a) * 0.4,
      flat((brim + 0.58) / 2 + 0.05),
      flat(deepOf((brim + 0.58) / 2 + 0.05)),
      64,
    ),
    ring(flat(base + 0.02), flat(0.6), flat(0.68), 64),
    ring(flat(base + 0.06), flat(0.57), flat(0.65), 64),
    ring(flat(base + 0.45), flat(isBucket ? 0.52 : 0.53), flat(0.6), 64),
    ring((a) => base + 0.72 + (isBucket ? 0 : 0.04 * Math.sin(a)), flat(isBucket ? 0.47 : 0.46), flat(0.52), 64),
    ring(
      (a) => base + 0.82 - (isBucket ? 0 : 0.1 * Math.abs(Math.sin(a))),
      flat(isBucket ? 0.36 : 0.3),
      flat(0.36),
      64,
    ),
    ring((a) => base + (isBucket ? 0.85 : 0.72) - 0.02 * Math.abs(Math.sin(a)), flat(0.12), flat(0.14), 64),
  ]
  const cloth = kit.body(
    {
      kind: isStraw ? "rattan" : "fabric",
      color: namedColour(kit.look) ?? (isStraw ? linear("#d8b47a") : kit.palette.product),
    },
    { isSoft },
  )
  const band = kit.of("strap", { kind: "silk", color: linear("#201c1a") }, { isSoft })
  const pieces = [meshed(loft(smoothSections(sections, 3), { hasCaps: true }), cloth)]
  if (!isBucket) {
    const stripe = [base + 0.05, base + 0.09, base + 0.2, base + 0.24].map((y, i) =>
      ring(flat(y), flat(0.585 - i * 0.004), flat(0.665 - i * 0.004), 64),
    )
    pieces.push(meshed(loft(stripe, { hasCaps: false }), band))
  }
  return { pieces, yaw: 0.4, elevation: 0.24 }
}

/** A baseball cap with visor, seams and lettering. */
export function cap(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const cloth = kit.body({ kind: "fabric", color }, { isSoft })
  const crown: Vector3[][] = []
  for (let s = 0; s <= 9; s += 1) {
    const t = (s / 9) * Math.PI * 0.5
    const k = Math.cos(t) ** 0.72
    const y = 0.06 + Math.sin(t) * 0.84
    crown.push(
      ring(
        (a) => y + 0.02 * Math.max(0, -Math.sin(a)) * Math.sin(t * 2),
        flat(Math.max(0.01, 0.66 * k)),
        flat(Math.max(0.01, 0.74 * k)),
        48,
      ),
    )
  }
  const visor: Vector3[][] = [0, 0.25, 0.5, 0.75, 1].map((t) => {
    const reach = 0.66 + t * 0.62
    return Array.from({ length: 25 }, (_, i) => {
      const a = Math.PI * (0.06 + 0.88 * (i / 24))
      const x = Math.cos(a) * (0.66 + t * 0.04)
      const z = 0.74 * Math.sin(a) * (1 - t) + t * (0.25 + Math.sin(a) ** 0.8 * (reach - 0.25 + 0.14))
      return [
        x,
        0.08 + 0.12 * Math.sin(a) * (1 - t * 0.4) * 0.5 - 0.1 * t * t - 0.1 * Math.abs(Math.cos(a)) ** 2,
        z,
      ] as Vector3
    })
  })
  const under = visor.map((row) => row.map(([x, y, z]): Vector3 => [x, y - 0.035, z]))
  const closed = visor.map((row, s) => [...row, ...[...(under[s] ?? [])].reverse()])
  const area = { width: 0.74, height: 0.36, middle: 0.5 }
  const text = kit.text()
  const art = text
    ? inkTexture(
        labelPrint(text, area.width / area.height, { title: "", small: "" }),
        area,
        luminance(color) > 0.3 ? blackInk : paper,
        cloth.texture,
      )
    : cloth.texture
  const panelled: NonNullable<SceneObject["material"]["texture"]> = (s, x, y, z, nx, ny, nz) => {
    art?.(s, x, y, z, nx, ny, nz)
    const a = Math.atan2(x, z) / (Math.PI / 3)
    const seam = Math.abs(a + 0.5 - Math.floor(a + 0.5) - 0.5) * Math.hypot(x, z)
    if (seam < 0.012) for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * 0.6
  }
  const brim = kit.part("shade") ? kit.of("shade", { kind: "fabric", color }, { isSoft }) : cloth
  return {
    pieces: [
      meshed(loft(crown), { ...cloth, texture: panelled }),
      meshed(loft([...closed].reverse()), brim),
      solid(translate(ellipsoid([0.07, 0.04, 0.07]), [0, 0.9, 0]), cloth),
    ],
    yaw: 0.5,
    sway: 0.15,
    elevation: 0.2,
  }
}

/** Rounded bag body between outlines: half width and half depth by height. */
function bagBody(rows: readonly (readonly [number, number, number])[], square: number): Mesh {
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
  const leather = kit.body({ kind: "leather", color: namedColour(kit.look) ?? kit.palette.product }, { isSoft })
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
          labelPrint(art, area.width / area.height, { title: "", small: "" }),
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
          ? kit.of("strap", { kind: "leather", color }, { isSoft })
          : kit.part("handle")
            ? kit.of("handle", { kind: "leather", color }, { isSoft })
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
  const cloth = kit.body({ kind: isPaper ? "paper" : "linen", color }, { isSoft })
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
  const art = labelPrint(kit.text(), area.width / area.height, { title: "MARKET", small: "EVERY DAY GOOD THINGS" })
  return {
    pieces: [
      meshed(body, {
        ...cloth,
        texture: inkTexture(art, area, luminance(color) > 0.3 ? blackInk : paper, cloth.texture),
      }),
      solid(
        union(...handles),
        kit.of("handle", { kind: isPaper ? "paper" : "linen", color: isPaper ? linear("#8a6a48") : color }, { isSoft }),
      ),
    ],
    yaw: 0.28,
    sway: 0.14,
    elevation: 0.12,
  }
}

/** A backpack with a front pocket. */
export function backpack(kit: Kit): Model {
  const cloth = kit.body({ kind: "fabric", color: namedColour(kit.look) ?? kit.palette.product }, { isSoft })
  const leather = kit.of("strap", { kind: "leather", color: linear("#6b4528") }, { isSoft })
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
          const fold = 1 + 0.16 * Math.sin(c * 11 + y * 1.4) * (1 - y / 2.2) + 0.05 * Math.sin(c * 23)
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
      [0.46, 1.63, 0.2],
      [0.66, 1.5, 0.18],
      [0.86, 1.22, 0.165],
      [0.96, 1.06, 0.165],
    ] as const
    const sections = spine.map(([x, y, r], s) =>
      Array.from({ length: 32 }, (_, i) => {
        const a = (i / 32) * Math.PI * 2 * -side
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
        [-0.56, 1.66, 0],
        [0, 1.9, 0],
        [0.56, 1.66, 0],
      ],
      0.03,
    ),
    rod([[0, 1.9, 0], [0, 2.02, 0], ...arc([0, 2.12, 0], [0, -0.1, 0], [0.1, 0, 0], 0, 4.2, 10)], 0.018),
  )
  const area = { width: 0.82, height: 0.6, middle: 1.2 }
  const text = kit.text()
  const art = text
    ? inkTexture(
        labelPrint(text, area.width / area.height, { title: "", small: "" }),
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
          translate(cylinder(0.03, 1.2), [-1.25, 1.2, -0.02]),
          translate(cylinder(0.03, 1.2), [1.25, 1.2, -0.02]),
          capsule([-1.3, 2.2, -0.02], [1.3, 2.2, -0.02], 0.03),
          translate(box([0.05, 0.03, 0.4], 0.02), [-1.25, 0.03, 0]),
          translate(box([0.05, 0.03, 0.4], 0.02), [1.25, 0.03, 0]),
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
      ? printOf(
          kit.look.pattern && kit.look.pattern !== "ribbed" ? kit.look.pattern : "ankara",
          i === 0 || own.length > 0 ? rotated(own, i) : (sets[i] ?? []),
        )
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
