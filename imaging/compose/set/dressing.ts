import type { Product } from "#imaging/compose/product/product.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Palette } from "#imaging/render/settings/palette.ts"
import { makeProps } from "#imaging/render/settings/props.ts"
import { backForms, plinth, podium, type Stand, standMaterial } from "#imaging/render/settings/stand.ts"
import type { Foot } from "./footprint.ts"
import type { Template } from "./templates.ts"

/** What stands, lies and is built around a product. */
export interface Dressing {
  template: Template
  palette: Palette
  random: () => number
}

/** Smallest half sizes of stands, world units: smaller ones look like accidents. */
const least = { podium: 0.6, plinthX: 0.5, plinthZ: 0.45 }

/** A stand as wide as what the product stands on; long products get a plinth instead of a podium. */
export function standFor(product: Product, feet: readonly Foot[], { template, palette, random }: Dressing): Stand {
  if (!template.stand) return { objects: [], height: 0 }
  const corners = feet.flat()
  const material = standMaterial(template.looks?.stand ?? null, palette)
  if (template.stand === "plinth" || product.wide > 1.5 * product.tall) {
    const halfX = Math.max(least.plinthX, ...corners.map(([x]) => Math.abs(x)))
    return plinth(halfX, Math.max(least.plinthZ, ...corners.map(([, z]) => Math.abs(z))), material)
  }
  const step = template.stand === "steps" ? standMaterial(null, { ...palette, stand: palette.deep }) : null
  return podium(Math.max(least.podium, ...corners.map(([x, z]) => Math.hypot(x, z))), material, step, random)
}

/** Props beside the stand and forms behind it: never before the product. */
export function dress(product: Product, stand: Stand, { template, palette, random }: Dressing): SceneObject[] {
  const top = stand.objects.at(-1)
  const radius = top?.geometry.kind === "field" ? top.geometry.shape.bounds.max[0] : 0
  const reach = Math.max(product.wide / 2, radius)
  const choices = template.props ?? []
  const names = choices[Math.floor(random() * choices.length)] ?? []
  const space = { reach, floor: stand.height, podium: null, tall: product.tall, palette, random }
  const wanted = names.map((name) => ({ name, color: template.looks?.props?.[name] ?? null }))
  const forms = template.hasForms ? backForms(reach, product.tall + stand.height, palette, random) : []
  return [...makeProps(wanted, space), ...forms]
}
