import { linear } from "#imaging/render/language/colours.ts"
import { cords, cross, unit } from "#imaging/render/mesh/cord.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Material } from "#imaging/render/scene/scene.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { rotateX, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { cone, cylinder, ellipsoid } from "#imaging/render/sdf/solids.ts"
import { randomFrom } from "#imaging/render/settings/chance.ts"
import { hairTexture } from "#imaging/render/settings/textures.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { lazyMesh } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { type Ball, fall, type Growth, type Ribbon, ribbons } from "./strands.ts"

const cranium: Ball = { middle: [0, 1.52, -0.04], half: [0.36, 0.41, 0.43] }
const jaw: Ball = { middle: [0, 1.26, 0.08], half: [0.27, 0.34, 0.29] }
const throat: Ball = { middle: [0, 0.86, -0.02], half: [0.2, 0.5, 0.2] }
const head = [cranium, jaw, throat]

type Style = "straight" | "wavy" | "curly" | "braided"

/** A wig on a display head without a face: straight, wavy, curly or in braids, parted in the middle. */
export function wig(kit: Kit): Model {
  const said = [kit.word, ...kit.look.words].join(" ")
  const style: Style = /braid/.test(said)
    ? "braided"
    : /curl|kinky|afro/.test(said)
      ? "curly"
      : /wav/.test(said)
        ? "wavy"
        : "straight"
  const isBob = /bob/.test(said)
  const isShort = /pixie|short/.test(said)
  const end = isShort ? 1.18 : isBob ? 0.98 : /long|bone/.test(said) ? 0.08 : 0.34
  const color = namedColour(kit.look) ?? linear("#17110e")
  const hair: Material = {
    color,
    roughness: 0.36,
    specular: 0.06,
    texture: hairTexture(style === "straight" ? 1 : 0.6),
  }
  const skin = kit.of("legs", { kind: "matte", color: linear("#e6dccf") })
  const random = randomFrom(`hair ${kit.random()}`)
  return {
    pieces: [
      solid(displayHead(), skin),
      {
        geometry: lazyMesh(() => (style === "braided" ? braids(random, end) : loose(random, style, end))),
        material: hair,
      },
      // Between the strands one sees hair, not the head.
      solid(cap(), { color: [color[0] * 0.5, color[1] * 0.5, color[2] * 0.5], roughness: 0.8, specular: 0.02 }),
    ],
    yaw: 0.32,
    sway: 0.12,
    elevation: 0.08,
    needsNoStand: true,
  }
}

function displayHead(): Shape {
  const ball = ({ middle, half }: Ball): Shape => translate(ellipsoid([...half]), middle)
  const nose = translate(rotateX(ellipsoid([0.04, 0.09, 0.09]), -0.25), [0, 1.36, 0.36])
  const neck = translate(cone(0.24, 0.19, 0.16, 0.02), [0, 0.98, -0.02])
  return union(
    smoothUnion(0.14, smoothUnion(0.1, ball(cranium), ball(jaw)), neck, nose),
    translate(cylinder(0.21, 0.02, 0.015), [0, 0.74, -0.02]),
    translate(cylinder(0.035, 0.36), [0, 0.38, -0.02]),
    translate(cylinder(0.36, 0.025, 0.02), [0, 0.03, -0.02]),
  )
}

/** What the hair is sewn to. */
function cap(): Shape {
  const shell = translate(ellipsoid([0.378, 0.428, 0.448]), cranium.middle)
  return {
    bounds: { min: [-0.38, 1.3, -0.5], max: [0.38, 1.96, 0.3] },
    distance: (p) => translate(shell, [0, 0.012, -0.03]).distance(p),
  }
}

