import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { cords } from "#imaging/render/mesh/cord.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { type Mesh, mapMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import { egg } from "#imaging/render/mesh/scatter.ts"
import type { Material, SceneObject, Texture } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { fractalTable, smoothStep } from "#imaging/render/trace/noise.ts"

/** Height and thickness of a body by share of the way from mouth to tail, world units. */
type Build = readonly (readonly [share: number, high: number, thick: number])[]

/** A fish that lies on its side: x from the mouth at −1 to the tail, z from the back to the belly, y up. */
interface Species {
  build: Build
  back: Rgb
  side: Rgb
  belly: Rgb
  fin: Rgb
  /** Scales along its length; 0 for bare skin. */
  scales: number
  /** How deep its tail is forked, 0 to 1. */
  fork: number
  /** Fins of back and belly: from and to by share of the way, and how high. */
  dorsal: readonly [from: number, to: number, high: number]
  anal: readonly [from: number, to: number, high: number]
  hasBars?: boolean
  hasWhiskers?: boolean
}

const mackerel: Species = {
  build: [
    [0, 0.012, 0.012],
    [0.05, 0.075, 0.065],
    [0.14, 0.15, 0.125],
    [0.28, 0.215, 0.17],
    [0.42, 0.23, 0.175],
    [0.58, 0.195, 0.145],
    [0.74, 0.12, 0.09],
    [0.88, 0.055, 0.045],
    [1, 0.034, 0.028],
  ],
  back: linear("#1d4650"),
  side: linear("#b9c6c8"),
  belly: linear("#e9e8e0"),
  fin: linear("#5f6f70"),
  scales: 0,
  fork: 0.62,
  dorsal: [0.34, 0.48, 0.13],
  anal: [0.6, 0.72, 0.07],
  hasBars: true,
}

const tilapia: Species = {
  build: [
    [0, 0.02, 0.02],
    [0.04, 0.1, 0.07],
    [0.14, 0.24, 0.14],
    [0.3, 0.385, 0.18],
    [0.45, 0.405, 0.175],
    [0.62, 0.33, 0.14],
    [0.78, 0.2, 0.09],
    [0.9, 0.12, 0.055],
    [1, 0.115, 0.04],
  ],
  back: linear("#4b5248"),
  side: linear("#a3a596"),
  belly: linear("#dcd8c6"),
  fin: linear("#5a5f52"),
  scales: 34,
  fork: 0.08,
  dorsal: [0.26, 0.86, 0.16],
  anal: [0.62, 0.84, 0.13],
}

const croaker: Species = {
  ...tilapia,
  build: [
    [0, 0.02, 0.02],
    [0.05, 0.095, 0.08],
    [0.15, 0.2, 0.14],
    [0.3, 0.275, 0.175],
    [0.44, 0.28, 0.17],
    [0.6, 0.22, 0.13],
    [0.76, 0.13, 0.085],
    [0.9, 0.075, 0.05],
    [1, 0.07, 0.036],
  ],
  back: linear("#6e6a5c"),
  side: linear("#c0bcae"),
  belly: linear("#ece6d6"),
  fin: linear("#9a8a5c"),
  scales: 46,
  fork: 0.14,
  dorsal: [0.3, 0.86, 0.12],
  anal: [0.66, 0.78, 0.1],
}

const catfish: Species = {
  build: [
    [0, 0.07, 0.06],
    [0.02, 0.12, 0.09],
    [0.08, 0.165, 0.12],
    [0.2, 0.185, 0.15],
    [0.3, 0.18, 0.16],
    [0.5, 0.165, 0.13],
    [0.7, 0.13, 0.09],
    [0.88, 0.085, 0.05],
    [1, 0.06, 0.034],
  ],
  back: linear("#2f2e29"),
  side: linear("#5d594c"),
  belly: linear("#c9c2ae"),
  fin: linear("#383630"),
  scales: 0,
  fork: -0.35,
  dorsal: [0.34, 0.95, 0.1],
  anal: [0.5, 0.95, 0.085],
  hasWhiskers: true,
}

/** What smoke makes of a fish: dark and dull, and bent where it was so on the rack. */
interface Cure {
  tone: Rgb
  char: Rgb
  /** Radians that it is bent by from mouth to tail. */
  bend: number
}

function cureOf(words: string): Cure | null {
  const isRing = /catfish|cat fish/.test(words)
  if (!/smoked|dried|dry/.test(words)) return null
  return { tone: linear("#4c2c13"), char: linear("#1b0f08"), bend: isRing ? 4.2 : 0.35 }
}

const bodyLength = 1.74

