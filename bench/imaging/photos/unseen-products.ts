import type { Product } from "./products.ts"
import { box, cylinder, lyingRing, melt, type Part, type Rgb, rod, sphere, standingRing, without } from "./shapes.ts"

const white: Rgb = [0.84, 0.84, 0.83]
const black: Rgb = [0.025, 0.025, 0.03]
const gold: Rgb = [0.6, 0.42, 0.12]
const leaf: Rgb = [0.06, 0.22, 0.05]

/** Products written after the network was trained: for judging it, never for changing it. */
export const unseenProducts: Record<string, Product> = {
  kettle: (main, second) => [
    {
      shape: melt(
        0.1,
        rod([0, 0.3, 0], [0, 0.9, 0], 0.62, 0.38),
        rod([0.45, 0.55, 0], [0.95, 0.95, 0], 0.13, 0.07),
        cylinder(0, 0, 0, 0.6, 0.3, 0.08),
      ),
      colour: main,
      gloss: 0.8,
    },
    { shape: sphere(0, 1.3, 0, 0.1), colour: second, gloss: 0.4 },
    {
      shape: without(standingRing(0, 1.1, 0, 0.5, 0.06), box(0, 0.8, 0, 3, 0.7, 1)),
      colour: second,
      gloss: 0.3,
    },
  ],
  heel: (main) => [
    {
      shape: melt(
        0.15,
        rod([-0.55, 0.85, 0], [0.3, 0.2, 0], 0.2, 0.16),
        rod([0.3, 0.18, 0], [0.85, 0.14, 0], 0.17, 0.12),
      ),
      colour: main,
      gloss: 0.6,
    },
    { shape: rod([-0.62, 0.8, 0], [-0.66, 0.03, 0], 0.09, 0.035), colour: black, gloss: 0.4 },
  ],
  trophy: (main) => [
    { shape: box(0, 0.15, 0, 0.7, 0.3, 0.5, 0.03), colour: black, gloss: 0.5 },
    {
      shape: melt(0.08, rod([0, 0.3, 0], [0, 0.9, 0], 0.08, 0.06), rod([0, 1, 0], [0, 1.7, 0], 0.2, 0.42)),
      colour: gold,
      gloss: 0.9,
    },
    { shape: standingRing(-0.5, 1.45, 0, 0.24, 0.045), colour: gold, gloss: 0.9 },
    { shape: standingRing(0.5, 1.45, 0, 0.24, 0.045), colour: main, gloss: 0.9 },
  ],
  camera: (main, second) => [
    { shape: box(0, 0.5, 0, 1.6, 0.9, 0.5, 0.1), colour: main, gloss: 0.2 },
    { shape: box(0, 1.05, 0, 0.5, 0.25, 0.35, 0.05), colour: main, gloss: 0.2 },
    { shape: rod([0.1, 0.5, 0.2], [0.1, 0.5, 0.65], 0.36, 0.32), colour: second, gloss: 0.5 },
    { shape: sphere(0.1, 0.5, 0.55, 0.22), colour: black, gloss: 0.9 },
    { shape: cylinder(-0.55, 0.95, 0, 0.12, 0.1), colour: white, gloss: 0.6 },
  ],
  plant: (main) => [
    { shape: rod([0, 0.1, 0], [0, 0.65, 0], 0.34, 0.46), colour: main, gloss: 0.2 },
    ...[0, 1, 2, 3, 4, 5, 6].map((i): Part => {
      const turn = i * 0.9
      const lean = 0.25 + 0.1 * (i % 3)
      return {
        shape: rod([0, 0.7, 0], [lean * 2 * Math.cos(turn), 1.25 + 0.1 * i, lean * Math.sin(turn)], 0.03, 0.12),
        colour: leaf,
        gloss: 0.3,
      }
    }),
  ],
  lantern: (main, second) => [
    { shape: box(0, 0.08, 0, 0.9, 0.16, 0.9, 0.03), colour: main, gloss: 0.4 },
    { shape: box(0, 1.25, 0, 0.9, 0.12, 0.9, 0.03), colour: main, gloss: 0.4 },
    ...[-0.38, 0.38].flatMap((x) =>
      [-0.38, 0.38].map((z): Part => ({ shape: rod([x, 0.1, z], [x, 1.25, z], 0.04), colour: main, gloss: 0.4 })),
    ),
    { shape: cylinder(0, 0.16, 0, 0.22, 0.6, 0.03), colour: second, gloss: 0.2 },
    { shape: standingRing(0, 1.5, 0, 0.2, 0.035), colour: main, gloss: 0.4 },
  ],
  guitar: (main, second) => [
    {
      shape: without(
        melt(0.2, rod([0, 0.45, -0.1], [0, 0.45, 0.1], 0.45), rod([0, 0.98, -0.1], [0, 0.98, 0.1], 0.3)),
        rod([0, 0.7, 0], [0, 0.7, 1], 0.13),
      ),
      colour: main,
      gloss: 0.5,
    },
    { shape: box(0, 1.5, 0.12, 0.13, 0.9, 0.08, 0.02), colour: second, gloss: 0.2 },
    { shape: box(0, 1.92, 0.1, 0.2, 0.2, 0.06, 0.02), colour: black, gloss: 0.3 },
  ],
  cosmetics: (main, second) => [
    { shape: rod([-0.7, 0.05, 0], [-0.7, 1, 0], 0.16, 0.19), colour: main, gloss: 0.4 },
    { shape: cylinder(-0.7, 1, 0, 0.15, 0.25), colour: gold, gloss: 0.8 },
    { shape: cylinder(0, 0, 0.2, 0.4, 0.35, 0.06), colour: white, gloss: 0.5 },
    { shape: cylinder(0, 0.36, 0.2, 0.41, 0.16, 0.04), colour: second, gloss: 0.5 },
    { shape: box(0.75, 0.6, -0.1, 0.42, 1.2, 0.3, 0.05), colour: main, gloss: 0.8 },
    { shape: cylinder(0.75, 1.2, -0.1, 0.12, 0.25), colour: black, gloss: 0.5 },
  ],
  toycar: (main, second) => [
    {
      shape: melt(0.12, box(0, 0.42, 0, 1.9, 0.36, 0.8, 0.12), box(-0.1, 0.75, 0, 1, 0.4, 0.7, 0.15)),
      colour: main,
      gloss: 0.8,
    },
    ...[-0.6, 0.6].flatMap((x) =>
      [-0.36, 0.36].map(
        (z): Part => ({ shape: rod([x, 0.23, z - 0.08], [x, 0.23, z + 0.08], 0.23), colour: black, gloss: 0.2 }),
      ),
    ),
    { shape: box(-0.1, 0.8, 0.34, 0.7, 0.22, 0.05, 0.02), colour: second, gloss: 0.9 },
  ],
  beads: (main, second) =>
    Array.from({ length: 16 }, (_, i): Part => {
      const turn = (i / 16) * 2 * Math.PI
      return {
        shape: sphere(0.75 * Math.cos(turn), 0.12, 0.1 + 0.6 * Math.sin(turn), i % 4 === 0 ? 0.16 : 0.11),
        colour: i % 2 === 0 ? main : second,
        gloss: 0.7,
      }
    }),
  sunglasses: (main, second) => [
    { shape: rod([-0.45, 0.4, 0], [-0.45, 0.4, 0.06], 0.36), colour: black, gloss: 0.9 },
    { shape: rod([0.45, 0.4, 0], [0.45, 0.4, 0.06], 0.36), colour: black, gloss: 0.9 },
    { shape: standingRing(-0.45, 0.4, 0.04, 0.38, 0.05), colour: main, gloss: 0.5 },
    { shape: standingRing(0.45, 0.4, 0.04, 0.38, 0.05), colour: main, gloss: 0.5 },
    { shape: rod([-0.82, 0.5, 0], [-0.75, 0.45, -0.9], 0.04), colour: second, gloss: 0.4 },
    { shape: rod([0.82, 0.5, 0], [0.75, 0.45, -0.9], 0.04), colour: second, gloss: 0.4 },
  ],
  drum: (main, second) => [
    { shape: rod([0, 0.05, 0], [0, 0.7, 0], 0.3, 0.2), colour: main, gloss: 0.2 },
    { shape: rod([0, 0.7, 0], [0, 1.4, 0], 0.2, 0.5), colour: main, gloss: 0.2 },
    { shape: cylinder(0, 1.38, 0, 0.52, 0.08), colour: [0.75, 0.66, 0.5], gloss: 0.1 },
    { shape: lyingRing(0, 1.3, 0, 0.52, 0.05), colour: second, gloss: 0.2 },
    { shape: lyingRing(0, 0.72, 0, 0.22, 0.04), colour: second, gloss: 0.2 },
  ],
}
