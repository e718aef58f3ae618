import { linear, type Rgb, shadeWords } from "#imaging/render/language/colours.ts"
import type { Look } from "#imaging/render/language/reading.ts"
import type { SurfaceWord } from "#imaging/render/language/scenery-words.ts"
import type { Material, Surface, Texture } from "#imaging/render/scene/scene.ts"
import { fractalTable, hash, noise, smoothStep } from "#imaging/render/trace/noise.ts"
import { finish } from "./finishes.ts"
import { printOf } from "./patterns.ts"
import { plasterTexture } from "./textures.ts"

/** The material of a floor or table top, seen from above, around the subject at the origin. */
export function surfaceMaterial(name: SurfaceWord, look: Look | null, seed: number): Material {
  const shade = look?.words.map((word) => shadeWords[word]).find((s) => s !== undefined)
  const pick = (natural: Rgb): Rgb => look?.colours[0] ?? (shade ? shade(natural) : natural)
  switch (name) {
    case "marble":
      return finish("marble", pick(linear("#e4e1da")))
    case "wood":
      return planks(pick(linear("#8f6039")), seed)
    case "linen":
    case "rug":
      return cloth(pick(linear("#d9cfbd")), name === "rug" ? 0.5 : 1)
    case "velvet":
      return { ...finish("velvet", pick(linear("#7a2438"))) }
    case "silk":
      return silk(pick(linear("#d9b9a6")))
    case "stone":
      return finish("stone", pick(linear("#a8a29a")))
    case "sand":
      return sand(pick(linear("#d8b98c")))
    case "grass":
      return grass()
    case "ankara":
    case "adire":
      return printedCloth(name, look)
    case "water":
      return water()
    case "mirror":
      return { color: pick([0.012, 0.012, 0.014]), roughness: 0.06, specular: 0.06 }
    case "leather":
      return finish("leather", pick(linear("#6b3e22")))
  }
}

/** A plain floor of one colour with the faintest plaster grain. */
export const plainFloor = (color: Rgb): Material => ({
  color,
  roughness: 0.62,
  specular: 0.03,
  texture: plasterTexture,
})

/** Boards along x with figure, pores and dark joints. */
function planks(color: Rgb, seed: number): Material {
  const dark: Rgb = [color[0] * 0.4, color[1] * 0.34, color[2] * 0.3]
  const coarse = fractalTable(4, 0)
  const fine = fractalTable(5, 1)
  const width = 1.05
  const texture: Texture = (s, x, _y, z) => {
    const board = Math.floor(z / width + 50)
    const across = z / width + 50 - board
    const own = hash(board, 3, seed) * 15
    const tone = 0.82 + 0.32 * hash(board, 9, seed)
    const warp = coarse.at(x * 0.3 + own, z * 0.9) * 0.8
    const figure = coarse.at(x * 0.14 + own, (across + warp) * 3.2 + own)
    const pores = fine.at(x * 0.7 + own, z * 15)
    const k = smoothStep(0.28, 0.72, figure)
    const joint = smoothStep(0, 0.014, Math.min(across, 1 - across))
    for (let i = 0; i < 3; i += 1) {
      const base = (dark[i] ?? 0) + ((color[i] ?? 0) - (dark[i] ?? 0)) * (0.28 + 0.78 * k)
      s.color[i] = base * tone * (0.84 + 0.32 * pores) * (0.25 + 0.75 * joint)
    }
    s.roughness = 0.36 + 0.22 * (1 - k)
    s.bump[0] = (pores - 0.5) * 0.03
    s.bump[2] = (pores - 0.5) * 0.06 + (1 - joint) * (across < 0.5 ? 0.5 : -0.5)
  }
  return { color, roughness: 0.4, specular: 0.04, texture }
}

/** Woven cloth lying in long soft folds that leave the middle flat. */
function cloth(color: Rgb, folds: number): Material {
  const coarse = fractalTable(4, 0)
  const texture: Texture = (s, x, _y, z) => {
    const far = smoothStep(0.7, 2.4, Math.hypot(x, z)) * folds
    const slope = (dx: number, dz: number): number =>
      coarse.at((x + dx) * 0.42 + (z + dz) * 0.2 + 4, (z + dz) * 0.16 - (x + dx) * 0.05)
    const here = slope(0, 0)
    s.bump[0] = -(slope(0.03, 0) - here) * 9 * far + Math.sin(x * 230) * 0.1
    s.bump[2] = -(slope(0, 0.03) - here) * 9 * far + Math.sin(z * 230) * 0.1
    const slub = coarse.at(x * 1.5, z * 14) + coarse.at(x * 14, z * 1.5) - 1
    shadeBy(s, 0.97 + slub * 0.22)
  }
  return { color, roughness: 0.95, specular: 0.02, texture }
}

function silk(color: Rgb): Material {
  const coarse = fractalTable(4, 0)
  const texture: Texture = (s, x, _y, z) => {
    const far = smoothStep(0.5, 1.8, Math.hypot(x, z))
    const slope = (dx: number, dz: number): number =>
      coarse.at((x + dx) * 0.3 + (z + dz) * 0.24 + 2, (z + dz) * 0.2 - (x + dx) * 0.12)
    const here = slope(0, 0)
    s.bump[0] = -(slope(0.03, 0) - here) * 14 * far
    s.bump[2] = -(slope(0, 0.03) - here) * 14 * far
  }
  return { color, roughness: 0.32, specular: 0.08, texture }
}