/** Smooth curve through a build's points at a share of the way. */
function measuresAt(build: Build, share: number): readonly [high: number, thick: number] {
  const at = build.findIndex(([to]) => to >= share)
  const i = Math.max(0, (at === -1 ? build.length - 1 : at) - 1)
  const [a, b] = [build[i], build[i + 1]]
  if (!a || !b) return [0, 0]
  const [before, after] = [build[i - 1] ?? a, build[i + 2] ?? b]
  const wide = b[0] - a[0]
  const t = Math.min(1, Math.max(0, (share - a[0]) / wide))
  const curve = (k: 1 | 2): number => {
    const from = before === a ? (b[k] - a[k]) * 1.6 : ((b[k] - before[k]) / (b[0] - before[0])) * wide
    const to = after === b ? b[k] - a[k] : ((after[k] - a[k]) / (after[0] - a[0])) * wide
    const [t2, t3] = [t * t, t * t * t]
    return (2 * t3 - 3 * t2 + 1) * a[k] + (t3 - 2 * t2 + t) * from + (3 * t2 - 2 * t3) * b[k] + (t3 - t2) * to
  }
  return [Math.max(0.002, curve(1)), Math.max(0.002, curve(2))]
}

/** Heights by share of the way as a table: a texture asks millions of times. */
function heightTable(build: Build): (share: number) => number {
  const last = 255
  const table = Float64Array.from({ length: last + 1 }, (_, i) => measuresAt(build, i / last)[0])
  return (share) => table[Math.round(Math.min(1, Math.max(0, share)) * last)] ?? 1
}

/** Where a fish lies: bent along an arc, turned, and moved. */
interface Course {
  place(p: Vector3): Vector3
  /** Back from a place on the ground to what is along and across the fish. */
  find(x: number, z: number): readonly [number, number]
}

function courseOf({ at, turn, bend }: { at: readonly [number, number]; turn: number; bend: number }): Course {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const per = bend / bodyLength
  const radius = per === 0 ? 0 : 1 / per
  return {
    place([x, y, z]) {
      const [bx, bz] =
        per === 0 ? [x, z] : [Math.sin(x * per) * (radius + z), Math.cos(x * per) * (radius + z) - radius]
      return [bx * c + bz * s + at[0], y, bz * c - bx * s + at[1]]
    },
    find(px, pz) {
      const [dx, dz] = [px - at[0], pz - at[1]]
      const [x, z] = [dx * c - dz * s, dz * c + dx * s]
      if (per === 0) return [x, z]
      return [Math.atan2(x, z + radius) / per, Math.hypot(x, z + radius) - radius]
    },
  }
}

const shareOf = (x: number): number => (x + 1) / bodyLength
const along = (share: number): number => share * bodyLength - 1

function bodyMesh({ build }: Species): Mesh {
  const [steps, around] = [96, 64]
  const sections = Array.from({ length: steps + 1 }, (_, j) => {
    const share = (j / steps) ** 1.25
    const [high, thick] = measuresAt(build, share)
    const x = along(share)
    return Array.from({ length: around }, (_, i): Vector3 => {
      const a = (i / around) * Math.PI * 2
      const [c, s] = [Math.cos(a), Math.sin(a)]
      // Sharper toward the back and the belly than an egg; the side that it lies on is pressed flat.
      const flat = s < 0 ? 0.82 : 1
      return [x, thick * 0.86 + Math.sign(s) * Math.abs(s) ** 1.15 * thick * flat, -c * high]
    })
  })
  return loft(sections)
}

/** A sheet with rays between two edges: `root` and `rim` by share of the way. */
function finMesh(root: (u: number) => Vector3, rim: (u: number) => Vector3, rays: number): Mesh {
  const [across, up] = [rays * 6, 8]
  const row = (v: number, side: number): Vector3[] =>
    Array.from({ length: across + 1 }, (_, i) => {
      const u = i / across
      const [a, b] = [root(u), rim(u)]
      const mid = (k: 0 | 1 | 2): number => a[k] + (b[k] - a[k]) * v
      const ray = 0.0035 * Math.cos(u * rays * Math.PI * 2) * Math.min(1, v * 3)
      return [mid(0), mid(1) + ray + side * 0.006 * (1 - v * 0.7), mid(2)]
    })
  const rows = Array.from({ length: up + 1 }, (_, j) => j / up)
  const above = rows.map((v) => row(v, 1))
  const below = rows.map((v) => row(v, -1)).reverse()
  return loft([...above, ...below], { isRing: false })
}

