import { mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { Surface, Texture } from "#imaging/render/scene/scene.ts"
import { fractalTable, type NoiseTable, smoothStep } from "#imaging/render/trace/noise.ts"

/** Noise tables are made on first use: each costs some 60 ms once per thread. */
const coarse = (): NoiseTable => fractalTable(4, 0)
const fine = (): NoiseTable => fractalTable(5, 1)

function tint(s: Surface, factor: number): void {
  s.color[0] *= factor
  s.color[1] *= factor
  s.color[2] *= factor
}

/** Picks the plane that faces the normal, so that flat textures do not smear on sides. */
function planar(x: number, y: number, z: number, nx: number, ny: number, nz: number): [number, number] {
  const ax = Math.abs(nx)
  const ay = Math.abs(ny)
  const az = Math.abs(nz)
  if (ay >= ax && ay >= az) return [x, z]
  return ax >= az ? [z, y] : [x, y]
}

/** Bumps along both tangent directions, whichever way the surface faces. */
function bump(s: Surface, a: number, b: number, nx: number, ny: number): void {
  if (Math.abs(ny) > 0.7) {
    s.bump[0] += a
    s.bump[2] += b
  } else if (Math.abs(nx) > 0.7) {
    s.bump[2] += a
    s.bump[1] += b
  } else {
    s.bump[0] += a
    s.bump[1] += b
  }
}

/** Unglazed clay: soft rings of the wheel and a chalky grain. */
export const clayTexture: Texture = (s, x, y, z) => {
  const rings = coarse().at(y * 7, 0.3) - 0.5
  const grain = fine().at(x * 9 + z * 5, y * 9) - 0.5
  tint(s, 1 + rings * 0.22 + grain * 0.28)
  s.bump[1] += rings * 0.22
  s.bump[0] += grain * 0.12
}

/** Fine pebbled grain. */
export const leatherTexture: Texture = (s, x, y, z, nx, ny, nz) => {
  const [u, v] = planar(x, y, z, nx, ny, nz)
  const a = fine().at(u * 14, v * 14) - 0.5
  const b = fine().at(u * 14 + 5.3, v * 14 + 9.1) - 0.5
  tint(s, 0.94 + a * 0.28)
  s.roughness += b * 0.16
  bump(s, a * 0.22, b * 0.22, nx, ny)
}

/** Plain weave with `threads` threads per unit, or `fineness` times as many. */
export function fabricTexture(threads: number, fineness = 1): Texture {
  return (s, x, y, z, nx, ny, nz) => {
    const [a, b] = planar(x, y, z, nx, ny, nz)
    const [u, v] = [a * fineness, b * fineness]
    const slub = coarse().at(u * 3.1, v * 22) + coarse().at(u * 22, v * 3.1) - 1
    const warp = Math.sin(u * threads * 6.283)
    const weft = Math.sin(v * threads * 6.283)
    tint(s, 0.97 + (slub * 0.07 + warp * weft * 0.03) / fineness)
    bump(s, (warp * 0.05) / fineness, (weft * 0.05) / fineness, nx, ny)
  }
}

/** Locks of darker and lighter strands around the y axis; `order` 1 where they lie side by side, less where they curl. */
export function hairTexture(order: number): Texture {
  return (s, x, y, z) => {
    const around = Math.atan2(x, z)
    const lock = coarse().at(around * 5, y * 0.5) - 0.5
    const strand = fine().at(around * 26 * order + x * 7, y * 0.7) - 0.5
    tint(s, 0.96 + lock * 0.5 + strand * 0.5)
    s.roughness += strand * 0.16
  }
}

/** Short pile that lies in different directions. */
export const velvetTexture: Texture = (s, x, y, z, nx, ny, nz) => {
  const [u, v] = planar(x, y, z, nx, ny, nz)
  const nap = coarse().at(u * 1.7, v * 1.7) - 0.5
  tint(s, 0.95 + nap * 0.4)
  s.bump[0] += (fine().at(u * 12, v * 12) - 0.5) * 0.3
  s.bump[2] += nap * 0.2
}

/** Long figure along the chosen axis with pores and early rings. */
export function woodTexture(color: Rgb, grain: 0 | 1 | 2): Texture {
  const dark = mix(color, [0.02, 0.008, 0.003], 0.62)
  const pale = mix(color, [1, 0.9, 0.75], 0.12)
  return (s, x, y, z) => {
    const along = grain === 0 ? x : grain === 1 ? y : z
    const a = grain === 0 ? y : x
    const b = grain === 2 ? y : z
    const warp = coarse().at(along * 0.35 + 3, a * 1.3 + b * 0.7) * 1.6
    const rings = coarse().at(along * 0.16 + 7.7, (a * 1.9 + b * 1.4 + warp) * 2.2)
    const pores = fine().at(along * 0.8, (a * 0.9 + b) * 17)
    const k = smoothStep(0.3, 0.7, rings)
    for (let i = 0; i < 3; i += 1) {
      const base = (dark[i] ?? 0) + ((pale[i] ?? 0) - (dark[i] ?? 0)) * k
      s.color[i] = base * (0.86 + 0.28 * pores)
    }
    s.roughness += (0.5 - k) * 0.16
    s.bump[1] += (pores - 0.5) * 0.06
  }
}

/** Woven cane. */
export const rattanTexture: Texture = (s, x, y, z, nx, ny, _nz) => {
  const round = Math.abs(ny) < 0.7
  const u = (round ? Math.atan2(x, z) * 0.9 : x) * 9
  const v = (round ? y : z) * 9
  const odd = (Math.floor(u) + Math.floor(v)) & 1
  const fu = u - Math.floor(u) - 0.5
  const fv = v - Math.floor(v) - 0.5
  const across = odd ? fu : fv
  const along = odd ? fv : fu
  const height = Math.cos(across * 3) * (0.72 + 0.28 * Math.cos(along * 3.1))
  tint(s, 0.3 + 0.75 * Math.max(0, height) + 0.16 * (fine().at(u * 0.7, v * 0.7) - 0.5))
  bump(s, (odd ? fu : fu * 0.5) * 0.9, (odd ? fv * 0.5 : fv) * 0.9, nx, ny)
}

/** Soft clouds, a few long veins and many hair veins. */
export function marbleTexture(color: Rgb): Texture {
  const vein: Rgb = color[0] + color[1] + color[2] > 0.9 ? [0.3, 0.29, 0.28] : [0.85, 0.8, 0.7]
  return (s, x, y, z, nx, ny, nz) => {
    const [u, v] = planar(x, y, z, nx, ny, nz)
    const w = coarse().at(u * 0.8 + 3, v * 0.8 + 1)
    const long = Math.abs(fine().at(u * 0.55 + w * 1.6 + 4, v * 0.8 + w * 1.3) - 0.5) * 2
    const hair = Math.abs(fine().at(u * 1.7 + w * 2 + 9, v * 1.7 - w) - 0.5) * 2
    const k = (1 - Math.min(1, long * 6)) ** 2 * 0.75 + (1 - Math.min(1, hair * 8)) ** 3 * 0.4 * w
    const cloud = 0.93 + 0.14 * (w - 0.5)
    for (let i = 0; i < 3; i += 1) {
      const base = (color[i] ?? 0) * cloud
      s.color[i] = base + ((vein[i] ?? 0) - base) * k
    }
  }
}

/** Cast stone: fine pores and a slow change of tone. */
export const stoneTexture: Texture = (s, x, y, z, nx, ny, nz) => {
  const [u, v] = planar(x, y, z, nx, ny, nz)
  const cloud = coarse().at(u * 0.9, v * 0.9) - 0.5
  const grit = fine().at(u * 7, v * 7) - 0.5
  const pore = smoothStep(0.3, 0.22, fine().at(u * 4 + 3, v * 4 + 8))
  tint(s, 1 + cloud * 0.26 + grit * 0.22 - pore * 0.32)
  bump(s, grit * 0.3, cloud * 0.12, nx, ny)
}

/** Very fine plaster for podiums: hardly seen, but it keeps plain solids from looking like plastic. */
export const plasterTexture: Texture = (s, x, y, z, nx, ny, nz) => {
  const [u, v] = planar(x, y, z, nx, ny, nz)
  const a = fine().at(u * 5, v * 5) - 0.5
  const b = fine().at(u * 5 + 4, v * 5 + 7) - 0.5
  tint(s, 1 + a * 0.06)
  bump(s, a * 0.07, b * 0.07, nx, ny)
}
