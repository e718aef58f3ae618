import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { MoodWord, PropWord } from "#imaging/render/language/scenery-words.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateX, rotateY, rotateZ, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder, ellipsoid, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "./finishes.ts"
import type { Palette } from "./palette.ts"

/** Where props may lie so that they never cover the product. */
export interface PropSpace {
  /** Half width of the product. */
  reach: number
  /** Radius of the podium below the product, null without one. */
  podium: number | null
  /** Height of the product. */
  tall: number
  palette: Palette
  random: () => number
}

interface PropPlaces extends PropSpace {
  /** Rows and sides that a prop lies on already. */
  taken: Set<string>
}

/** Builds one kind of prop in the given colour, if the prompt names one. */
type Prop = (space: PropPlaces, color: Rgb | null) => SceneObject[]

/** Props that suit a mood when the prompt names none. */
export function propsForMood(mood: MoodWord | null, random: () => number): PropWord[] {
  const sets: Readonly<Record<MoodWord | "none", PropWord[][]>> = {
    minimal: [[]],
    luxury: [["beads"], ["beads", "petals"], ["dried grass"]],
    rustic: [["dried grass", "pebbles"], ["dried grass"]],
    fresh: [["leaves", "citrus"], ["leaves"], ["petals", "leaves"]],
    festive: [
      ["gifts", "beads"],
      ["petals", "beads"],
    ],
    none: [["beads", "dried grass"], ["dried grass"], ["pebbles", "dried grass"], ["beads", "pebbles"], ["beads"]],
  }
  const choices = sets[mood ?? "none"]
  return choices[Math.floor(random() * choices.length)] ?? []
}

/** All pieces of the named props. */
export function makeProps(names: readonly { name: PropWord; color: Rgb | null }[], space: PropSpace): SceneObject[] {
  const taken = new Set<string>()
  return names.slice(0, 3).flatMap(({ name, color }) => makers[name]({ ...space, taken }, color))
}

const thing = (shape: Shape, material: Material): SceneObject => ({ geometry: { kind: "field", shape }, material })

/** A side by chance, or the other one where something lies in that row already. */
function freeSide({ random, taken }: PropPlaces, row: "front" | "back"): number {
  const side = random() < 0.5 ? -1 : 1
  const free = taken.has(`${row} ${side}`) ? -side : side
  taken.add(`${row} ${free}`)
  return free
}

/** A place beside the product: on the floor, and outside everything it stands on. */
function beside(space: PropSpace, side: number, outward: number, forward: number): Vector3 {
  if (space.podium === null) return [side * (space.reach + outward), 0, forward]
  const edge = Math.sqrt(Math.max(0, (space.podium + 0.22) ** 2 - forward ** 2))
  return [side * (Math.max(space.reach, edge) + outward * 0.8), 0, forward]
}

const pebbles: Prop = (space, color) => {
  const { random } = space
  const side = freeSide(space, "front")
  return [0.2, 0.13, 0.09].map((size, i) => {
    const at = beside(space, side, 0.3 + i * 0.21, 0.34 + (i % 2) * 0.24)
    const flat = size * 0.62
    const shape = rotateY(ellipsoid([size, flat, size * 0.8]), random() * 3)
    const tone = color ?? mix(space.palette.pale, linear("#8d8378"), 0.25 + 0.5 * random())
    return thing(translate(shape, [at[0], at[1] + flat * 0.96, at[2]]), finish("stone", tone))
  })
}

const beads: Prop = (space, color) => {
  const side = freeSide(space, "front")
  const gold = finish("gold", [1, 0.7, 0.3])
  return [0.17, 0.09].map((size, i) => {
    const at = beside(space, side, 0.24 + i * 0.27, 0.3 + i * 0.24)
    const material = i === 0 ? (color ? finish("glossy", color) : gold) : finish("ceramic", color ?? space.palette.pale)
    return thing(translate(sphere(size), [at[0], at[1] + size, at[2]]), material)
  })
}

