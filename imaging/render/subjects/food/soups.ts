import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { egg, terrain } from "#imaging/render/mesh/scatter.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { fractalTable, smoothStep } from "#imaging/render/trace/noise.ts"
import { chunk, copies, type Heap, strew } from "./strew.ts"

interface Soup {
  words: RegExp
  /** Of the liquid, and of the oil that floats on it. */
  liquid: string
  oil: string
  /** Pieces for a bowl: ground seeds, leaves, meat. */
  curds?: { color: string; count: number }
  leaves?: { color: string; count: number }
  meat?: number
  /** Height of the pieces over the liquid, world units. */
  thick: number
}

const soups: readonly Soup[] = [
  {
    words: /egusi/,
    liquid: "#c8861e",
    oil: "#c24a10",
    curds: { color: "#e9bf58", count: 620 },
    leaves: { color: "#35561c", count: 190 },
    meat: 5,
    thick: 0.1,
  },
  {
    words: /efo|vegetable|edikai|afang|ugu|bitter ?leaf|ora/,
    liquid: "#8a3a12",
    oil: "#b8380e",
    curds: { color: "#b0521c", count: 120 },
    leaves: { color: "#2f5a1e", count: 900 },
    meat: 5,
    thick: 0.12,
  },
  {
    words: /okra|okro/,
    liquid: "#86823a",
    oil: "#b8641c",
    curds: { color: "#98a052", count: 420 },
    leaves: { color: "#3d6a24", count: 60 },
    meat: 4,
    thick: 0.07,
  },
  {
    words: /ogbono/,
    liquid: "#8f6420",
    oil: "#b4500f",
    curds: { color: "#9c7230", count: 80 },
    leaves: { color: "#3b5a1e", count: 110 },
    meat: 5,
    thick: 0.06,
  },
  { words: /ewedu/, liquid: "#55581f", oil: "#4c5220", thick: 0.03 },
  { words: /gbegiri/, liquid: "#d0962c", oil: "#c8741c", thick: 0.03 },
  {
    words: /banga|ofe akwu/,
    liquid: "#7a2a0c",
    oil: "#a83a0c",
    leaves: { color: "#33461c", count: 60 },
    meat: 5,
    thick: 0.05,
  },
  {
    words: /pepper ?soup/,
    liquid: "#9a4416",
    oil: "#c4581a",
    leaves: { color: "#3c5a22", count: 110 },
    meat: 7,
    thick: 0.03,
  },
  {
    words: /stew|ata/,
    liquid: "#b02a0c",
    oil: "#d0420e",
    curds: { color: "#c03a12", count: 200 },
    meat: 6,
    thick: 0.07,
  },
  {
    words: /./,
    liquid: "#c4701f",
    oil: "#d0801c",
    curds: { color: "#d89038", count: 90 },
    leaves: { color: "#40621f", count: 70 },
    meat: 3,
    thick: 0.04,
  },
]

/** A soup as it stands in a bowl: liquid with its pieces and oil, a disc of this radius at y = 0. */
export function soup(word: string, radius: number, color: Rgb | null, random: () => number): SceneObject[] {
  const kind = soups.find(({ words }) => words.test(word)) ?? soups.at(-1)
  if (!kind) return []
  const table = fractalTable(4, 0)
  const heap: Heap = (x, z) => {
    const far = Math.hypot(x, z) / radius
    return kind.thick * Math.max(0, 1 - far ** 3) * (0.5 + table.at(x * 3 + 2, z * 3 + 9))
  }
  const liquid = color ?? linear(kind.liquid)
  const oil = color ? mix(color, [0.6, 0.2, 0.02], 0.3) : linear(kind.oil)
  const scaled = (count: number): number => Math.round(count * radius * radius)
  const pieces: SceneObject[] = [
    {
      geometry: { kind: "mesh", mesh: terrain(radius, heap, 28, 80) },
      material: {
        color: liquid,
        roughness: 0.12,
        specular: 0.05,
        texture: (s, x, _y, z) => {
          const k = smoothStep(0.42, 0.56, fractalTable(5, 1).at(x * 2.6, z * 2.6))
          for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 - k) + (oil[i] ?? 0) * k
          const ripple = fractalTable(4, 0).at(x * 7, z * 7) - 0.5
          s.bump[0] += ripple * 0.5
          s.bump[2] -= ripple * 0.5
        },
      },
    },
  ]
  const { curds, leaves, meat } = kind
  const within = radius * 0.95
  if (curds) {
    const base = linear(curds.color)
    for (const [k, share] of [
      [0, 0.5],
      [0.22, 0.5],
    ] as const) {
      pieces.push(
        copies(
          egg([0.042, 0.026, 0.036], 9, 6),
          strew(random, { heap, radius: within, count: scaled(curds.count * share), above: 0.01, vary: 0.6 }),
          {
            color: mix(base, oil, k),
            roughness: 0.3,
            specular: 0.045,
            texture: curdled,
          },
        ),
      )
    }
  }
  if (leaves) {
    const base = linear(leaves.color)
    for (const tone of [base, mix(base, [0.02, 0.03, 0.01], 0.45)]) {
      pieces.push(
        copies(
          egg([0.075, 0.006, 0.03], 8, 4),
          strew(random, { heap, radius: within, count: scaled(leaves.count / 2), lean: 0.35, above: 0.022, vary: 0.5 }),
          {
            color: tone,
            roughness: 0.3,
            specular: 0.05,
          },
        ),
      )
    }
  }
  if (meat) {
    const spots = Array.from({ length: meat }, (_, i) => {
      const turn = i * 2.4 + random()
      const far = radius * 0.72 * Math.sqrt((i + 0.4) / meat)
      const [x, z] = [Math.cos(turn) * far, Math.sin(turn) * far]
      return {
        at: [x, heap(x, z) + 0.015, z] as const,
        up: [random() - 0.5, 1.6, random() - 0.5] as const,
        turn: random() * 6,
        scale: 0.85 + random() * 0.4,
      }
    })
    pieces.push(
      copies(chunk([0.13, 0.085, 0.1]), spots, {
        color: linear("#6b3a20"),
        roughness: 0.24,
        specular: 0.05,
        texture: (s, x, y, z) => {
          const fibre = fractalTable(5, 1).at(x * 6 + y * 5, z * 14 + y * 8) - 0.5
          for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + fibre * 1.3)
          s.bump[0] += fibre * 0.9
          s.bump[2] -= fibre * 0.9
        },
      }),
    )
  }
  return pieces
}

/** Soft ground seeds: uneven in colour and surface. */
function curdled(...[s, x, y, z]: Parameters<NonNullable<SceneObject["material"]["texture"]>>): void {
  const fine = fractalTable(5, 1).at(x * 22 + y * 17, z * 22) - 0.5
  for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + fine * 0.9)
  s.bump[0] += fine * 0.8
  s.bump[2] += fine * 0.8
}
