import { linear, type Rgb, scale } from "#imaging/render/language/colours.ts"
import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { rod } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import { clothMesh, creases } from "./drape.ts"
import { onTrunk, type Row, type Trunk, trunkDrape } from "./garment.ts"
import { buttonsOn, tailor } from "./pieces.ts"
import { rail } from "./stands.ts"

const waist = 2.0
const crotch = 1.42
/** How much narrower a grown person's cut is than the outline below. */
const slim = 0.9

/** Where the cloth of one leg runs: height, middle, half width, half depth. */
interface Cut {
  hem: number
  knee: number
  end: number
}

/** One leg with its half of the seat: a half body above the crotch that becomes a tube below it. */
function leg(side: 1 | -1, { hem, knee, end }: Cut, fold: (a: number, y: number) => number): Mesh {
  const shape = (y: number): [number, number, number] => {
    const down = Math.max(0, (crotch - y) / (crotch - hem))
    const half = down < 0.5 ? 0.225 + (knee - 0.225) * down * 2 : knee + (end - knee) * (down - 0.5) * 2
    return [half + 0.012 + 0.03 * down, half, 0.62 * half + 0.02]
  }
  const seat = (y: number): [number, number] => {
    const t = Math.max(0, Math.min(1, (waist - y) / (waist - crotch)))
    return [0.36 + 0.1 * Math.sin(t * 1.75), 0.125 + 0.05 * Math.sin(t * 1.9)]
  }
  return clothMesh(
    (u, v) => {
      const y = hem + (waist - hem) * v
      const w = side === 1 ? u : 1 - u
      const t = Math.min(1, w / 0.8)
      const inner = Math.max(0, (w - 0.8) / 0.2)
      const theta = Math.PI * t
      const [wide, deep] = seat(y)
      const out = fold(theta * side, y)
      const half: Vector3 = [
        Math.sin(theta) ** 0.8 * (wide + out) * (1 - inner),
        y,
        inner > 0
          ? -deep + 2 * deep * inner
          : Math.sign(Math.cos(theta)) * Math.abs(Math.cos(theta)) ** 0.75 * (deep + out),
      ]
      const [middle, across, through] = shape(y)
      const phi = inner > 0 ? Math.PI + 0.7 + inner * (Math.PI - 1.4) : -0.7 + t * (Math.PI + 1.4)
      const tube: Vector3 = [
        middle + Math.sin(phi) * (across + out),
        y,
        Math.sign(Math.cos(phi)) * Math.abs(Math.cos(phi)) ** 0.85 * (through + out),
      ]
      const below = smoothStep(crotch + 0.14, crotch - 0.12, y)
      return [
        side * slim * Math.max(0.002, half[0] + (tube[0] - half[0]) * below),
        y,
        half[2] + (tube[2] - half[2]) * below,
      ]
    },
    { across: 96, along: 110 },
  )
}

const stroke = (away: number, half: number): number => smoothStep(half, half * 0.4, Math.abs(away))

/** Denim: a twill, paler where it is worn, and its seams in ochre thread. */
function denim(under: Material, hem: number): Material {
  const thread: Rgb = linear("#b9793a")
  return {
    ...under,
    texture: (s, x, y, z, nx, ny, nz) => {
      under.texture?.(s, x, y, z, nx, ny, nz)
      const twill = Math.sin((x + y * 0.6) * 420)
      const worn =
        smoothStep(0.13, 0.02, Math.abs(Math.abs(x) - 0.24)) *
        (nz > 0 ? nz : 0) *
        smoothStep(0.5, 0.85, y) *
        smoothStep(1.62, 1.25, y)
      const k = 1 + twill * 0.05 + worn * 0.75
      const grey = (s.color[0] + s.color[1] + s.color[2]) / 3
      for (let i = 0; i < 3; i += 1)
        s.color[i] = Math.min(0.9, ((s.color[i] ?? 0) * 0.66 + grey * 0.34) * k + worn * 0.012)
      if (nz < 0.1) return
      const pocket = Math.hypot((Math.abs(x) - 0.4) / 0.19, (y - waist + 0.09) / 0.26)
      const fly = x > 0.02 && y > 1.62 ? x - 0.075 : Math.hypot(x, y - 1.62) - 0.075
      const line = Math.max(
        stroke((pocket - 1) * 0.2, 0.005),
        stroke((pocket - 1.09) * 0.2, 0.005),
        y < waist - 0.1 && y > 1.5 && x > -0.001 ? stroke(fly, 0.005) : 0,
        stroke(y - hem - 0.05, 0.006),
      )
      const dash = Math.sin((x * 0.8 + y) * 260) > -0.4 ? line : line * 0.25
      for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) + ((thread[i] ?? 0) - (s.color[i] ?? 0)) * dash
    },
  }
}

