import { box, cylinder, lyingRing, melt, type Part, type Rgb, rod, sphere, standingRing, without } from "./shapes.ts"

/** Makes a product's parts; colours come from the case. All stand on y = 0 and fit in about two units. */
export type Product = (main: Rgb, second: Rgb) => Part[]

const black: Rgb = [0.02, 0.02, 0.025]
const steel: Rgb = [0.5, 0.51, 0.53]
const cream: Rgb = [0.85, 0.8, 0.7]

/** Products to look at while working on the algorithm. */
export const practiceProducts: Record<string, Product> = {
  teapot: (main, second) => [
    {
      shape: melt(0.12, sphere(0, 0.75, 0, 0.72), rod([0.6, 0.6, 0], [1.2, 1.25, 0], 0.16, 0.08)),
      colour: main,
      gloss: 0.6,
    },
    { shape: standingRing(-0.85, 0.8, 0, 0.36, 0.08), colour: main, gloss: 0.6 },
    { shape: melt(0.05, cylinder(0, 1.38, 0, 0.34, 0.1), sphere(0, 1.58, 0, 0.11)), colour: second, gloss: 0.6 },
  ],
  stool: (main, second) => [
    { shape: cylinder(0, 1.5, 0, 0.6, 0.16, 0.06), colour: main, gloss: 0.2 },
    ...[0, 1, 2].map((i): Part => {
      const [c, s] = [Math.cos(0.4 + i * 2.094), Math.sin(0.4 + i * 2.094)]
      return {
        shape: rod([0.35 * c, 1.5, 0.35 * s], [0.7 * c, 0.05, 0.7 * s], 0.06, 0.045),
        colour: second,
        gloss: 0.2,
      }
    }),
    { shape: lyingRing(0, 0.55, 0, 0.56, 0.03), colour: second, gloss: 0.2 },
  ],
  jar: (main, second) => [
    { shape: cylinder(0, 0, 0, 0.75, 0.85, 0.08), colour: main, gloss: 0.5 },
    { shape: cylinder(0, 0.88, 0, 0.78, 0.35, 0.05), colour: second, gloss: 0.3 },
    { shape: box(0, 0.42, 0.72, 0.7, 0.4, 0.1, 0.02), colour: cream, gloss: 0.1 },
  ],
  padlock: (main) => [
    { shape: box(0, 0.55, 0, 1.1, 1.1, 0.45, 0.1), colour: main, gloss: 0.7 },
    { shape: standingRing(0, 1.15, 0, 0.4, 0.09), colour: steel, gloss: 0.9 },
    { shape: cylinder(0, 0.5, 0.2, 0.1, 0.1), colour: black, gloss: 0.1 },
  ],
  pan: (main, second) => [
    {
      shape: without(cylinder(-0.35, 0, 0, 0.8, 0.3, 0.05), cylinder(-0.35, 0.06, 0, 0.73, 0.4, 0.05)),
      colour: main,
      gloss: 0.5,
    },
    { shape: rod([0.4, 0.22, 0.1], [1.6, 0.38, 0.4], 0.07, 0.09), colour: second, gloss: 0.2 },
  ],
  boat: (main, second) => [
    {
      shape: without(
        melt(0.2, sphere(0, 0.62, 0, 0.6), rod([-0.6, 0.6, 0], [0.8, 0.62, 0], 0.45, 0.2)),
        box(0, 1.1, 0, 4, 0.8, 2),
      ),
      colour: main,
      gloss: 0.3,
    },
    { shape: rod([0, 0.6, 0], [0, 1.9, 0], 0.035), colour: second, gloss: 0.2 },
    { shape: box(0.3, 1.35, 0, 0.55, 0.8, 0.03, 0.01), colour: cream, gloss: 0.1 },
  ],
  trio: (main, second) => [
    { shape: cylinder(-0.75, 0, 0, 0.3, 1.4, 0.08), colour: main, gloss: 0.4 },
    { shape: cylinder(0.05, 0, 0.3, 0.35, 0.5, 0.05), colour: second, gloss: 0.4 },
    { shape: box(0.85, 0.5, -0.1, 0.6, 1, 0.35, 0.05), colour: cream, gloss: 0.2 },
  ],
  trainer: (main, second) => [
    {
      shape: melt(0.2, box(-0.3, 0.5, 0, 0.7, 0.6, 0.45, 0.15), rod([-0.1, 0.35, 0], [0.75, 0.25, 0], 0.26, 0.2)),
      colour: main,
      gloss: 0.15,
    },
    { shape: box(0.15, 0.09, 0, 1.7, 0.18, 0.56, 0.08), colour: second, gloss: 0.1 },
  ],
}

