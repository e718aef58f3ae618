import { linear, mix } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { cut, union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, mirrorZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, roundCone } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"

const walnut = { kind: "wood" as const, color: linear("#7d4f2e") }
const brass = { kind: "brass" as const, color: linear("#cfae62") }

/** A case from the floor or from `low` up, with its inside of the given openings cut out from the front. */
function carcass(
  half: Vector3,
  low: number,
  openings: readonly { at: [number, number]; half: [number, number] }[],
): Shape {
  const middle = low + half[1]
  const whole = translate(box(half, 0.012), [0, middle, 0])
  return cut(whole, ...openings.map(({ at, half: [x, y] }) => translate(box([x, y, half[2]]), [at[0], at[1], 0.04])))
}

/** A door or a drawer's front that lies on the case, with a thin dark line around it. */
function front(x: number, y: number, half: [number, number], z: number, wood: Material): SceneObject {
  return solid(translate(box([half[0] - 0.007, half[1] - 0.007, 0.016], 0.008), [x, y, z]), wood)
}

/** An upright or a lying bar for pulling. */
const pull = (x: number, y: number, z: number, half: number, isUpright: boolean): Shape => {
  const [dx, dy] = isUpright ? [0, half] : [half, 0]
  return union(
    capsule([x - dx, y - dy, z + 0.06], [x + dx, y + dy, z + 0.06], 0.014),
    capsule([x - dx * 0.8, y - dy * 0.8, z], [x - dx * 0.8, y - dy * 0.8, z + 0.06], 0.01),
    capsule([x + dx * 0.8, y + dy * 0.8, z], [x + dx * 0.8, y + dy * 0.8, z + 0.06], 0.01),
  )
}

/** Tapered legs at the corners of a case. */
const legs = (x: number, z: number, high: number): Shape =>
  mirrorX(mirrorZ(roundCone([x - 0.12, high, z - 0.1], [x - 0.07, 0.03, z - 0.06], 0.045, 0.028)))

/** Wood with a figure as small as on furniture, or paint where the prompt names a colour and no wood. */
function boards(kit: Kit, grain: 0 | 1 = 0): Material {
  const isPainted = namedColour(kit.look) !== null && !kit.look.words.includes("brown")
  const made = kit.body({ kind: isPainted ? "matte" : "wood", color: walnut.color }, { grain })
  const { texture } = made
  return texture
    ? { ...made, texture: (s, x, y, z, ...normal) => texture(s, x * 2.1, y * 2.1, z * 2.1, ...normal) }
    : made
}

const large = { isLarge: true, sway: 0.1 }

/** A low stand for a television: open shelves in the middle, a door at each end. */
export function tvStand(kit: Kit): Model {
  const wood = boards(kit)
  const [x, y, z] = [1.3, 0.3, 0.36]
  const low = 0.24
  const middle = low + y
  const open = [middle + 0.138, middle - 0.138].map((at) => ({
    at: [0, at] as [number, number],
    half: [0.54, 0.112] as [number, number],
  }))
  return {
    pieces: [
      solid(carcass([x, y, z], low, open), wood),
      front(0.945, middle, [0.335, 0.265], z + 0.012, wood),
      front(-0.945, middle, [0.335, 0.265], z + 0.012, wood),
      solid(mirrorX(pull(0.7, middle, z + 0.02, 0.1, true)), kit.of("handle", brass)),
      solid(legs(x, z, low + 0.02), kit.of("legs", walnut, { grain: 1 })),
    ],
    yaw: 0.34,
    elevation: 0.16,
    ...large,
  }
}

/** A wardrobe: three tall doors, the middle one with a mirror, two drawers under them, a cornice and a plinth. */
export function wardrobe(kit: Kit): Model {
  const wood = boards(kit, 1)
  const [x, y, z] = [0.86, 1.1, 0.36]
  const third = (2 * x - 0.06) / 3
  const at = [-third, 0, third]
  const face = z + 0.012
  const mirror = kit.without("dial")
    ? []
    : [
        solid(
          translate(box([third / 2 - 0.05, 0.74, 0.006], 0.004), [0, 1.34, face + 0.016]),
          kit.of("dial", { kind: "chrome", color: linear("#e8ecec") }),
        ),
      ]
  return {
    pieces: [
      solid(translate(box([x, y - 0.03, z], 0.012), [0, y + 0.03, 0]), {
        ...wood,
        color: mix(wood.color, [0, 0, 0], 0.55),
      }),
      solid(translate(mirrorX(box([0.02, y - 0.02, z + 0.012], 0.01)), [0, y + 0.03, 0]), wood),
      solid(
        union(
          translate(box([x + 0.05, 0.045, z + 0.05], 0.02), [0, 2 * y + 0.03, 0.01]),
          translate(box([x + 0.02, 0.05, z + 0.02], 0.012), [0, 0.05, 0.005]),
          mirrorX(translate(box([0.016, y - 0.02, z + 0.01], 0.008), [x - 0.004, y + 0.03, 0])),
        ),
        wood,
      ),
      ...at.map((dx) => front(dx, 1.34, [third / 2, 0.82], face, wood)),
      ...[-1, 1].map((side) => front((side * (third * 1.5)) / 2, 0.31, [third * 0.75, 0.19], face, wood)),
      ...mirror,
      solid(
        union(
          pull(-third / 2 - 0.05, 1.3, face + 0.016, 0.13, true),
          pull(third / 2 + 0.05, 1.3, face + 0.016, 0.13, true),
          pull(-third * 0.75, 0.31, face + 0.016, 0.1, false),
          pull(third * 0.75, 0.31, face + 0.016, 0.1, false),
        ),
        kit.of("handle", brass),
      ),
    ],
    yaw: 0.4,
    elevation: 0.12,
    ...large,
  }
}