/** Jeans or cloth trousers, hung by the waistband from a clothes rail. */
export function trousers(kit: Kit): Model {
  const words = [...kit.look.words, kit.word].join(" ")
  const isDenim = /jean|denim/.test(words)
  const isShort = /shorts|knicker/.test(words)
  const isWide = /palazzo|wide|baggy|flare/.test(words)
  const cut: Cut = {
    hem: isShort ? 0.98 : 0.07,
    knee: isShort ? 0.218 : isWide ? 0.235 : /skinny|slim/.test(words) ? 0.14 : 0.175,
    end: isShort ? 0.212 : isWide ? 0.29 : /skinny|slim/.test(words) ? 0.105 : 0.155,
  }
  const color = namedColour(kit.look) ?? (isDenim ? linear("#2c4a78") : linear("#b79b72"))
  const sew = tailor(kit, { kind: "fabric", color, scale: 2.2 })
  const [p, q] = [kit.random() * 6, kit.random() * 6]
  const worn = creases(kit.random, 0.03, 0.34, 0.4)
  const fold = (a: number, y: number): number => {
    const knee = Math.exp(-(((y - 0.85) / 0.14) ** 2))
    const ankle = isShort ? 0 : Math.exp(-(((y - 0.28) / 0.11) ** 2))
    return (
      worn(a, y) * smoothStep(waist, waist - 0.3, y) +
      0.011 * Math.sin(y * 42 + 1.5 * Math.sin(a * 2 + p)) * (knee * 0.6 + ankle * 0.75) +
      0.008 * Math.cos(a * 3 + q + y * 3) * smoothStep(crotch + 0.2, 0.6, y)
    )
  }
  const legs = sew.piece(() => joinMeshes(leg(1, cut, fold), leg(-1, cut, fold)))
  const body: SceneObject = isDenim ? { ...legs, material: denim(legs.material, cut.hem) } : legs
  const rows: readonly Row[] = [
    [waist - 0.12, 0.375 * slim, 0.138],
    [waist + 0.005, 0.366 * slim, 0.13],
  ]
  const band: Trunk = { rows, square: 0.76, hem: () => waist - 0.1, neck: () => waist + 0.004, fold: () => 0 }
  const loop = (a: number): Mesh =>
    clothMesh((u, v) => onTrunk(band, a + (u - 0.5) * 0.075, waist - 0.115 + 0.125 * v, 0.02), {
      across: 4,
      along: 4,
      isRing: false,
    })
  const loops = (): Mesh =>
    joinMeshes(clothMesh(trunkDrape(band, 0.008), { across: 96, along: 4 }), loop(0.75), loop(-0.75), loop(2.6))
  const clips = union(
    translate(box([0.035, 0.055, 0.05], 0.012), [-0.27, waist + 0.03, 0.06]),
    translate(box([0.035, 0.055, 0.05], 0.012), [0.27, waist + 0.03, 0.06]),
  )
  const bar = rod(
    [
      [-0.36, waist + 0.09, 0.02],
      [0.36, waist + 0.09, 0.02],
    ],
    0.014,
  )
  const steel = finish("steel", [0.6, 0.6, 0.6])
  return {
    pieces: [
      body,
      sew.piece(loops),
      meshPiece(
        () => buttonsOn([onTrunk(band, 0, waist - 0.048, 0.012)], 0.03),
        isDenim ? finish("copper", [0.9, 0.5, 0.3]) : { color: scale(color, 0.4), roughness: 0.3 },
      ),
      solid(union(clips, bar), steel),
      ...rail(kit, { half: 0.9, top: 2.42, neck: waist + 0.09 }),
    ],
    yaw: 0.16,
    sway: 0.14,
    needsNoStand: true,
    elevation: 0.06,
  }
}
