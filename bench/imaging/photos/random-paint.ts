import type { Chance } from "./chance.ts"
import { valueNoise } from "./grounds.ts"
import { randomColour } from "./random-colour.ts"
import type { Rgb } from "./shapes.ts"

/** A pattern in space: stripes, checks, dots, clouds or a fade from the first colour to another. */
export function randomPaint(chance: Chance, first: Rgb): (x: number, y: number, z: number) => Rgb {
  const second = randomColour(chance, first)
  const often = chance.between(1.5, 12)
  const phase = chance.between(0, 10)
  const share = chance.between(0.25, 0.75)
  const across = chance.pick([0, 1, 2])
  const along = (x: number, y: number, z: number): number => [x, y, x + y][across] ?? z
  const blend = (t: number): Rgb => first.map((value, c) => value + t * ((second[c] ?? 0) - value)) as Rgb
  return chance.pick([
    (x: number, y: number, z: number) => ((along(x, y, z) * often + phase + 100) % 1 < share ? first : second),
    (x: number, y: number, z: number) =>
      (Math.floor(x * often + phase) + Math.floor(y * often) + Math.floor(z * often)) % 2 === 0 ? first : second,
    (x: number, y: number, z: number) =>
      Math.hypot(((x * often + phase + 100) % 1) - 0.5, ((y * often + 100) % 1) - 0.5, ((z * often + 100) % 1) - 0.5) <
      share * 0.6
        ? second
        : first,
    (x: number, y: number, z: number) => blend(valueNoise(often * x + phase, often * y + 3 * z)),
    (_x: number, y: number) => blend(Math.min(1, Math.max(0, y * 0.7))),
  ])
}
