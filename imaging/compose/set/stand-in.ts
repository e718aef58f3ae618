// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { linearOfByte } from "#imaging/colour/srgb.ts"
import type { Product } from "#imaging/compose/product/product.ts"
import { solidAlpha, spansOf } from "#imaging/compose/product/silhouette.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject, Texture } from "#imaging/render/scene/scene.ts"
import type { Foot } from "./footprint.ts"

/** Rows of slabs that stand for the product above its feet. */
const bands = 56
/** Corners of an oval slab. */
const corners = 14
/** Depth of an oval as a share of its half width. */
const roundness = 0.55
/** Deepest oval, as a share of the product's longer side. */
const deepest = 0.2
/** Height of the feet, as a share of the product's; above them the slabs take over. */
const footHeight = 0.05
/** Gap under the feet, world units: contact is dark, not black. */
const gap = 0.012
/** Several feet stay apart up to this share of the product's height: legs, or bottles side by side. */
const legShare = 0.3
/**
 * How fast slabs may outgrow the foot with height: the outline just above the floor is often the far side of the
 * product, and a slab hovering there would throw a black spot in front of it.
 */
const flare = 3
/** Share of the product's height from which slabs follow its outline; below, they stay over the foot. */
const footZone = 0.3
/** A slab is at most this much deeper than the foot, however wide the product swells. */
const mostSwell = 1.25

/**
 * A solid that throws the product's shadow, closes off the light below it and is seen in shiny floors, but never by the
 * lens: the photo itself goes there. Feet as traced, above them slabs as wide as the outline; the photo colours them
 * all. Stands on `floor`.
 */
export function buildStandIn(product: Product, feet: readonly Foot[], floor: number): SceneObject {
  const { picture, shape, unit, base } = product
  const solid = createSolid()
  const rise = footHeight * product.tall
  for (const foot of feet) solid.addPrism(foot, floor + gap, floor + rise + gap)
  const slabOf = slabMaker(product, feet)
  const middle = (shape.left + shape.right) / 2
  const rows = base.anchor - shape.top
  for (let band = 0; band < bands; band++) {
    const low = Math.max((band / bands) * rows * unit, rise * 0.6)
    const high = ((band + 1) / bands) * rows * unit
    if (high <= low) continue
    if (feet.length > 1 && low < legShare * product.tall) {
      for (const foot of feet.filter((_, i) => isSolidAbove(product, i, low)))
        solid.addPrism(foot, floor + low, floor + high)
      continue
    }
    const row = Math.round(base.anchor - (low + high) / 2 / unit)
    for (const [first, last] of spansOf(picture, Math.max(shape.top, row))) {
      const slab = slabOf(((first + last) / 2 - middle) * unit, ((last - first + 1) / 2) * unit, low)
      solid.addPrism(slab, floor + low, floor + high)
    }
  }
  const material = { color: shape.mean, roughness: 0.85, specular: 0, texture: photoTexture(product, floor) }
  return { geometry: { kind: "mesh", mesh: solid.mesh() }, material, isProxy: true }
}

/** Whether the product rises over one of its feet to this height, world units. */
function isSolidAbove({ picture, shape, base, unit }: Product, foot: number, height: number): boolean {
  const [first, last] = base.feet[foot] ?? [0, 0]
  const column = Math.round((first + last) / 2)
  const row = Math.round(shape.lowest[column]! - height / unit)
  return row >= 0 && picture.data[(row * picture.width + column) * 4 + 3]! >= solidAlpha
}

/** Cross-sections by middle and half width: the one foot at that width, or ovals over several feet. */
function slabMaker(product: Product, feet: readonly Foot[]): (x: number, halfWidth: number, height: number) => Foot {
  const all = feet.flat()
  const [foot] = feet
  const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))]
  const centre = all.reduce((sum, [, z]) => sum + z, 0) / all.length
  const limit = deepest * Math.max(product.tall, product.wide)
  return (x, halfWidth, height) => {
    if (!foot || feet.length > 1)
      return oval(x, centre, halfWidth, Math.min(limit, Math.max(0.02, halfWidth * roundness)))
    const free = Math.min(1, height / (footZone * product.tall))
    const most = 1 + (flare * height * free) / product.tall
    const wider = Math.min(most, halfWidth / Math.max(0.02, (right - left) / 2))
    const deeper = Math.min(mostSwell, wider)
    const middle = (left + right) / 2
    const over = middle + (x - middle) * free
    return foot.map(([fx, fz]) => [over + (fx - middle) * wider, centre + (fz - centre) * deeper])
  }
}

/** Front from left to right, then back, as feet run. */
function oval(x: number, z: number, halfWidth: number, depth: number): Foot {
  return Array.from({ length: corners }, (_, i) => {
    const angle = Math.PI - ((i + 0.5) / corners) * 2 * Math.PI
    return [x + Math.cos(angle) * halfWidth, z + Math.sin(angle) * depth]
  })
}

/** Collects upright prisms over outlines on the floor. */
function createSolid() {
  const positions: number[] = []
  const triangles: number[] = []
  return {
    addPrism(outline: Foot, bottom: number, top: number): void {
      const count = outline.length
      const first = positions.length / 3
      const centre = [0, 1].map((axis) => outline.reduce((sum, p) => sum + p[axis]!, 0) / count)
      for (const y of [bottom, top]) for (const [x, z] of outline) positions.push(x, y, z)
      for (const y of [bottom, top]) positions.push(centre[0]!, y, centre[1]!)
      const [below, above] = [first + 2 * count, first + 2 * count + 1]
      for (let i = 0; i < count; i++) {
        const next = (i + 1) % count
        const [a, b, c, d] = [first + i, first + next, first + count + next, first + count + i]
        triangles.push(a, b, c, a, c, d, below, b, a, above, d, c)
      }
    },
    mesh(): Mesh {
      return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) }
    },
  }
}

/** Colour of the photo seen from the front. */
function photoTexture({ picture, shape, unit, base }: Product, floor: number): Texture {
  const middle = (shape.left + shape.right) / 2
  const { data, width } = picture
  return (surface, x, y) => {
    const column = Math.min(shape.right, Math.max(shape.left, Math.round(x / unit + middle)))
    const row = Math.min(shape.bottom, Math.max(shape.top, Math.round(base.anchor - (y - floor) / unit)))
    const at = (row * width + column) * 4
    const isSolid = data[at + 3]! > 60
    for (let c = 0; c < 3; c++) surface.color[c] = isSolid ? linearOfByte[data[at + c]!]! : shape.mean[c]!
  }
}