const driedGrass: Prop = (space, color) => {
  const { random } = space
  const side = random() < 0.5 ? -1 : 1
  const tone = color ?? mix(linear("#e5d3ae"), space.palette.pale, 0.3)
  // The frame around wide things has less room at its sides.
  const aside = space.tall > space.reach * 1.6 ? 0.75 : 0.4
  const root: Vector3 = space.podium === null ? [side * (space.reach + aside), 0, -0.9] : [side * space.podium, 0, -1.5]
  const stems: Shape[] = []
  const heads: Shape[] = []
  for (let i = 0; i < 7; i += 1) {
    const lean = (i - 3) * 0.11 + (random() - 0.5) * 0.1
    const high = Math.max(1.3, space.tall * 0.72) * (0.78 + random() * 0.4)
    const end: Vector3 = [root[0] + lean * 1.7 + side * 0.18, high, root[2] + (random() - 0.5) * 0.4]
    // A bow that leaves the ground upright.
    const at = (t: number): Vector3 => [
      root[0] + (end[0] - root[0]) * t ** 1.6,
      high * t,
      root[2] + (end[2] - root[2]) * t ** 1.6,
    ]
    for (let k = 0; k < 4; k += 1) stems.push(capsule(at(k / 4), at((k + 1) / 4), 0.012 - k * 0.0007))
    const tilt = Math.atan2((end[0] - root[0]) * 1.6, high)
    heads.push(translate(rotateZ(ellipsoid([0.05, 0.15, 0.05]), -tilt), end))
  }
  const material: Material = { color: tone, roughness: 0.85, specular: 0.02 }
  return [
    thing(union(...stems), material),
    thing(union(...heads), { ...material, color: mix(tone, [0.95, 0.9, 0.8], 0.35) }),
  ]
}

/** A fan palm leaf that leans in from behind. */
const leaves: Prop = (space, color) => {
  const { random } = space
  const side = random() < 0.5 ? -1 : 1
  const tone = color ?? linear("#3f6b3a")
  const blades: Shape[] = []
  const root: Vector3 = [side * (space.reach + 0.95), 0.02, -0.85]
  for (let i = 0; i < 9; i += 1) {
    const angle = (i - 4) * 0.24
    const long = 0.62 - Math.abs(i - 4) * 0.045
    const blade = translate(ellipsoid([0.075, long, 0.012]), [0, long, 0])
    blades.push(translate(rotateZ(rotateX(blade, -0.1), -angle), [0, Math.max(0.7, space.tall * 0.42), 0]))
  }
  const stem = capsule([0, 0, 0], [0, Math.max(0.7, space.tall * 0.42), 0], 0.022)
  const fan = translate(rotateZ(union(stem, ...blades), side * -0.24), root)
  const material: Material = {
    color: tone,
    roughness: 0.42,
    specular: 0.045,
    texture: (s, x, y) => {
      const rib = 0.92 + 0.12 * Math.sin((x * 3 + y) * 40)
      for (let k = 0; k < 3; k += 1) s.color[k] = (s.color[k] ?? 0) * rib
    },
  }
  return [thing(fan, material)]
}

const petals: Prop = (space, color) => {
  const { random } = space
  const tone = color ?? linear("#d98a95")
  const shapes: Shape[] = []
  for (let i = 0; i < 12; i += 1) {
    const side = i % 2 ? -1 : 1
    const at = beside(space, side, 0.12 + random() * 0.75, 0.1 + random() * 0.75)
    const petal = rotateY(rotateX(ellipsoid([0.085, 0.014, 0.11]), (random() - 0.5) * 0.7), random() * 6)
    shapes.push(translate(petal, [at[0], at[1] + 0.03, at[2]]))
  }
  return [thing(union(...shapes), { color: tone, roughness: 0.6, specular: 0.03 })]
}

/** Halves and wheels of oranges or lemons. */
const citrus: Prop = (space, color) => {
  const side = freeSide(space, "front")
  const peel = color ?? linear("#e08a1e")
  const flesh = mix(peel, [0.98, 0.82, 0.4], 0.35)
  const whole = beside(space, side, 0.42, 0.1)
  const half = beside(space, side, 0.24, 0.55)
  const wheel: Material = {
    color: flesh,
    roughness: 0.32,
    texture: (s, x, y, z, _nx, ny) => {
      if (Math.abs(ny) < 0.5) return paint(s.color, peel)
      const r = Math.hypot(x, z)
      const sector = Math.abs(((Math.atan2(z, x) / (Math.PI * 2)) * 9 + 90) % 1) - 0.5
      if (r > 0.215) paint(s.color, peel)
      else if (r > 0.195 || r < 0.02 || Math.abs(sector) > 0.45) paint(s.color, [0.93, 0.86, 0.66])
      s.bump[0] += Math.sin(r * 90 + y) * 0.05
    },
    frame: { origin: half, yaw: 0 },
  }
  return [
    thing(translate(sphere(0.26), [whole[0], whole[1] + 0.26, whole[2]]), finish("leather", peel)),
    thing(translate(cylinder(0.235, 0.035, 0.02), [half[0], half[1] + 0.036, half[2]]), wheel),
  ]
}

