import type { Rgb } from "#imaging/render/language/colours.ts"
import type { Look } from "#imaging/render/language/reading.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothIntersect } from "#imaging/render/sdf/combine.ts"
import { absolute, length, subtract } from "#imaging/render/sdf/expression.ts"
import { type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "./finishes.ts"
import type { Palette } from "./palette.ts"
import { plasterTexture } from "./textures.ts"

/** A podium and its upper edge. */
export interface Stand {
  objects: SceneObject[]
  /** Height of its top: the product's floor. */
  height: number
}

const plaster = (color: Rgb): Material => ({ color, roughness: 0.6, specular: 0.03, texture: plasterTexture })

/** Material of podiums: what the prompt names ("marble podium"), else plaster in the palette. */
export function standMaterial(look: Look | null, palette: Palette): Material {
  const kind = look?.materials[0]
  const color = look?.colours[0]
  if (kind) return finish(kind, color ?? natural(kind) ?? palette.stand)
  return plaster(color ?? palette.stand)
}

function natural(kind: string): Rgb | undefined {
  const known: Readonly<Record<string, Rgb>> = {
    marble: [0.8, 0.78, 0.75],
    wood: [0.25, 0.12, 0.05],
    stone: [0.42, 0.39, 0.35],
  }
  return known[kind]
}

/** A round podium wide enough for a footprint of `radius`, sometimes with a wider step below. */
export function podium(radius: number, material: Material, step: Material | null, random: () => number): Stand {
  const wide = radius * (1.32 + random() * 0.14)
  const low = step ? 0.13 : 0
  const half = 0.15 + random() * 0.05
  const objects: SceneObject[] = []
  if (step) objects.push(field(translate(cylinder(wide * 1.34, low / 2, 0.03), [0, low / 2, 0]), step))
  objects.push(field(translate(cylinder(wide, half, 0.035), [0, low + half, 0]), material))
  return { objects, height: low + half * 2 }
}

/** A square plinth of the same kind. */
export function plinth(halfX: number, halfZ: number, material: Material): Stand {
  const half = 0.17
  return {
    objects: [field(translate(box([halfX * 1.28, half, halfZ * 1.5], 0.03), [0, half, 0]), material)],
    height: half * 2,
  }
}

/**
 * Larger plaster forms behind the product: an arch, a disc, or plinths of different heights at its sides.
 * @param mayHaveDisc false where shadows on the wall should stay free
 */
export function backForms(
  reach: number,
  tall: number,
  palette: Palette,
  random: () => number,
  mayHaveDisc = true,
): SceneObject[] {
  const side = random() < 0.5 ? -1 : 1
  const kind = random()
  const forms: SceneObject[] = []
  const high = 0.42 + random() * 0.3
  const aside = reach + 0.55 + random() * 0.15
  if (kind < 0.4) {
    const radius = Math.max(tall * 0.62, reach * 1.25)
    forms.push(field(translate(arch(radius, 0.13, 0.2), [0, 0, -1.6]), plaster(palette.deep)))
  } else if (kind < 0.68 && mayHaveDisc) {
    const radius = Math.max(tall * 0.6, reach * 1.1)
    forms.push(field(translate(disc(radius, 0.09), [side * 0.25, radius * 0.86, -1.75]), plaster(palette.pale)))
  }
  forms.push(field(translate(cylinder(0.5, high, 0.03), [side * aside, high, -0.95]), plaster(palette.stand)))
  if (random() < 0.7) {
    const low = 0.2 + random() * 0.12
    forms.push(field(translate(cylinder(0.36, low, 0.03), [-side * (aside + 0.1), low, -0.55]), plaster(palette.deep)))
  }
  return forms
}

/** Half a ring standing on the floor. */
function arch(radius: number, halfThick: number, halfDepth: number): Shape {
  const reach = radius + halfThick
  return smoothIntersect(
    0.04,
    {
      bounds: { min: [-reach, -0.02, -halfDepth], max: [reach, reach, halfDepth] },
      distance: ([x, y]) => subtract(absolute(subtract(length(x, y), radius)), halfThick),
    },
    {
      bounds: { min: [-reach, -0.02, -halfDepth], max: [reach, reach, halfDepth] },
      distance: ([, , z]) => subtract(absolute(z), halfDepth),
    },
  )
}

function disc(radius: number, halfDepth: number): Shape {
  return smoothIntersect(
    0.04,
    {
      bounds: { min: [-radius, -radius, -halfDepth], max: [radius, radius, halfDepth] },
      distance: ([x, y]) => subtract(length(x, y), radius),
    },
    {
      bounds: { min: [-radius, -radius, -halfDepth], max: [radius, radius, halfDepth] },
      distance: ([, , z]) => subtract(absolute(z), halfDepth),
    },
  )
}

function field(shape: Shape, material: Material): SceneObject {
  return { geometry: { kind: "field", shape }, material }
}