/** Products kept aside: nobody looks at them while working on the algorithm. */
export const heldOutProducts: Record<string, Product> = {
  controller: (main, second) => [
    {
      shape: melt(
        0.25,
        rod([-0.5, 0.5, 0], [0.5, 0.5, 0], 0.32),
        rod([-0.6, 0.45, 0], [-0.85, 0.2, 0.45], 0.24, 0.18),
        rod([0.6, 0.45, 0], [0.85, 0.2, 0.45], 0.24, 0.18),
      ),
      colour: main,
      gloss: 0.3,
    },
    { shape: sphere(-0.35, 0.82, 0.1, 0.12), colour: second, gloss: 0.2 },
    { shape: sphere(0.35, 0.82, 0.1, 0.12), colour: second, gloss: 0.2 },
  ],
  candlestick: (main, second) => [
    {
      shape: melt(
        0.1,
        cylinder(0, 0, 0, 0.45, 0.08),
        rod([0, 0, 0], [0, 1.2, 0], 0.06, 0.05),
        cylinder(0, 1.15, 0, 0.2, 0.12),
      ),
      colour: main,
      gloss: 0.8,
    },
    { shape: cylinder(0, 1.25, 0, 0.1, 0.75), colour: second, gloss: 0.1 },
  ],
  watering: (main) => [
    { shape: cylinder(0, 0, 0, 0.5, 0.9, 0.06), colour: main, gloss: 0.4 },
    { shape: rod([0.4, 0.25, 0], [1.15, 1.05, 0], 0.09, 0.06), colour: main, gloss: 0.4 },
    { shape: standingRing(-0.45, 0.7, 0, 0.4, 0.05), colour: main, gloss: 0.4 },
    { shape: sphere(1.2, 1.1, 0, 0.14), colour: steel, gloss: 0.5 },
  ],
  speaker: (main, second) => [
    { shape: box(0, 0.85, 0, 1, 1.7, 0.8, 0.06), colour: main, gloss: 0.2 },
    { shape: cylinder(0, 0, 0, 0, 0), colour: black, gloss: 0 },
    { shape: without(sphere(0, 0.6, 0.35, 0.36), box(0, 0.6, 0.2, 2, 2, 0.4)), colour: second, gloss: 0.2 },
    { shape: without(sphere(0, 1.3, 0.38, 0.18), box(0, 1.3, 0.2, 2, 2, 0.4)), colour: black, gloss: 0.4 },
  ],
  bangles: (main, second) => [
    { shape: standingRing(-0.25, 0.68, 0, 0.62, 0.07), colour: main, gloss: 0.9 },
    { shape: standingRing(0.35, 0.55, 0.35, 0.5, 0.05), colour: second, gloss: 0.9 },
  ],
  pump: (main, second) => [
    { shape: cylinder(0, 0, 0, 0.42, 1.25, 0.15), colour: main, gloss: 0.5 },
    {
      shape: melt(0.05, cylinder(0, 1.25, 0, 0.12, 0.3), box(0.15, 1.58, 0, 0.5, 0.12, 0.18, 0.05)),
      colour: second,
      gloss: 0.4,
    },
    { shape: box(0, 0.65, 0.4, 0.4, 0.5, 0.08, 0.02), colour: cream, gloss: 0.1 },
  ],
  bowl: (main) => [
    {
      shape: without(without(sphere(0, 0.8, 0, 0.8), sphere(0, 0.85, 0, 0.72)), box(0, 1.45, 0, 3, 1.2, 3, 0)),
      colour: main,
      gloss: 0.5,
    },
  ],
  tote: (main, second) => [
    { shape: box(0, 0.6, 0, 1.3, 1.2, 0.4, 0.08), colour: main, gloss: 0.1 },
    { shape: standingRing(0, 1.2, 0.1, 0.38, 0.045), colour: second, gloss: 0.1 },
  ],
}
