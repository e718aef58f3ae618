import type { Chance } from "./chance.ts"
import { chanceOf } from "./chance.ts"
import { type Ground, valueNoise } from "./grounds.ts"
import { randomColour } from "./random-colour.ts"
import type { Rgb } from "./shapes.ts"

type Surface = (u: number, v: number) => Rgb

/** Colour of a ground about its middle, in linear light: products are sometimes given nearly the same. */
export interface RandomGround extends Ground {
  mean: Rgb
  /** Neither floor nor wall has a pattern. */
  isPlain: boolean
}

/**
 * A floor and wall nobody has seen: half of them plain (even, fading, a spot of light), half with a pattern of random
 * kind, size, colours and contrast; the wall continues the floor, is another pattern, or is plain.
 */
export function randomGround(random: () => number): RandomGround {
  const chance = chanceOf(random)
  const base = groundColour(chance)
  const isPlainFloor = chance.is(0.45)
  const floor = isPlainFloor ? plain(chance, base) : pattern(chance, base)
  const wallKind = chance.between(0, 1)
  const wallColour = groundColour(chance)
  const wall = wallKind < 0.5 ? undefined : wallKind < 0.75 ? plain(chance, wallColour) : pattern(chance, wallColour)
  const light = chance.between(0.25, 0.75)
  return {
    mean: base,
    isPlain: isPlainFloor && wallKind < 0.75,
    ambient: light,
    key: chance.between(0.35, 0.95),
    hasCorner: wall === undefined ? chance.is(0.3) : true,
    colour: (x, z, up) => (wall !== undefined && up > 0 ? wall(x, up) : floor(x, z + up)),
  }
}

function groundColour(chance: Chance): Rgb {
  const kind = chance.between(0, 1)
  if (kind < 0.3) {
    const value = chance.between(0.6, 0.98)
    return [value, value * chance.between(0.93, 1.02), value * chance.between(0.85, 1.03)]
  }
  if (kind < 0.42) {
    const value = chance.between(0.01, 0.1)
    return [value, value * chance.between(0.9, 1.1), value * chance.between(0.9, 1.3)]
  }
  return randomColour(chance, [chance.between(0.2, 0.7), chance.between(0.15, 0.6), chance.between(0.1, 0.5)])
}

function plain(chance: Chance, base: Rgb): Surface {
  const kind = chance.between(0, 1)
  if (kind < 0.5) return () => base
  const other = randomColour(chance, base)
  const [a, b, c] = [chance.between(-0.12, 0.12), chance.between(-0.12, 0.12), chance.between(0.2, 0.8)]
  if (kind < 0.75) return (u, v) => mix(base, other, c + a * u + b * v)
  const [x, z, wide] = [chance.between(-1.5, 1.5), chance.between(-2.5, 0.5), chance.between(0.08, 0.5)]
  const strength = chance.between(0.3, 1)
  return (u, v) => mix(base, other, strength * Math.exp(-wide * ((u - x) ** 2 + (v - z) ** 2)))
}

function pattern(chance: Chance, base: Rgb): Surface {
  const other = chance.is(0.4)
    ? (base.map((value) => Math.min(0.95, value * chance.between(0.3, 1.7) + 0.01)) as Rgb)
    : randomColour(chance, base)
  const third = chance.is(0.5)
    ? (base.map((value) => value * chance.between(0.4, 0.9)) as Rgb)
    : randomColour(chance, base)
  const turn = chance.between(0, Math.PI)
  const [ca, sa] = [Math.cos(turn), Math.sin(turn)]
  const size = 1 / chance.between(0.8, 14)
  const stretch = chance.pick([1, 1, chance.between(0.08, 0.4)])
  const gap = chance.between(0.02, 0.12)
  const noise = (u: number, v: number): number =>
    0.55 * valueNoise(u + 31, v + 17) + 0.3 * valueNoise(2.3 * u + 7, 2.3 * v) + 0.15 * valueNoise(5.1 * u, 5.1 * v + 3)
  const grain = chance.is(0.6) ? chance.between(0, 0.35) : 0
  const often = chance.between(8, 40)
  const grained = (surface: Surface): Surface =>
    grain === 0
      ? surface
      : (u, v) => {
          const t = 1 - grain + 2 * grain * valueNoise(often * u + 5, often * v * stretch)
          return surface(u, v).map((value) => Math.min(0.98, value * t)) as Rgb
        }
  const turned = (inner: Surface): Surface =>
    grained((u, v) => inner((ca * u + sa * v + 60) / size / 4, ((-sa * u + ca * v) * stretch + 60) / size / 4))
  const offset = chance.pick([0, 0.5, chance.between(0, 1)])
  const share = chance.between(0.2, 0.7)
  return turned(
    chance.pick<Surface>([
      (u, v) => mix(base, other, smooth((noise(u, v) - 0.5) * 3 + 0.5)),
      (u, v) => mix(base, other, noise(u, v * 0.12)),
      (u, v) => mix(other, base, Math.min(1, 2.5 * Math.abs(Math.sin(1.5 * (u + 2.5 * noise(0.4 * u, 0.4 * v)))))),
      (u, v) => {
        const row = Math.floor(v)
        const along = fraction(u * 0.45 + row * offset)
        if (v - row < gap * 2 || along < gap) return third
        return mix(base, other, tone(row, Math.floor(u * 0.45 + row * offset)))
      },
      (u) => (fraction(u) < share ? base : other),
      (u, v) => mix(base, third, (fraction(u * 0.5) < share ? 0.5 : 0) + (fraction(v * 0.5) < share ? 0.5 : 0)),
      (u, v) => (noise(u * 1.4, v * 1.4) > 0.55 ? other : noise(u * 1.1 + 40, v * 1.1) > 0.62 ? third : base),
      (u, v) => (Math.hypot(fraction(u) - 0.5, fraction(v) - 0.5) < share * 0.5 ? other : base),
      (u, v) => {
        const t = 0.5 + 0.5 * Math.sin(6 * u) * Math.sin(5 * v + 3 * Math.abs(fraction(u) - 0.5))
        return mix(base, other, t * 0.7)
      },
      (u, v) => {
        const board = Math.floor(u * 0.5)
        if (fraction(u * 0.5) < gap * 0.6) return third
        return mix(base, other, 0.6 * tone(board, 3) + 0.4 * noise(3 * u, 0.25 * v + board * 9))
      },
      (u, v) => ((Math.floor(u) + Math.floor(v)) % 2 === 0 ? base : other),
    ]),
  )
}

function tone(i: number, j: number): number {
  return valueNoise(i * 7 + 0.5, j * 13 + 0.5)
}

function fraction(value: number): number {
  return value - Math.floor(value)
}

function smooth(t: number): number {
  const bounded = Math.min(1, Math.max(0, t))
  return bounded * bounded * (3 - 2 * bounded)
}

function mix(a: Rgb, b: Rgb, t: number): Rgb {
  const bounded = Math.min(1, Math.max(0, t))
  return [0, 1, 2].map((c) => (a[c] ?? 0) + bounded * ((b[c] ?? 0) - (a[c] ?? 0))) as Rgb
}