/** A sideboard: three drawers between two doors, on short legs. */
export function cabinet(kit: Kit): Model {
  const wood = boards(kit)
  const [x, y, z] = [1.2, 0.56, 0.36]
  const low = 0.26
  const middle = low + y
  const face = z + 0.012
  const rows = [middle + 0.345, middle, middle - 0.345]
  return {
    pieces: [
      solid(translate(box([x, y, z], 0.012), [0, middle, 0]), { ...wood, color: mix(wood.color, [0, 0, 0], 0.5) }),
      solid(
        union(
          translate(box([x + 0.03, 0.03, z + 0.03], 0.012), [0, middle + y + 0.015, 0.01]),
          mirrorX(translate(box([0.016, y, z + 0.01], 0.008), [x, middle, 0])),
        ),
        wood,
      ),
      ...[-0.8, 0.8].map((dx) => front(dx, middle, [0.38, y - 0.02], face, wood)),
      ...rows.map((dy) => front(0, dy, [0.41, 0.172], face, wood)),
      solid(
        union(
          mirrorX(pull(0.5, middle, face + 0.016, 0.12, true)),
          ...rows.map((dy) => pull(0, dy, face + 0.016, 0.12, false)),
        ),
        kit.of("handle", brass),
      ),
      solid(legs(x, z, low + 0.02), kit.of("legs", walnut, { grain: 1 })),
    ],
    yaw: 0.36,
    elevation: 0.16,
    ...large,
  }
}

/** A box of flat faces as a mesh: many of them are cheap. */
function block([x, y, z]: Vector3, [hx, hy, hz]: Vector3): Mesh {
  const ring = (dy: number): Vector3[] => [
    [x - hx, y + dy, z - hz],
    [x - hx, y + dy, z + hz],
    [x + hx, y + dy, z + hz],
    [x + hx, y + dy, z - hz],
  ]
  return loft([ring(-hy), ring(hy)])
}

/** An open bookcase of five shelves with books on them. */
export function bookshelf(kit: Kit): Model {
  const wood = boards(kit, 1)
  const [x, y, z] = [0.7, 1.1, 0.24]
  const room = (2 * y - 0.1) / 5
  const shelves = [0, 1, 2, 3, 4].map((i) => 0.08 + room * (i + 0.5))
  const openings = shelves.map((at) => ({
    at: [0, at] as [number, number],
    half: [x - 0.04, room / 2 - 0.022] as [number, number],
  }))
  const inks = [
    kit.palette.product,
    kit.palette.deep,
    kit.palette.pale,
    linear("#8c2f2a"),
    linear("#2d4a63"),
    linear("#c39a3f"),
  ]
  const books: Mesh[][] = inks.map(() => [])
  for (const [row, at] of shelves.entries()) {
    const floor = at - room / 2 + 0.022
    const fromRight = row % 2 === 1
    const full = 0.6 + kit.random() * 0.55
    let along = 0
    while (along < full) {
      const half = 0.018 + kit.random() * 0.02
      const tall = room * (0.28 + kit.random() * 0.12)
      const deep = 0.14 + kit.random() * 0.03
      const place = (along + half) * (fromRight ? -1 : 1) + (fromRight ? x - 0.05 : 0.05 - x)
      books[Math.floor(kit.random() * inks.length)]?.push(
        block([place, floor + tall, z - 0.05 - deep], [half - 0.0015, tall, deep]),
      )
      along += half * 2
    }
  }
  return {
    pieces: [
      solid(carcass([x, y, z], 0, openings), wood),
      ...inks.flatMap((ink, i): SceneObject[] => {
        const all = books[i] ?? []
        return all.length > 0
          ? [{ geometry: { kind: "mesh", mesh: joinMeshes(...all) }, material: finish("matte", ink) }]
          : []
      }),
    ],
    yaw: 0.4,
    elevation: 0.12,
    ...large,
  }
}
