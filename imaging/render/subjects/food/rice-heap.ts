import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { egg, terrain } from "#imaging/render/mesh/scatter.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"
import { riceTexture } from "./rice.ts"
import { copies, type Heap, strew } from "./strew.ts"

/** Colour of cooked rice by the words for it. */
const cooked: readonly (readonly [words: RegExp, color: string])[] = [
  [/jollof|native/, "#dc6c28"],
  [/fried/, "#d9b84e"],
  [/ofada/, "#c4a57e"],
  [/coconut/, "#ead9ae"],
  [/./, "#f1e9d8"],
]

/** A heap of cooked rice in grains on y = 0, with what is cooked in it. @param color other than the dish's own */
export function riceHeap(
  word: string,
  { radius, height, color, random }: { radius: number; height: number; color: Rgb | null; random: () => number },
): SceneObject[] {
  const base = color ?? linear(cooked.find(([words]) => words.test(word))?.[1] ?? "#f1e9d8")
  const table = fractalTable(4, 0)
  const heap: Heap = (x, z) => {
    const far = Math.hypot(x, z) / radius
    const wave = table.at(x * 2.1 + 3, z * 2.1 + 5) - 0.5
    return height * Math.max(0, 1 - far ** 2.6) * (1 + wave * 0.7) + (table.at(x * 6, z * 6) - 0.5) * 0.05
  }
  const grain = egg([0.036, 0.0125, 0.0125], 5, 4)
  const isPlain = /white|ofada|coconut|^rice$/.test(word)
  const tones = [mix(base, [0, 0, 0], 0.16), base, mix(base, linear("#ffe9b0"), isPlain ? 0.1 : 0.16)]
  const grains = tones.map((tone) =>
    copies(
      grain,
      strew(random, {
        heap,
        radius: radius * 1.02,
        count: Math.round(radius * radius * 1650),
        lean: 0.5,
        above: 0.012,
      }),
      {
        color: tone,
        roughness: 0.34,
        specular: 0.045,
      },
    ),
  )
  return [
    {
      geometry: { kind: "mesh", mesh: terrain(radius, heap, 20, 60) },
      material: { color: mix(base, [0, 0, 0], 0.2), roughness: 0.5, texture: riceTexture },
    },
    ...grains,
    ...bits(word, heap, radius, random),
  ]
}

/** What is cooked with the rice. */
function bits(word: string, heap: Heap, radius: number, random: () => number): SceneObject[] {
  const lying = (count: number) => ({
    heap,
    radius: radius * 0.94,
    count: Math.round(count * radius * radius),
    above: 0.018,
    lean: 0.5,
  })
  if (/jollof|native/.test(word)) {
    return [
      copies(egg([0.05, 0.008, 0.02], 8, 4), strew(random, lying(60)), { color: linear("#a8200f"), roughness: 0.3 }),
      copies(egg([0.03, 0.006, 0.016], 6, 4), strew(random, lying(36)), { color: linear("#3d6b22"), roughness: 0.5 }),
    ]
  }
  if (!/fried/.test(word)) return []
  return [
    copies(egg([0.034, 0.032, 0.034], 12, 8), strew(random, lying(95)), { color: linear("#4f9a2c"), roughness: 0.3 }),
    copies(egg([0.034, 0.024, 0.03], 5, 4), strew(random, lying(120)), { color: linear("#e8741c"), roughness: 0.34 }),
    copies(egg([0.03, 0.022, 0.024], 8, 6), strew(random, lying(60)), { color: linear("#f0c832"), roughness: 0.26 }),
    copies(egg([0.045, 0.022, 0.034], 7, 5), strew(random, lying(30)), { color: linear("#6d3a1e"), roughness: 0.5 }),
  ]
}