function finsOf(species: Species): Mesh[] {
  const { build, fork, dorsal, anal } = species
  const [, stem] = measuresAt(build, 1)
  const end = along(0.985)
  const root = measuresAt(build, 1)[0]
  const reach = fork < 0 ? 0.27 : 0.36
  const tail = finMesh(
    (u) => [end, stem * 0.86, (u - 0.5) * 2 * root * 0.96],
    (u) => {
      const v = (u - 0.5) * 2
      const far = fork < 0 ? 1 + fork * v * v : 1 - fork * (1 - Math.abs(v) ** 1.3)
      const wide = fork < 0 ? root + 0.13 : root + 0.22 + 0.1 * Math.max(0, fork)
      return [end + reach * far, 0.035 + 0.018 * Math.cos(v * 5), v * wide * (fork < 0 ? 0.9 : 1)]
    },
    15,
  )
  const edge = ([from, to, high]: readonly [number, number, number], side: 1 | -1): Mesh =>
    finMesh(
      (u) => {
        const share = from + (to - from) * u
        const [h, thick] = measuresAt(build, share)
        return [along(share), thick * 0.86, side * h * 0.95]
      },
      (u) => {
        const share = from + (to - from) * u
        const [h, thick] = measuresAt(build, share)
        const tall = high * Math.min(1, u * 7, (1 - u) * 4 + 0.25) * (1 - u * 0.25)
        return [along(share) + tall * 0.45, Math.max(0.012, thick * 0.86 - tall * 0.25), side * (h + tall)]
      },
      Math.round((to - from) * 40),
    )
  const [armHigh, armThick] = measuresAt(build, 0.3)
  const arm = finMesh(
    (u) => [along(0.27), armThick * 1.83, armHigh * (0.16 + u * 0.16)],
    (u) => {
      const v = (u - 0.5) * 2
      return [along(0.27) + 0.27 - 0.06 * v * v, armThick * 1.83 + 0.012, armHigh * 0.24 + v * 0.075 + 0.05]
    },
    8,
  )
  return [tail, edge(dorsal, -1), edge(anal, 1), arm]
}

/** Skin by place along and across: a dark back, a pale belly, gill cover, mouth and scales. */
function skin(species: Species, cure: Cure | null, named: Rgb | null, course: Course): Texture {
  const { build, scales, hasBars } = species
  const tint = (color: Rgb): Rgb => (named ? mix(color, named, 0.72) : color)
  const [back, side, belly] = cure
    ? [mix(cure.tone, cure.char, 0.45), cure.tone, mix(cure.tone, linear("#c98d4a"), 0.35)]
    : [tint(species.back), tint(species.side), species.belly]
  const table = fractalTable(6, 1)
  const highAt = heightTable(build)
  return (s, px, py, pz) => {
    const [x, z] = course.find(px, pz)
    const share = shareOf(x)
    // −1 at the back, 1 at the belly.
    const across = z / highAt(share)
    const blotch = table.at(x * 3 + 7, z * 3) - 0.5
    const fine = table.at(x * 14, z * 14 + py * 5) - 0.5
    const dark = 1 - smoothStep(-0.5, 0.12, across + blotch * 0.5)
    const pale = smoothStep(0.35, 0.9, across + blotch * 0.3)
    let shade = 1 + fine * 0.35
    if (hasBars && !cure) {
      const wave = Math.sin(x * 34 + across * 5 + blotch * 9 + Math.sin(across * 9) * 0.8)
      shade *= 1 - 0.75 * smoothStep(0.1, 0.5, wave) * (1 - smoothStep(-0.2, 0.12, across))
    }
    const gillAt = 0.235 + 0.035 * Math.cos(across * 1.5)
    const gill = Math.exp(-(((share - gillAt) / 0.006) ** 2)) * (1 - smoothStep(0.55, 0.85, Math.abs(across)))
    const jaw = Math.exp(-(((across - 0.12 - share * 2.2) / 0.07) ** 2)) * (1 - smoothStep(0.05, 0.085, share))
    shade *= 1 - 0.6 * gill - 0.75 * jaw
    s.bump[0] += gill * (share > gillAt ? -0.7 : 0.7)
    if (scales > 0 && share > gillAt) {
      const [u, v] = [share * scales, z * scales * 1.1]
      const shift = Math.floor(v) % 2 === 0 ? 0 : 0.5
      const [du, dv] = [u + shift - Math.floor(u + shift), v - Math.floor(v) - 0.5]
      const rim = smoothStep(0.55, 0.98, Math.hypot(du, dv * 1.3))
      shade *= 1 - 0.3 * rim
      s.bump[0] += (du - 0.5) * 0.32
      s.bump[2] += dv * 0.26
    }
    const burnt = cure ? smoothStep(0.02, 0.3, blotch + fine * 0.4) * 0.75 : 0
    for (let i = 0; i < 3; i += 1) {
      const base =
        (side[i] ?? 0) * (1 - dark) * (1 - pale) + (back[i] ?? 0) * dark + (belly[i] ?? 0) * pale * (1 - dark)
      s.color[i] = (base * (1 - burnt) + (cure?.char[i] ?? 0) * burnt) * shade
    }
    if (!cure) {
      // Silver turns a little pink and green.
      const sheen = 0.06 * (1 - dark) * Math.sin(x * 5 + z * 11)
      s.color[0] *= 1 + sheen
      s.color[1] *= 1 - sheen * 0.6
      return
    }
    s.bump[0] += fine * 1.1
    s.bump[2] += (table.at(z * 14 + 3, x * 9) - 0.5) * 1.1
  }
}