function sand(color: Rgb): Material {
  const coarse = fractalTable(4, 0)
  const fine = fractalTable(5, 1)
  const texture: Texture = (s, x, _y, z) => {
    const drift = coarse.at(x * 0.22 + 3, z * 0.22)
    const phase = (x * 0.35 + z * 1.25 + drift * 3) * 7.5
    const grain = fine.at(x * 9, z * 9) - 0.5
    const far = smoothStep(0.2, 1.6, Math.hypot(x, z))
    shadeBy(s, 0.98 + grain * 0.3 + Math.sin(phase) * 0.035 * far)
    s.bump[0] = grain * 0.4 + Math.cos(phase) * 0.07 * far
    s.bump[2] = (fine.at(x * 9 + 5, z * 9 + 3) - 0.5) * 0.4 + Math.cos(phase) * 0.2 * far
  }
  return { color, roughness: 0.96, specular: 0.02, texture }
}

function grass(): Material {
  const coarse = fractalTable(4, 0)
  const fine = fractalTable(5, 1)
  const dark = linear("#24401c")
  const pale = linear("#86a04a")
  const texture: Texture = (s, x, _y, z) => {
    const patch = coarse.at(x * 0.5, z * 0.5)
    const blades = fine.at(x * 9, z * 5)
    const tips = fine.at(x * 17 + 3, z * 11 + 5)
    const k = smoothStep(0.25, 0.8, blades * 0.55 + tips * 0.3 + patch * 0.25)
    for (let i = 0; i < 3; i += 1) s.color[i] = (dark[i] ?? 0) + ((pale[i] ?? 0) - (dark[i] ?? 0)) * k
    s.bump[0] = (blades - 0.5) * 1.5
    s.bump[2] = (tips - 0.5) * 1.5
  }
  return { color: dark, roughness: 0.95, specular: 0.02, texture }
}

function printedCloth(name: "ankara" | "adire", look: Look | null): Material {
  const print = printOf(name, look?.colours ?? [])
  const weave = cloth([1, 1, 1], 0.7).texture
  const ink: [number, number, number] = [0, 0, 0]
  const texture: Texture = (s, x, y, z, nx, ny, nz) => {
    print(x * 0.72 + z * 0.2, z * 0.72 - x * 0.2, ink)
    s.color[0] = ink[0]
    s.color[1] = ink[1]
    s.color[2] = ink[2]
    weave?.(s, x, y, z, nx, ny, nz)
  }
  return { color: [0.3, 0.2, 0.1], roughness: 0.9, specular: 0.02, texture }
}

function water(): Material {
  const fine = fractalTable(4, 2)
  const texture: Texture = (s, x, _y, z) => {
    const ring = Math.sin(Math.hypot(x, z) * 16) * 0.05 * smoothStep(3, 0.8, Math.hypot(x, z))
    s.bump[0] = (fine.at(x * 1.1, z * 1.8) - 0.5) * 0.14 + ring * x
    s.bump[2] = (fine.at(x * 1.1 + 5, z * 1.8 + 2) - 0.5) * 0.14 + ring * z
  }
  return { color: [0.03, 0.075, 0.085], roughness: 0.05, specular: 0.05, texture }
}

/** Wet night street: puddles that mirror the lights between rough patches. */
export function wetAsphalt(): Material {
  const coarse = fractalTable(4, 0)
  const fine = fractalTable(5, 1)
  const texture: Texture = (s, x, _y, z) => {
    const wet = smoothStep(0.4, 0.56, coarse.at(x * 0.7 + 2, z * 0.7))
    const grit = fine.at(x * 9, z * 9)
    const k = 0.03 + 0.035 * grit * (1 - wet * 0.7)
    s.color[0] = k
    s.color[1] = k
    s.color[2] = k * 1.08
    s.roughness = 0.08 + 0.4 * (1 - wet)
    s.bump[0] = (grit - 0.5) * (0.02 + 0.3 * (1 - wet))
    s.bump[2] = (fine.at(x * 9 + 4, z * 9 + 2) - 0.5) * (0.02 + 0.3 * (1 - wet))
  }
  return { color: [0.04, 0.04, 0.045], roughness: 0.3, specular: 0.05, texture }
}

/** Square tiles with pale joints. */
export function tiles(color: Rgb, joint: Rgb, size: number): Material {
  const texture: Texture = (s, x, y, z, nx, ny) => {
    const u = Math.abs(nx) > 0.7 ? z : x
    const v = Math.abs(ny) > 0.7 ? z : y
    const a = Math.abs(u / size - Math.floor(u / size) - 0.5)
    const b = Math.abs(v / size - Math.floor(v / size) - 0.5)
    const gap = smoothStep(0.478, 0.49, Math.max(a, b))
    const own = 0.96 + 0.08 * hash(Math.floor(u / size), Math.floor(v / size), 5)
    for (let i = 0; i < 3; i += 1) s.color[i] = (color[i] ?? 0) * own + ((joint[i] ?? 0) - (color[i] ?? 0) * own) * gap
    s.roughness = 0.16 + gap * 0.7
  }
  return { color, roughness: 0.16, specular: 0.045, texture }
}

/** Fresh snow. */
export function snowfield(): Material {
  const fine = fractalTable(5, 1)
  const texture: Texture = (s, x, _y, z) => {
    s.bump[0] = (fine.at(x * 1.2, z * 1.2) - 0.5) * 0.35 + (noise(x * 60, 0, z * 60) - 0.5) * 0.2
    s.bump[2] = (fine.at(x * 1.2 + 4, z * 1.2 + 9) - 0.5) * 0.35
  }
  return { color: [0.8, 0.83, 0.88], roughness: 0.8, specular: 0.04, texture }
}

function shadeBy(s: Surface, factor: number): void {
  s.color[0] *= factor
  s.color[1] *= factor
  s.color[2] *= factor
}
