import { linear, type Rgb, scale } from "#imaging/render/language/colours.ts"
import type { MaterialWord } from "#imaging/render/language/vocabulary.ts"
import { absorptionOf, type Material, type Texture } from "#imaging/render/scene/scene.ts"
import type { Print } from "./patterns.ts"
import {
  clayTexture,
  fabricTexture,
  leatherTexture,
  marbleTexture,
  rattanTexture,
  stoneTexture,
  velvetTexture,
  woodTexture,
} from "./textures.ts"

/** What a finish needs beside its name and colour. */
export interface FinishOptions {
  /** Direction of wood grain; along x when absent. */
  grain?: 0 | 1 | 2
  /** Print over the surface. */
  print?: Print
  /** Prints wrap around the y axis at this radius instead of lying flat. */
  roundness?: number
  /** Where a print lies that follows the thing's own surface, as on a garment. */
  layout?: Layout
  /** How much finer the weave of cloth is than on a cushion, for garments at full length; 1 when absent. */
  fineness?: number
  /** Thickness over which coloured glass reaches its colour, world units. */
  depth?: number
  priority?: number
  /** Cloth, leather and wood things: a metal's name is only a colour there ("gold sofa"). */
  isSoft?: boolean
}

/** Place in a print by place in space, written into `out`. Pure and fast. */
export type Layout = (x: number, y: number, z: number, out: [number, number]) => void

/** Mirror colours of metals (linear light), after measured reflectances of the pure metals, rounded by eye. */
export const metals: Readonly<Record<string, Rgb>> = {
  gold: [1, 0.7, 0.3],
  silver: [0.93, 0.92, 0.9],
  "rose gold": [0.96, 0.64, 0.52],
  copper: [0.93, 0.5, 0.34],
  bronze: [0.62, 0.4, 0.2],
  brass: [0.86, 0.64, 0.27],
  steel: [0.62, 0.62, 0.63],
  chrome: [0.8, 0.81, 0.83],
}

/** Natural colour of materials that have one. */
export const naturalColours: Readonly<Partial<Record<MaterialWord, Rgb>>> = {
  clay: linear("#b8674a"),
  wood: linear("#8a5a34"),
  rattan: linear("#c49a62"),
  marble: linear("#e6e3dd"),
  stone: linear("#a9a39a"),
  linen: linear("#d8cbb4"),
  paper: linear("#c9a878"),
  wax: linear("#efe4cf"),
  leather: linear("#7a4526"),
  glass: linear("#eef3f1"),
  frosted: linear("#eef2f0"),
  crystal: linear("#f0f4f4"),
}

/** True for materials whose colour is that of their mirror image. */
export const isMetal = (kind: MaterialWord): boolean => kind in metals

/** A material of the given kind in the given colour, ready for a scene. */
export function finish(kind: MaterialWord, color: Rgb, options: FinishOptions = {}): Material {
  const metal = metals[kind]
  if (metal) {
    const roughness = kind === "chrome" ? 0.05 : kind === "steel" ? 0.26 : 0.16
    return { color: metal, roughness, metalness: 1 }
  }
  if (kind === "glass" || kind === "crystal" || kind === "frosted") {
    const ior = kind === "crystal" ? 1.62 : 1.5
    const glass = { ior, absorption: absorptionOf(color, options.depth ?? 0.55), priority: options.priority ?? 0 }
    return { color: [1, 1, 1], roughness: kind === "frosted" ? 0.34 : 0.0, glass }
  }
  const plain = plainFinish(kind, color, options)
  return options.print ? printed(plain, options.print, options) : plain
}

function plainFinish(kind: MaterialWord, color: Rgb, options: FinishOptions): Material {
  switch (kind) {
    case "ceramic":
      return { color, roughness: 0.16, specular: 0.05 }
    case "clay":
      return { color, roughness: 0.85, specular: 0.03, texture: clayTexture }
    case "glossy":
      return { color, roughness: 0.08, specular: 0.05 }
    case "matte":
      return { color, roughness: 0.62, specular: 0.035 }
    case "leather":
      return { color, roughness: 0.42, specular: 0.045, texture: leatherTexture }
    case "fabric":
    case "linen":
      return {
        color,
        roughness: 0.92,
        specular: 0.02,
        texture: fabricTexture(kind === "linen" ? 34 : 52, options.fineness),
      }
    case "velvet":
      return { color, roughness: 0.8, specular: 0.03, texture: velvetTexture }
    case "silk":
      return { color, roughness: 0.34, specular: 0.07 }
    case "wood":
      return { color, roughness: 0.4, specular: 0.04, texture: woodTexture(color, options.grain ?? 0) }
    case "rattan":
      return { color, roughness: 0.7, specular: 0.03, texture: rattanTexture }
    case "marble":
      return { color, roughness: 0.12, specular: 0.045, texture: marbleTexture(color) }
    case "stone":
      return { color, roughness: 0.88, specular: 0.03, texture: stoneTexture }
    case "paper":
      return { color, roughness: 0.88, specular: 0.03 }
    case "wax":
      return { color, roughness: 0.5, specular: 0.04, emission: scale(color, 0.03) }
    default:
      return { color, roughness: 0.34, specular: 0.045 }
  }
}

function printed(material: Material, print: Print, { roundness, layout }: FinishOptions): Material {
  const under = material.texture
  const place: [number, number] = [0, 0]
  const ink: [number, number, number] = [0, 0, 0]
  const texture: Texture = (s, x, y, z, nx, ny, nz) => {
    if (layout) {
      layout(x, y, z, place)
      print(place[0], place[1], ink)
    } else if (roundness) print(Math.atan2(x, z) * roundness, y, ink)
    else if (Math.abs(ny) > 0.8) print(x, z, ink)
    else if (Math.abs(nx) > 0.75) print(z, y, ink)
    else print(x, y, ink)
    s.color[0] = ink[0]
    s.color[1] = ink[1]
    s.color[2] = ink[2]
    under?.(s, x, y, z, nx, ny, nz)
  }
  return { ...material, texture }
}

/** Colour of liquids by the words for them. */
export const liquids: Readonly<Record<string, Rgb>> = {
  coffee: linear("#2b1509"),
  tea: linear("#8a3f12"),
  honey: linear("#d08a1c"),
  milk: linear("#f2ece0"),
  juice: linear("#e8912a"),
  water: [0.93, 0.97, 0.98],
  "hot chocolate": linear("#4a2413"),
  wine: linear("#4a0a1c"),
}
