import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import { egg, reshape, type SmoothMesh, type Spot } from "#imaging/render/mesh/scatter.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import { copies, pile } from "./strew.ts"

type Kind = "tomato" | "rodo" | "pepper" | "onion"

const bodies: Readonly<Record<Kind, () => SmoothMesh>> = {
  tomato: () =>
    reshape(egg([1, 1, 1], 30, 18), ([x, y, z]) => {
      const turn = Math.atan2(z, x)
      const lobe = 1 + 0.035 * Math.cos(turn * 5) * smoothStep(-0.2, 0.9, y)
      const dimple = 0.16 * smoothStep(0.5, 0, Math.hypot(x, z)) * smoothStep(0, 0.5, y)
      return [x * lobe, y * 0.84 - dimple, z * lobe]
    }),
  rodo: () =>
    reshape(egg([1, 1, 1], 32, 20), ([x, y, z]) => {
      const turn = Math.atan2(z, x)
      const lobe = (1 + 0.13 * Math.cos(turn * 4)) * (0.72 + 0.36 * smoothStep(-0.9, 0.3, y))
      const dimple = 0.2 * smoothStep(0.55, 0, Math.hypot(x, z)) * smoothStep(0, 0.5, y)
      return [x * lobe, y * 1.02 - dimple, z * lobe]
    }),
  pepper: () =>
    reshape(egg([1, 1, 1], 28, 26), ([x, y, z]) => {
      const turn = Math.atan2(z, x)
      const lobe = (0.42 + 0.34 * smoothStep(-1, 0.7, y)) * (1 + 0.07 * Math.cos(turn * 3 + y))
      return [y * 1.75, x * lobe + 0.14 * y * y, -z * lobe]
    }),
  onion: () =>
    reshape(egg([1, 1, 1], 88, 30), ([x, y, z]) => {
      const turn = Math.atan2(z, x)
      // Papery skin: fine ribs from root to neck.
      const rib = 1 + 0.016 * Math.cos(turn * 22) + 0.012 * Math.cos(turn * 9 + y * 2)
      const near = smoothStep(0.42, 0, Math.hypot(x, z)) * smoothStep(0, 0.6, y)
      return [x * rib, y * 0.78 + 0.2 * near, z * rib]
    }),
}

/** Fresh tomatoes or peppers in a heap, as on a market table. */
export function produce(kit: Kit): Model {
  return {
    pieces: freshHeap(kit.word, 0.64, namedColour(kit.look), kit.random),
    elevation: 0.36,
    leastElevation: 0.16,
  }
}

/** Whether the word names what such heaps are of. */
export const isFresh = (word: string): boolean =>
  /tomato|pepper|rodo|scotch|tatashe|onion/.test(word) && !/soup|stew/.test(word)

/** The skin of "red", "white" and "yellow" onions, which are none of these. */
function skinOf([red, green, blue]: Rgb): Rgb {
  if (red > 0.3 && green < 0.1) return linear("#8c3350")
  return red > 0.6 && blue > 0.5 ? linear("#ece4d2") : [red, green, blue]
}

/** Bulbs with their dry necks. */
function onions(body: SmoothMesh, tones: readonly Rgb[], groups: readonly Spot[][]): SceneObject[] {
  const neck = reshape(egg([1, 1, 1], 20, 12), ([x, y, z]) => {
    const far = 0.2 * (1 - 0.34 * (y + 1)) * (1 + 0.18 * Math.cos(Math.atan2(z, x) * 5))
    return [x * far + 0.06 * (y + 1) ** 2, 1.06 + y * 0.28, z * far]
  })
  const dry = { color: linear("#c79f6c"), roughness: 0.85, specular: 0.02 }
  return [
    ...tones.map((color, i) => copies(body, groups[i] ?? [], { color, roughness: 0.3, specular: 0.045 })),
    copies(neck, groups.flat(), dry),
  ]
}

/** A heap of tomatoes or peppers on y = 0. @param reach of its lowest layer, world units */
export function freshHeap(word: string, reach: number, named: Rgb | null, random: () => number): SceneObject[] {
  const kind: Kind = /onion/.test(word)
    ? "onion"
    : /tomato/.test(word)
      ? "tomato"
      : /rodo|scotch/.test(word)
        ? "rodo"
        : "pepper"
  const size = kind === "tomato" || kind === "onion" ? 0.24 : kind === "rodo" ? 0.15 : 0.19
  const spots = pile(size, reach, random)
  const usual = {
    tomato: ["#c2200f", "#d0341a", "#b81a10"],
    rodo: ["#c81e0c", "#d8380f", "#e08a16", "#7f9a26"],
    pepper: ["#b0140c", "#c4200f"],
    onion: ["#8c3350", "#a0506a", "#74284a"],
  }[kind].map(linear)
  const tones = named ? [kind === "onion" ? skinOf(named) : named] : usual
  const groups: Spot[][] = tones.map(() => [])
  for (const [i, spot] of spots.entries()) {
    // Few are green.
    const pick = Math.floor((kind === "rodo" && random() < 0.75 ? 0.5 : 1) * random() * tones.length)
    groups[pick]?.push({ ...spot, scale: spot.scale * size, turn: kind === "pepper" ? (i % 5) * 0.5 - 1 : spot.turn })
  }
  const body = bodies[kind]()
  const stalk = reshape(egg([1, 1, 1], 8, 8), ([x, y, z]) =>
    kind === "pepper"
      ? [1.68 + (y + 1) * 0.34, x * 0.12 + 0.14, -z * 0.12]
      : [x * 0.09 + (y + 1) * 0.08, 0.62 + (y + 1) * (kind === "rodo" ? 0.42 : 0.2), z * 0.09],
  )
  const leaf = reshape(egg([1, 1, 1], 30, 8), ([x, y, z]) => {
    const far = Math.hypot(x, z) * (0.22 + 0.2 * Math.max(0, Math.cos(Math.atan2(z, x) * 5)) ** 2)
    return [Math.cos(Math.atan2(z, x)) * far, 0.71 + y * 0.02 + far * 0.2, Math.sin(Math.atan2(z, x)) * far]
  })
  if (kind === "onion") return onions(body, tones, groups)
  const green = { color: linear("#4f7a2c"), roughness: 0.5 }
  return [
    ...tones.map((color, i) => copies(body, groups[i] ?? [], { color, roughness: 0.16, specular: 0.05 })),
    copies(stalk, groups.flat(), green),
    ...(kind === "tomato" ? [copies(leaf, groups.flat(), green)] : []),
  ]
}
