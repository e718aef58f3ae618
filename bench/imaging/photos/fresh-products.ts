import type { Product } from "./products.ts"
import { box, cylinder, lyingRing, melt, type Part, type Rgb, rod, sphere, standingRing, without } from "./shapes.ts"

const white: Rgb = [0.86, 0.86, 0.85]
const black: Rgb = [0.02, 0.02, 0.025]
const steel: Rgb = [0.5, 0.51, 0.53]

/** Products of other kinds than all before, kept aside as well: only for judging whether a change holds elsewhere. */
export const freshProducts: Record<string, Product> = {
  bottle: (main, second) => [
    {
      shape: melt(0.25, cylinder(0, 0, 0, 0.38, 1.15, 0.1), cylinder(0, 1.1, 0, 0.14, 0.6)),
      colour: main,
      gloss: 0.8,
    },
    { shape: cylinder(0, 1.7, 0, 0.16, 0.2), colour: second, gloss: 0.4 },
    { shape: cylinder(0, 0.3, 0, 0.385, 0.5), colour: white, gloss: 0.1 },
  ],
  sneaker: (main, second) => [
    {
      shape: melt(0.25, box(-0.45, 0.55, 0, 0.6, 0.65, 0.42, 0.15), rod([-0.2, 0.4, 0], [0.75, 0.28, 0], 0.27, 0.19)),
      colour: main,
      gloss: 0.1,
    },
    { shape: box(0.1, 0.11, 0, 1.85, 0.22, 0.56, 0.1), colour: white, gloss: 0.2 },
    { shape: box(-0.2, 0.5, 0.22, 0.5, 0.1, 0.06, 0.02), colour: second, gloss: 0.2 },
  ],
  mug: (main) => [
    {
      shape: without(cylinder(-0.15, 0, 0, 0.55, 1.2, 0.05), cylinder(-0.15, 0.1, 0, 0.48, 1.3, 0.05)),
      colour: main,
      gloss: 0.5,
    },
    { shape: standingRing(0.45, 0.62, 0, 0.34, 0.075), colour: main, gloss: 0.5 },
  ],
  spectacles: (main, second) => [
    { shape: standingRing(-0.5, 0.48, 0, 0.42, 0.05), colour: main, gloss: 0.5 },
    { shape: standingRing(0.5, 0.48, 0, 0.42, 0.05), colour: main, gloss: 0.5 },
    { shape: rod([-0.1, 0.55, 0], [0.1, 0.55, 0], 0.045), colour: second, gloss: 0.5 },
    { shape: rod([-0.9, 0.55, 0], [-0.85, 0.5, -0.9], 0.04), colour: second, gloss: 0.5 },
    { shape: rod([0.9, 0.55, 0], [0.85, 0.5, -0.9], 0.04), colour: second, gloss: 0.5 },
  ],
  wristwatch: (main, second) => [
    { shape: without(cylinder(0, 0.1, 0, 0.75, 0.45, 0.05), cylinder(0, 0, 0, 0.68, 0.8)), colour: main, gloss: 0.2 },
    { shape: sphere(0, 0.33, 0.72, 0.3), colour: steel, gloss: 0.9 },
    { shape: sphere(0, 0.33, 0.82, 0.25), colour: second, gloss: 0.6 },
  ],
  bucket: (main) => [
    {
      shape: without(rod([0, 0.1, 0], [0, 0.9, 0], 0.5, 0.7), box(0, 1.6, 0, 3, 1.4, 3)),
      colour: main,
      gloss: 0.4,
    },
    { shape: standingRing(0, 0.95, 0, 0.72, 0.035), colour: steel, gloss: 0.7 },
  ],
  desklamp: (main, second) => [
    { shape: cylinder(0, 0, 0, 0.5, 0.1), colour: second, gloss: 0.4 },
    { shape: rod([0, 0.1, 0], [-0.45, 1, 0], 0.045), colour: steel, gloss: 0.7 },
    { shape: rod([-0.45, 1, 0], [0.3, 1.6, 0], 0.045), colour: steel, gloss: 0.7 },
    { shape: rod([0.25, 1.65, 0], [0.5, 1.35, 0], 0.12, 0.3), colour: main, gloss: 0.4 },
  ],
  chair: (main, second) => [
    { shape: box(0, 0.85, 0, 1, 0.12, 0.9, 0.04), colour: main, gloss: 0.2 },
    { shape: box(0, 1.45, -0.42, 1, 0.6, 0.1, 0.04), colour: main, gloss: 0.2 },
    ...[-0.42, 0.42].flatMap((x): Part[] => [
      { shape: rod([x, 0.05, 0.38], [x, 0.85, 0.38], 0.05), colour: second, gloss: 0.2 },
      { shape: rod([x, 0.05, -0.42], [x, 1.6, -0.42], 0.05), colour: second, gloss: 0.2 },
    ]),
  ],
  headset: (main, second) => [
    { shape: without(standingRing(0, 0.95, 0, 0.7, 0.07), box(0, 0.2, 0, 3, 1, 1)), colour: main, gloss: 0.3 },
    { shape: sphere(-0.7, 0.55, 0, 0.32), colour: second, gloss: 0.3 },
    { shape: sphere(0.7, 0.55, 0, 0.32), colour: second, gloss: 0.3 },
  ],
  handbag: (main, second) => [
    {
      shape: melt(0.15, box(0, 0.45, 0, 1.5, 0.9, 0.5, 0.15), rod([-0.5, 0.9, 0], [0.5, 0.9, 0], 0.18)),
      colour: main,
      gloss: 0.3,
    },
    { shape: standingRing(0, 1, 0, 0.5, 0.05), colour: second, gloss: 0.3 },
    { shape: box(0, 0.75, 0.27, 0.25, 0.16, 0.06, 0.02), colour: [0.7, 0.5, 0.15], gloss: 0.9 },
  ],
  blender: (main, second) => [
    { shape: rod([0, 0.3, 0], [0, 0.5, 0], 0.45, 0.35), colour: main, gloss: 0.5 },
    { shape: cylinder(0, 0, 0, 0.47, 0.3, 0.05), colour: main, gloss: 0.5 },
    { shape: rod([0, 0.7, 0], [0, 1.55, 0], 0.28, 0.36), colour: white, gloss: 0.9 },
    { shape: cylinder(0, 1.75, 0, 0.3, 0.16), colour: black, gloss: 0.3 },
    { shape: standingRing(0.42, 1.2, 0, 0.25, 0.05), colour: second, gloss: 0.3 },
  ],
  rings: (main, second) => [
    { shape: lyingRing(-0.3, 0.09, 0.1, 0.6, 0.09), colour: main, gloss: 0.9 },
    { shape: standingRing(0.6, 0.45, -0.2, 0.38, 0.07), colour: second, gloss: 0.9 },
    { shape: sphere(0.6, 0.95, -0.2, 0.14), colour: white, gloss: 0.9 },
  ],
}