function oneFish(species: Species, cure: Cure | null, named: Rgb | null, course: Course): SceneObject[] {
  const laid = (mesh: Mesh, crease: number): Mesh => smoothMesh(mapMesh(mesh, course.place), crease)
  const fin = cure ? mix(cure.char, cure.tone, 0.25) : named ? mix(species.fin, named, 0.6) : species.fin
  const [eyeHigh, eyeThick] = measuresAt(species.build, 0.105)
  const eyeAt: Vector3 = [along(0.105), eyeThick * 1.62, -eyeHigh * 0.3]
  const big = species.hasWhiskers ? 0.024 : 0.04
  const ball = (size: number, up: number): Mesh => {
    const { positions, triangles } = egg([size, size * 0.42, size], 24, 14)
    return mapMesh({ positions, triangles }, ([x, y, z]) => [x + eyeAt[0], y + eyeAt[1] + up, z + eyeAt[2]])
  }
  const wet: Material = {
    color: species.side,
    roughness: cure ? 0.62 : 0.24,
    specular: cure ? 0.03 : 0.09,
    texture: skin(species, cure, named, course),
  }
  const whiskers: Vector3[][] = [-0.7, -0.35, 0.35, 0.7].map((side, n) =>
    Array.from({ length: 18 }, (_, i): Vector3 => {
      const t = i / 17
      return [
        -0.985 - 0.2 * Math.sin(t * 2.4) + 0.2 * t * t,
        0.06 * (1 - t) + 0.012,
        side * 0.1 + Math.sign(side) * t * (0.22 + 0.05 * (n % 2)),
      ]
    }),
  )
  return [
    meshPiece(() => laid(bodyMesh(species), 70), wet),
    ...finsOf(species).map((mesh) =>
      meshPiece(() => laid(mesh, 70), { color: fin, roughness: cure ? 0.62 : 0.4, specular: 0.04 }),
    ),
    meshPiece(() => laid(ball(big * 1.45, 0), 180), {
      color: cure ? cure.char : linear("#b9a878"),
      roughness: 0.25,
      specular: 0.05,
    }),
    meshPiece(() => laid(ball(big, big * 0.28), 180), {
      color: cure ? linear("#d8cdb6") : linear("#0c0c0d"),
      roughness: cure ? 0.6 : 0.05,
      specular: 0.06,
    }),
    ...(species.hasWhiskers
      ? [
          meshPiece(
            () =>
              laid(
                cords(whiskers, (t) => 0.009 * (1 - t * 0.75)),
                180,
              ),
            {
              color: cure ? cure.char : linear("#2b2a26"),
              roughness: 0.5,
            },
          ),
        ]
      : []),
  ]
}

function speciesOf(words: string): Species {
  if (/mackerel|titus/.test(words)) return mackerel
  if (/catfish|cat fish/.test(words)) return catfish
  return /tilapia/.test(words) ? tilapia : croaker
}

/** Fish lying beside one another: fresh with their sheen, or smoked. Catfish are smoked bent to a ring. */
export function fish(kit: Kit): Model {
  const words = [kit.word, ...kit.look.words].join(" ")
  const species = speciesOf(words)
  const cure = cureOf(words)
  const [deepest] = measuresAt(species.build, 0.4)
  const isRing = (cure?.bend ?? 0) > 3
  const apart = isRing ? 1.25 : deepest * 2 + 0.16
  const rows = Math.ceil(Math.sqrt(kit.count))
  const courses = Array.from({ length: kit.count }, (_, i) => {
    const bend = (cure?.bend ?? 0.1) * (0.9 + kit.random() * 0.2)
    const middle: readonly [number, number] = isRing
      ? [((i % rows) - (rows - 1) / 2) * apart, (Math.floor(i / rows) - (Math.ceil(kit.count / rows) - 1) / 2) * apart]
      : [(kit.random() - 0.5) * 0.12, (i - (kit.count - 1) / 2) * apart]
    return courseOf({ at: middle, turn: (kit.random() - 0.5) * (isRing ? 2 : 0.1), bend })
  })
  return {
    pieces: courses.flatMap((course) => oneFish(species, cure, namedColour(kit.look), course)),
    yaw: 0.25,
    sway: 0.12,
    elevation: 0.95,
    leastElevation: 0.42,
    needsNoStand: true,
  }
}
