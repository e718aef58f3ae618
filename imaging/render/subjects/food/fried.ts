import { linear } from "#imaging/render/language/colours.ts"
import { egg, reshape, type SmoothMesh, type Spot } from "#imaging/render/mesh/scatter.ts"
import type { SceneObject, Texture } from "#imaging/render/scene/scene.ts"
import { rotateX, rotateZ, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { torus } from "#imaging/render/sdf/solids.ts"
import { place } from "#imaging/render/settings/placement.ts"
import { turned } from "#imaging/render/subjects/kit/forms.ts"
import { type Kit, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable, smoothStep } from "#imaging/render/trace/noise.ts"
import { browned } from "./sides.ts"
import { chunk, copies, pile, strew } from "./strew.ts"

const crust = (dark: string, scale: number, share: number): Texture => browned(linear(dark), scale, share)

/** Balls of dough or beans fried in oil. @param size radius of one, world units */
export function friedBalls(word: string, size: number, reach: number, random: () => number): SceneObject[] {
  const isAkara = /akara/.test(word)
  const table = fractalTable(4, 0)
  const ball = reshape(egg([1, 1, 1], 28, 20), ([x, y, z]) => {
    const k = size * (1 + (table.at(x * 1.3 + y, z * 1.3 - y * 0.7) - 0.5) * (isAkara ? 0.5 : 0.22))
    return [x * k, y * k * (isAkara ? 0.78 : 0.95), z * k]
  })
  return [
    copies(ball, pile(size, reach, random), {
      color: linear(isAkara ? "#c47a34" : "#b8702c"),
      roughness: 0.4,
      specular: 0.045,
      texture: crust(isAkara ? "#8a4118" : "#7c3f16", 3.2, 0.5),
    }),
  ]
}

/** A filled body, thick in the middle and thin at the rim. @param outline how far the rim is at a turn around y */
function pillow(outline: (turn: number) => number, thick: number, rim: number, crimps = 0): SmoothMesh {
  return reshape(egg([1, 1, 1], 68, 16), ([x, y, z]) => {
    const turn = Math.atan2(z, x)
    const share = Math.min(1, Math.hypot(x, z))
    const far = outline(turn) * share
    const edge = smoothStep(0.74, 0.84, share)
    const wave = crimps > 0 ? edge * 0.35 * Math.cos(turn * crimps) : 0
    const body = thick * Math.sqrt(Math.max(0, 1 - (share / 0.86) ** 2.4)) * (1 - edge)
    const half = (body + rim * (1 + wave)) * Math.min(1, Math.abs(y) * 6)
    return [Math.cos(turn) * far, Math.sign(y) * half, Math.sin(turn) * far]
  })
}

const triangle = (turn: number): number => {
  const third = (Math.PI * 2) / 3
  return 0.17 / Math.cos(((((turn % third) + third) % third) - third / 2) * 0.94)
}
const halfMoon = (turn: number): number => {
  const down = -Math.sin(turn)
  return down > 0.24 ? 0.1 / down : 0.42
}

const samosa = (): SmoothMesh => pillow(triangle, 0.085, 0.012)
const pie = (): SmoothMesh => pillow(halfMoon, 0.15, 0.032, 34)
const springRoll = (): SmoothMesh =>
  reshape(egg([1, 1, 1], 24, 18), ([x, y, z]) => {
    const around = Math.hypot(x, z)
    const wide = around < 1e-6 ? 0 : around ** 0.28 / around
    return [Math.sign(y) * Math.abs(y) ** 0.7 * 0.3, x * wide * 0.07, -z * wide * 0.075]
  })

const samosaSkin = { color: linear("#d69a44"), roughness: 0.4, texture: crust("#a65c1e", 4, 0.52) }
const rollSkin = { color: linear("#cf8a34"), roughness: 0.36, texture: crust("#9a5019", 4, 0.52) }

const lying = (at: Vector3, turn: number, lean: readonly [number, number] = [0, 0]): Spot => ({
  at,
  up: [lean[0], 1, lean[1]],
  turn,
  scale: 1,
})

/** Spring rolls, samosas and puff puff beside one another. */
function smallChops(random: () => number): SceneObject[] {
  const rolls = Array.from({ length: 5 }, (_, i) => {
    const [layer, k] = i < 3 ? [0, i - 1] : [1, i - 3.5]
    return lying([-0.34 + k * 0.05, 0.075 + layer * 0.128, -0.14 + k * 0.17], 0.35 + random() * 0.1)
  })
  const samosas = Array.from({ length: 5 }, (_, i) =>
    lying([0.24 + (i % 2) * 0.24, 0.1 + i * 0.04, -0.34 + i * 0.1], i * 1.3, [0.1 + i * 0.05, 0.5]),
  )
  const puffs = friedBalls("puff", 0.15, 0.3, random)
  return [
    copies(springRoll(), rolls, rollSkin),
    copies(samosa(), samosas, samosaSkin),
    ...place(puffs, { offset: [0.04, 0, 0.38], yaw: 0, scale: 1 }),
  ]
}

/** Fried and baked things in a small heap on y = 0, for a plate; null for other words. */
export function bakes(kit: Kit, word: string): SceneObject[] | null {
  const { random } = kit
  if (/small chop|finger food/.test(word)) return smallChops(random)
  if (/puff|akara/.test(word)) return friedBalls(word, 0.2, 0.5, random)
  if (/samosa/.test(word)) {
    const spots = Array.from({ length: 7 }, (_, i) => {
      const far = 0.17 * Math.sqrt(i)
      const [x, z] = [Math.cos(i * 2.4), Math.sin(i * 2.4)]
      return lying([x * far, 0.1 + (6 - i) * 0.03, z * far], i * 1.1, [x * 0.3, 0.25])
    })
    return [copies(samosa(), spots, samosaSkin)]
  }
  if (/spring roll/.test(word)) {
    const spots = Array.from({ length: 9 }, (_, i) => {
      const [layer, k] = i < 4 ? [0, i - 1.5] : i < 7 ? [1, i - 5] : [2, i - 7.5]
      return lying([(random() - 0.5) * 0.06, 0.075 + layer * 0.128, k * 0.17], 0.12 * (random() - 0.5))
    })
    return [copies(springRoll(), spots, rollSkin)]
  }
  if (/pie/.test(word)) {
    const spots = [
      lying([-0.26, 0.14, -0.2], 0.3),
      lying([0.26, 0.15, -0.14], -0.4, [0.1, 0]),
      lying([0, 0.26, 0.2], 0.1, [0, 0.5]),
    ]
    const skin = { color: linear("#d9a04c"), roughness: 0.3, specular: 0.05, texture: crust("#a8601f", 2.6, 0.55) }
    return [copies(pie(), spots, skin)]
  }
  if (/chin chin/.test(word)) return chinChin(random)
  if (/moi/.test(word)) return moiMoi()
  return /do(ugh)?nut/.test(word) ? doughnuts(kit, word) : null
}

/** Steamed bean pudding as it comes out of its cups, on a leaf. */
function moiMoi(): SceneObject[] {
  const pudding = turned(
    [
      [0.3, 0],
      [0.29, 0.1],
      [0.235, 0.36],
      [0.2, 0.42],
      [0.1, 0.44],
    ],
    2,
  )
  const skin = { color: linear("#c9793a"), roughness: 0.34, specular: 0.05, texture: crust("#a8501f", 5, 0.6) }
  const leaf = reshape(egg([1, 1, 1], 40, 12), ([x, y, z]) => [
    x * 0.78,
    0.012 + y * 0.006 + 0.05 * Math.abs(z) * (0.4 + x * x),
    z * 0.36 * (1 - 0.35 * x * x),
  ])
  const green = { color: linear("#3f6f2c"), roughness: 0.4, specular: 0.05 }
  const at = (x: number, z: number): SceneObject =>
    solid(translate(pudding, [x, 0.03, z]), { ...skin, frame: { origin: [x, 0, z], yaw: x * 3 } })
  return [copies(leaf, [lying([0, 0, 0], 0.5)], green), at(-0.27, -0.14), at(0.27, -0.1), at(0, 0.3)]
}

function chinChin(random: () => number): SceneObject[] {
  const heap = (x: number, z: number): number => 0.34 * Math.max(0, 1 - Math.hypot(x, z) / 0.66)
  const bit = chunk([0.05, 0.034, 0.046], [9, 6])
  const lie = (count: number): Spot[] => strew(random, { heap, radius: 0.62, count, lean: 1.2, above: 0.03 })
  return [
    copies(bit, lie(480), { color: linear("#c98a3c"), roughness: 0.5, texture: crust("#a2622a", 5, 0.5) }),
    copies(bit, lie(180), { color: linear("#dba658"), roughness: 0.5 }),
  ]
}

function doughnuts(kit: Kit, word: string): SceneObject[] {
  const glaze = namedColour(kit.look) ?? linear(/chocolate/.test(word) ? "#3a1d10" : "#efd9c2")
  const one = (at: Vector3, lean: number): SceneObject =>
    solid(translate(rotateX(rotateZ(torus(0.22, 0.125), lean * 0.3), lean), at), {
      color: linear("#c07a34"),
      roughness: 0.34,
      specular: 0.05,
      frame: { origin: at, yaw: 0 },
      texture: (s, x, y, z, _nx, ny) => {
        const wave = 0.06 * Math.sin(Math.atan2(z, x) * 5) + 0.03 * Math.sin(Math.atan2(z, x) * 11)
        const pale = 1 - smoothStep(0, 0.04, Math.abs(y + 0.01))
        const k = smoothStep(0.2, 0.28, ny + wave)
        for (let i = 0; i < 3; i += 1) {
          const dough = (s.color[i] ?? 0) + pale * ([0.25, 0.2, 0.1][i] ?? 0)
          s.color[i] = dough * (1 - k) + (glaze[i] ?? 0) * k
        }
        if (k > 0.5) s.roughness = 0.14
      },
    })
  return [
    one([-0.36, 0.125, -0.1], 0),
    one([0.36, 0.125, -0.12], 0),
    one([0, 0.125, 0.42], 0),
    one([0, 0.34, -0.02], 0.16),
  ]
}