function paint(color: [number, number, number], to: Rgb): void {
  color[0] = to[0]
  color[1] = to[1]
  color[2] = to[2]
}

const shells: Prop = (space, color) => {
  const tone = color ?? linear("#ecd9c2")
  return [-1, 1].map((side, i) => {
    const at = beside(space, side, 0.3 + i * 0.15, 0.45)
    const ribs: Shape[] = []
    for (let k = 0; k < 7; k += 1) {
      ribs.push(rotateY(translate(ellipsoid([0.045, 0.05, 0.16]), [0, 0.05, 0.14]), (k - 3) * 0.27))
    }
    return thing(translate(rotateY(union(...ribs), side * 0.6), at), { color: tone, roughness: 0.45 })
  })
}

const books: Prop = (space, color) => {
  const { random } = space
  const side = freeSide(space, "back")
  return [0, 1, 2].map((i) => {
    const tone = color ?? [space.palette.deep, space.palette.pale, linear("#6b4a3a")][i] ?? space.palette.deep
    const at = beside(space, side, 0.85, -0.6)
    const shape = rotateY(box([0.5, 0.075, 0.36], 0.015), (random() - 0.5) * 0.5)
    return thing(translate(shape, [at[0], 0.076 + i * 0.152, at[2]]), { color: tone, roughness: 0.7 })
  })
}

const gifts: Prop = (space, color) => {
  const { random } = space
  const side = freeSide(space, "back")
  const tone = color ?? space.palette.deep
  const at = beside(space, side, 0.6, -0.5)
  const turn = random()
  const parcel = translate(rotateY(box([0.32, 0.3, 0.32], 0.015), turn), [at[0], 0.3, at[2]])
  const ribbon = translate(
    rotateY(union(box([0.325, 0.305, 0.045], 0.01), box([0.045, 0.305, 0.325], 0.01), bow()), turn),
    [at[0], 0.3, at[2]],
  )
  return [thing(parcel, { color: tone, roughness: 0.6 }), thing(ribbon, finish("gold", [1, 0.7, 0.3]))]
}

function bow(): Shape {
  const loop = (side: number): Shape =>
    translate(rotateZ(rotateX(torus(0.09, 0.02), Math.PI / 2), side * 0.6), [side * 0.1, 0.38, 0])
  return union(loop(-1), loop(1), translate(sphere(0.045), [0, 0.32, 0]))
}

const candles: Prop = (space, color) => {
  const side = freeSide(space, "back")
  return [0.42, 0.26].flatMap((high, i) => {
    const at = beside(space, side, 0.4 + i * 0.36, -0.5 + i * 0.5)
    const wax = finish("wax", color ?? linear("#efe4cf"))
    const flame: Material = { color: [1, 0.8, 0.5], roughness: 0.5, emission: [14, 7.5, 2.2] }
    return [
      thing(translate(cylinder(0.14, high / 2, 0.02), [at[0], high / 2, at[2]]), wax),
      thing(translate(ellipsoid([0.025, 0.06, 0.025]), [at[0], high + 0.09, at[2]]), flame),
    ]
  })
}

const cinnamon: Prop = (space) => {
  const side = freeSide(space, "front")
  const at = beside(space, side, 0.35, 0.45)
  const stick = (y: number, turn: number): Shape =>
    translate(rotateY(rotateZ(cylinder(0.055, 0.34, 0.01), Math.PI / 2), turn), [at[0], y, at[2]])
  return [thing(union(stick(0.056, 0.3), stick(0.16, -0.35)), finish("wood", linear("#8a4f2a")))]
}

/** A folded cloth that lies beside and partly below the product's edge. */
const cloth: Prop = (space, color) => {
  const side = freeSide(space, "back")
  const tone = color ?? space.palette.pale
  const folds: Shape[] = []
  for (let i = 0; i < 4; i += 1) {
    folds.push(
      translate(rotateY(box([0.46 - i * 0.012, 0.045, 0.34 - i * 0.01], 0.043), i * 0.03), [0, 0.045 + i * 0.084, 0]),
    )
  }
  const at = beside(space, side, 0.62, -0.45)
  return [thing(translate(rotateY(union(...folds), side * 0.5), [at[0], 0, at[2]]), finish("linen", tone))]
}

const makers: Readonly<Record<PropWord, Prop>> = {
  pebbles,
  "dried grass": driedGrass,
  leaves,
  petals,
  beads,
  cloth,
  books,
  citrus,
  cinnamon,
  shells,
  gifts,
  candles,
  smoke: () => [],
}
