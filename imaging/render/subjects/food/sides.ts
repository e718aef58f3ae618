import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import { placeMesh } from "#imaging/render/mesh/mesh.ts"
import { egg, reshape } from "#imaging/render/mesh/scatter.ts"
import type { SceneObject, Texture } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { rotateY, type Shape, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { capsule, sphere } from "#imaging/render/sdf/solids.ts"
import { solid } from "#imaging/render/subjects/kit/kit.ts"
import { fractalTable, smoothStep } from "#imaging/render/trace/noise.ts"
import { copies } from "./strew.ts"

/** Skin that was fried or grilled: golden, darker in spots. */
export function browned(dark: Rgb, scale: number, share = 0.5): Texture {
  return (s, x, y, z) => {
    const spots = fractalTable(5, 1).at(x * scale + y * scale * 0.7, z * scale - y * scale * 0.6)
    const k = smoothStep(share - 0.16, share + 0.14, spots)
    for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 - k) + (dark[i] ?? 0) * k
    const crisp = fractalTable(4, 0).at(x * scale * 2.4 + y * scale * 2, z * scale * 2.4) - 0.5
    s.bump[0] += crisp * 0.5
    s.bump[2] -= crisp * 0.5
  }
}

/** Radius of a leg of chicken along its length, both as shares, from the thigh to the ankle. */
const legRadius = [0.05, 0.17, 0.225, 0.245, 0.24, 0.215, 0.18, 0.14, 0.108, 0.085, 0.07, 0.062, 0.05]

/** A leg of chicken, grilled or fried, lying with its bone to the right, about 1.1 long. */
export function chickenLeg(turn: number, at: Vector3): SceneObject[] {
  const table = fractalTable(4, 0)
  const put = (shape: Shape): Shape => translate(rotateY(translate(shape, [-0.45, 0.2, 0]), turn), at)
  const meat = reshape(egg([1, 1, 1], 36, 28), ([x, y, z]) => {
    const share = Math.acos(Math.max(-1, Math.min(1, -y))) / Math.PI
    const step = share * (legRadius.length - 1)
    const i = Math.min(legRadius.length - 2, Math.floor(step))
    const wide = (legRadius[i] ?? 0) + ((legRadius[i + 1] ?? 0) - (legRadius[i] ?? 0)) * (step - i)
    const turnOf = Math.atan2(z, x)
    const lump = 1 + (table.at(share * 3 + Math.cos(turnOf), Math.sin(turnOf) * 1.1 + turn) - 0.5) * 0.5
    const isEnd = share < 0.001 || share > 0.999
    const r = isEnd ? 0 : wide * lump
    return [share * 0.84 - 0.45, 0.2 + Math.sin(turnOf) * r, Math.cos(turnOf) * r]
  })
  const bone = union(
    capsule([0.75, 0, 0], [0.96, 0, 0], 0.036),
    translate(sphere(0.054), [0.98, 0.012, 0.032]),
    translate(sphere(0.052), [0.97, -0.008, -0.032]),
  )
  return [
    {
      geometry: { kind: "mesh", mesh: placeMesh(meat, at, turn) },
      material: {
        color: linear("#b8641f"),
        roughness: 0.24,
        specular: 0.05,
        texture: browned(linear("#74310f"), 3.6, 0.54),
      },
    },
    solid(put(bone), { color: linear("#e6d2b0"), roughness: 0.5 }),
  ]
}

/** Slices of ripe plantain fried to gold, fallen over one another. */
export function dodo(count: number, at: Vector3, turn: number): SceneObject[] {
  const slice = reshape(egg([1, 1, 1], 28, 12), ([x, y, z]) => {
    const soft = (v: number): number => Math.sign(v) * Math.abs(v) ** 0.45
    return [x * 0.18 * (1 + z * 0.1), soft(y) * 0.028, z * 0.115]
  })
  const spots = Array.from({ length: count }, (_, i) => {
    const [around, far] = [i * 2.4 + turn, 0.085 * Math.sqrt(i) + (i === 0 ? 0 : 0.05)]
    const [x, z] = [Math.cos(around) * far, Math.sin(around) * far]
    const height = 0.05 + Math.max(0, 0.17 - far * 0.42) + (i % 3) * 0.012
    return {
      at: [at[0] + x, at[1] + height, at[2] + z] as const,
      up: [x * 1.3 + Math.sin(i * 5) * 0.16, 1, z * 1.3 + Math.cos(i * 3) * 0.16] as const,
      turn: around + i * 0.9,
      scale: 0.92 + (i % 4) * 0.05,
    }
  })
  return [
    copies(slice, spots, {
      color: linear("#e39a22"),
      roughness: 0.24,
      specular: 0.05,
      texture: (s, x, y, z) => {
        const k = smoothStep(0.44, 0.62, fractalTable(4, 0).at(x * 7 + y * 9, z * 7))
        for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 - k + k * ([0.66, 0.4, 0.25][i] ?? 1))
        const fine = fractalTable(5, 1).at(x * 16, z * 16) - 0.5
        s.bump[0] += fine * 0.3
        s.bump[2] += fine * 0.3
      },
    }),
  ]
}

const swallowColours: readonly (readonly [words: RegExp, color: string])[] = [
  [/amala/, "#4a3224"],
  [/eba|garri/, "#e6c76a"],
  [/starch/, "#d9a83c"],
  [/semo/, "#e4d3a4"],
  [/wheat/, "#b58a5c"],
  [/./, "#e2d5b3"],
]

/** A mound of swallow, moulded by hand: pounded yam, eba, amala. Radius about 0.5, on y = 0. */
export function swallow(word: string): SceneObject[] {
  const table = fractalTable(4, 0)
  const mound = reshape(egg([1, 1, 1], 56, 36), ([x, y, z]) => {
    const fold = table.at(x * 0.9 + y * 0.7 + 4, z * 0.9 - y * 0.4 + 1) - 0.5
    const dent = table.at(x * 2.2 - y * 0.9, z * 2.2 + y * 1.3) - 0.5
    const k = 1 + fold * 0.5 + dent * 0.12
    return [x * 0.52 * k, Math.max(0, 0.2 + y * 0.33 * (1 + dent * 0.3)), z * 0.48 * k]
  })
  const grain = /eba|garri/.test(word) ? 0.5 : 0.14
  return [
    {
      geometry: { kind: "mesh", mesh: mound },
      material: {
        color: linear(swallowColours.find(([words]) => words.test(word))?.[1] ?? "#e2d5b3"),
        roughness: 0.38,
        specular: 0.04,
        texture: (s, x, y, z) => {
          const fine = fractalTable(5, 1).at(x * 9 + y * 8, z * 9 - y * 5) - 0.5
          for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + fine * grain * 0.4)
          s.bump[0] += fine * grain
          s.bump[2] -= fine * grain
        },
      },
    },
  ]
}

/** Whether the word names a swallow. */
export const isSwallow = (word: string): boolean => /fufu|pounded|eba|amala|semo|swallow|starch|tuwo|garri/.test(word)
