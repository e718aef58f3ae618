import type { Chance } from "./chance.ts"
import type { Rgb } from "./shapes.ts"

/** A colour in linear light: white, black, grey, muted or strong; one in five is close to the ground's own. */
export function randomColour(chance: Chance, near: Rgb): Rgb {
  if (chance.is(0.2))
    return near.map((value) => clamp(value * chance.between(0.7, 1.35) + chance.between(-0.02, 0.03))) as Rgb
  const tone = chance.between(0, 1)
  if (tone < 0.16) return tinted(chance, chance.between(0.7, 0.9), 0.03)
  if (tone < 0.3) return tinted(chance, chance.between(0.012, 0.05), 0.006)
  if (tone < 0.42) return tinted(chance, chance.between(0.1, 0.6), 0.03)
  return hue(chance.between(0, 6), chance.between(0.3, 1), chance.between(0.05, 0.8))
}

function tinted(chance: Chance, value: number, spread: number): Rgb {
  return [0, 1, 2].map(() => clamp(value + chance.between(-spread, spread))) as Rgb
}

/** @param at 0 to 6 around the circle of hues */
function hue(at: number, saturation: number, value: number): Rgb {
  const channel = (n: number): number => {
    const k = (n + at) % 6
    return clamp((value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)))) ** 1.3)
  }
  return [channel(5), channel(3), channel(1)]
}

function clamp(value: number): number {
  return Math.min(0.98, Math.max(0.008, value))
}
