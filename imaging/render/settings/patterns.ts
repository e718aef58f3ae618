import { linear, luminance, mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { PatternWord } from "#imaging/render/language/vocabulary.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"

/** Colour of a printed pattern at a place of the surface, written into `out`. One unit is about a hand's width. */
export type Print = (u: number, v: number, out: [number, number, number]) => void

const put = (out: [number, number, number], c: Rgb): void => {
  out[0] = c[0]
  out[1] = c[1]
  out[2] = c[2]
}

/** @param colours base colour first; a missing second colour is chosen to contrast */
export function printOf(pattern: PatternWord, colours: readonly Rgb[]): Print {
  const base = colours[0] ?? linear("#2456b4")
  const other = colours[1] ?? (luminance(base) > 0.4 ? linear("#26262c") : linear("#f1eee9"))
  if (pattern === "ankara") return ankara(colours)
  if (pattern === "adire") return adire(colours)
  if (pattern === "floral") return floral(base, other)
  if (pattern === "striped") return (u, _v, out) => put(out, wave(u / 0.18) > 0.5 ? base : other)
  if (pattern === "dotted") {
    return (u, v, out) => {
      const row = Math.floor(v / 0.17)
      const x = fold(u / 0.2 + (row % 2) * 0.5) * 0.2
      const y = fold(v / 0.17) * 0.17
      put(out, Math.hypot(x, y) < 0.05 ? other : base)
    }
  }
  if (pattern === "checked") {
    return (u, v, out) =>
      put(out, mix(base, other, (wave(u / 0.24) > 0.5 ? 0.5 : 0) + (wave(v / 0.24) > 0.5 ? 0.5 : 0)))
  }
  return (_u, _v, out) => put(out, base)
}

/** Distance from the middle of the unit cell, -0.5 to 0.5. */
const fold = (x: number): number => x - Math.floor(x) - 0.5
const wave = (x: number): number => x - Math.floor(x)

/** West African wax print: rings with petals in a half-drop repeat, fine dots between. */
function ankara(colours: readonly Rgb[]): Print {
  const ground = colours[0] ?? linear("#15326e")
  const second = colours[1] ?? linear("#e08a1e")
  const third = colours[2] ?? linear("#f2dfae")
  const dark = linear("#14141c")
  const red = colours.length > 1 ? mix(second, dark, 0.4) : linear("#a3242c")
  const cell = 0.62
  return (u, v, out) => {
    const column = Math.floor(u / cell)
    const x = fold(u / cell) * cell
    const y = fold(v / cell + (column & 1) * 0.5) * cell
    const r = Math.hypot(x, y)
    const angle = Math.atan2(y, x)
    const petal = 0.2 + 0.055 * Math.cos(angle * 10)
    const small = Math.hypot(fold((u / cell) * 4) * cell * 0.25, fold((v / cell) * 4) * cell * 0.25)
    if (r < 0.045) put(out, red)
    else if (r < 0.085) put(out, third)
    else if (r < 0.1) put(out, dark)
    else if (r < petal - 0.018) put(out, fold((angle * 10) / (2 * Math.PI)) > 0 ? second : mix(second, third, 0.35))
    else if (r < petal) put(out, dark)
    else if (r < 0.272) put(out, third)
    else if (r < 0.284) put(out, dark)
    else if (r < 0.305) put(out, red)
    else put(out, small < 0.026 ? third : ground)
  }
}

/** Yoruba resist dye: squares of pale stripes, rings and leaves on indigo, with the edges that starch leaves. */
function adire(colours: readonly Rgb[]): Print {
  const ground = colours[0] ?? linear("#1b2a5e")
  const pale = colours[1] ?? linear("#c3d0e6")
  const cell = 0.56
  return (u, v, out) => {
    const [column, row] = [Math.floor(u / cell), Math.floor(v / cell)]
    const x = fold(u / cell)
    const y = fold(v / cell)
    const edge = 0.5 - Math.max(Math.abs(x), Math.abs(y))
    const r = Math.hypot(x, y)
    const angle = Math.atan2(y, x)
    const motifs = [
      Math.sin(r * 58),
      Math.sin((x + y) * 44),
      Math.cos(angle * 8) - Math.abs(r - 0.24) * 9 + 0.4,
      Math.sin(x * 46) * Math.sin(y * 46) * 1.6,
    ]
    const motif = motifs[(((column * 3 + row * 5) % 4) + 4) % 4] ?? 0
    const starch = edge < 0.07 ? (edge > 0.028 ? 1 : -1) : motif
    put(out, mix(ground, pale, smoothStep(-0.1, 0.5, starch) * 0.86))
  }
}

/** Yoruba strip weaving: sewn bands of fine stripes with rows of inlaid squares and a glint of metal thread. */
export function asoOke(colours: readonly Rgb[]): Print {
  const base = colours[0] ?? linear("#7a1230")
  const thread = colours[1] ?? (luminance(base) > 0.4 ? linear("#8a6a2c") : linear("#dcb463"))
  const pale = mix(thread, [1, 0.97, 0.9], 0.55)
  const dark = mix(base, [0.01, 0.01, 0.012], 0.45)
  const band = 0.44
  return (u, v, out) => {
    const x = fold(u / band) * band
    const across = Math.abs(x)
    const isInlaid = wave(v / 0.16) > 0.42 && wave((v / 0.16 - 0.42) * 6) > 0.25
    if (across > 0.213) put(out, dark)
    else if (across > 0.19) put(out, pale)
    else if (across > 0.165) put(out, base)
    else if (across > 0.14) put(out, thread)
    else if (across < 0.052) put(out, isInlaid && across > 0.012 ? thread : dark)
    else if (across < 0.066) put(out, pale)
    else put(out, wave(across / 0.0245) > 0.72 ? mix(base, thread, 0.6) : base)
  }
}

function floral(base: Rgb, other: Rgb): Print {
  const leaf = linear("#5d7a4a")
  return (u, v, out) => {
    const row = Math.floor(v / 0.3)
    const x = fold(u / 0.34 + (row & 1) * 0.5) * 0.34
    const y = fold(v / 0.3) * 0.3
    const r = Math.hypot(x, y)
    const angle = Math.atan2(y, x) + row
    const petals = 0.075 + 0.035 * Math.cos(angle * 5)
    put(out, base)
    if (r < 0.022) put(out, linear("#e0b040"))
    else if (r < petals) put(out, mix(other, base, smoothStep(0.02, 0.11, r) * 0.35))
    else if (r < 0.13 && Math.cos(angle * 3 + 1) > 0.86) put(out, leaf)
  }
}