/** Where strands grow: along the parting to both sides, and around the crown to the back. */
function growth(random: () => number, away: number, end: number): Growth {
  const side = random() < 0.5 ? -1 : 1
  const { middle, half } = cranium
  if (random() < 0.52) {
    const z = 0.33 - random() * 0.5
    const up = Math.sqrt(Math.max(0.05, 1 - (z / half[2]) ** 2))
    const root: Vector3 = [side * 0.012, middle[1] + half[1] * up + 0.015, middle[2] + z]
    return { root, toward: unit([side, 0.12, -0.18 - 0.5 * Math.max(0, z)]), away, end }
  }
  const a = (random() - 0.5) * Math.PI * 1.08
  const z = -0.1 - random() * 0.14
  const up = Math.sqrt(1 - (z / half[2]) ** 2)
  const root: Vector3 = [Math.sin(a) * 0.05, middle[1] + half[1] * up + 0.015, middle[2] + z]
  return { root, toward: unit([Math.sin(a), 0, -Math.cos(a)]), away, end }
}

const volumes = { straight: [0.02, 0.07], wavy: [0.03, 0.13], curly: [0.04, 0.26] } as const

function loose(random: () => number, style: "straight" | "wavy" | "curly", end: number): Mesh {
  const [least, more] = volumes[style]
  const list: Ribbon[] = []
  const clumps = style === "straight" ? 700 : 420
  const each = style === "straight" ? 2 : style === "wavy" ? 4 : 5
  for (let c = 0; c < clumps; c += 1) {
    const away = least + more * random()
    const way = fall(growth(random, away, end + random() ** 2 * 0.16), head)
    const phase = random() * 6.28
    const swing = Math.atan2(way.at(-1)?.[0] ?? 0, way.at(-1)?.[2] ?? 0)
    for (let k = 0; k < each; k += 1) {
      const [ox, oz] = [(random() - 0.5) * 0.05, (random() - 0.5) * 0.05]
      const own = phase + (random() - 0.5) * 0.7
      const path = way.map((p, i): Vector3 => {
        const t = i / way.length
        const spread = Math.min(1, t * 3)
        const from: Vector3 = [p[0] + ox * spread, p[1], p[2] + oz * spread]
        if (style === "straight") return from
        const s = i * 0.055
        const isCurly = style === "curly"
        const high = (isCurly ? 0.042 : 0.036) * Math.min(1, t * 2.2)
        const turn = s * (isCurly ? 24 : 8.5) + (isCurly ? own : swing * 2 + own * 0.35)
        const out = unit([p[0], 0, p[2]])
        const aside: Vector3 = [-out[2], 0, out[0]]
        const [c1, s1] = [Math.cos(turn) * high, Math.sin(turn) * high * (isCurly ? 1 : 0.7)]
        return [from[0] + out[0] * c1 + aside[0] * s1, from[1], from[2] + out[2] * c1 + aside[2] * s1]
      })
      list.push({ path, half: (style === "curly" ? 0.006 : 0.011) + random() * 0.008, tilt: (random() - 0.5) * 1.1 })
    }
  }
  return ribbons(list)
}

/** Three cords that go over and under one another, many times. */
function braids(random: () => number, end: number): Mesh {
  const paths: Vector3[][] = []
  const count = 64
  for (let b = 0; b < count; b += 1) {
    const way = fall(growth(random, 0.03 + 0.09 * random(), end + random() * 0.1), head)
    const fine = refine(way, 2)
    const turned = random() * 6.28
    for (let k = 0; k < 3; k += 1) {
      paths.push(
        fine.map((p, i) => {
          const next = fine[i + 1] ?? p
          const before = fine[i - 1] ?? p
          const along = unit([next[0] - before[0], next[1] - before[1], next[2] - before[2]])
          const out = unit([p[0], 0.15, p[2]])
          const side = unit(cross(along, out))
          const turn = i * 0.62 + turned + (k * 2 * Math.PI) / 3
          const [across, over] = [Math.sin(turn) * 0.02, Math.sin(turn * 2) * 0.01]
          return [
            p[0] + side[0] * across + out[0] * over,
            p[1] + side[1] * across,
            p[2] + side[2] * across + out[2] * over,
          ]
        }),
      )
    }
  }
  return cords(paths, (t) => 0.0165 * Math.min(1, 4 * (1 - t) + 0.25))
}

/** Points between given ones, `steps` per span. */
function refine(path: readonly Vector3[], steps: number): Vector3[] {
  return path.flatMap((p, i) => {
    const q = path[i + 1]
    if (!q) return [p]
    return Array.from({ length: steps }, (_, k): Vector3 => {
      const t = k / steps
      return [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t]
    })
  })
}
