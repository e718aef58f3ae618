import { linear, luminance, mix, type Rgb, scale } from "#imaging/render/language/colours.ts"
import type { MaterialWord } from "#imaging/render/language/vocabulary.ts"
import { cords } from "#imaging/render/mesh/cord.ts"
import { joinMeshes, type Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import type { Layout } from "#imaging/render/settings/finishes.ts"
import { lace } from "#imaging/render/settings/lace.ts"
import { type Kit, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { clothMesh, type Drape, type Fold } from "./drape.ts"
import { onTrunk, type Spine, sleeveDrape, type Trunk, trunkDrape } from "./garment.ts"
import { layOnSleeve, layOnTrunk } from "./print.ts"

/** What a garment is sewn of, when the prompt names nothing else. */
export interface Cloth {
  kind: MaterialWord
  color: Rgb
  /** Units of print per unit of garment: about 3.4 at full length, 1.6 for a shirt. */
  scale: number
}

/** Sews pieces of one cloth, each with the print lying on it. */
export interface Tailor {
  color: Rgb
  /** Cloth without folds of its own: cuffs, collars, patches. */
  plain: Material
  trunk(trunk: Trunk, lift?: number): SceneObject
  sleeves(spine: Spine, fold: Fold, from?: number, to?: number, lift?: number): SceneObject[]
  /** The same with a lining under lace. */
  legs(spine: Spine, fold: Fold): SceneObject[]
  piece(build: () => Mesh): SceneObject
}

const blackest = 0.026

/** A tailor for the prompt's colours, material and pattern. */
export function tailor(kit: Kit, cloth: Cloth): Tailor {
  const fineness = 2.2
  const of = (layout?: Layout): Material => {
    const made = kit.body(cloth, layout ? { isSoft: true, fineness, layout } : { isSoft: true, fineness })
    // Black cloth still gives some light back: without it lapels and folds would not be seen.
    const [r, g, b] = made.color
    return { ...made, color: [Math.max(r, blackest), Math.max(g, blackest), Math.max(b, blackest)] }
  }
  const flat = of((x, y, _z, out) => {
    out[0] = x * cloth.scale
    out[1] = y * cloth.scale
  })
  const color = namedColour(kit.look) ?? cloth.color
  const isLace = kit.look.pattern === "lace"
  const cord = kit.look.colours.find((other) => differ(other, color)) ?? null
  const repeats = 2.6 / cloth.scale
  const lining = mix(scale(color, 0.62), linear("#a0704f"), 0.2)
  const tubes = (spine: Spine, fold: Fold, from: number, to: number, lift: number, under?: Rgb): SceneObject[] =>
    ([1, -1] as const).map((side) => {
      const drape = sleeveDrape(spine, side, fold, lift)
      const part: Drape = (u, v) => drape(u, 1 - (to + (from - to) * v))
      const along = Math.max(8, Math.round((to - from) * 44))
      const layout = layOnSleeve(spine, side, cloth.scale)
      const own = of(layout)
      const material = isLace ? lace(own, { layout, cord, repeats, ...(under && { lining: under }) }) : own
      return meshPiece(() => clothMesh(part, { across: 48, along }), material)
    })
  return {
    color,
    plain: flat,
    piece: (build) => meshPiece(build, flat),
    trunk: (trunk, lift = 0) => {
      const layout = layOnTrunk(trunk, cloth.scale)
      const own = of(layout)
      const material = isLace ? lace(own, { layout, cord, repeats, lining, hem: trunk.hem(0) * cloth.scale }) : own
      return meshPiece(() => clothMesh(trunkDrape(trunk, lift), { across: 144, along: 72 }), material)
    },
    sleeves: (spine, fold, from = 0, to = 1, lift = 0) => tubes(spine, fold, from, to, lift),
    legs: (spine, fold) => tubes(spine, fold, 0, 1, 0, lining),
  }
}

/** Whether two colours are no shades of one ("navy blue" names one colour twice). */
function differ(a: Rgb, b: Rgb): boolean {
  const share = (c: Rgb, i: number): number => ((c[i] ?? 0) + 0.02) / (c[0] + c[1] + c[2] + 0.06)
  const hue = [0, 1, 2].reduce((sum, i) => sum + Math.abs(share(a, i) - share(b, i)), 0)
  return hue > 0.3 || Math.abs(luminance(a) - luminance(b)) > 0.45
}

/** Colour that the prompt names for trims, or its second one; null without. */
export function namedTrim(kit: Kit, cloth: Rgb): Rgb | null {
  const own = kit.part("trim")?.look.colours[0]
  return own ?? kit.look.colours.find((colour) => differ(colour, cloth)) ?? null
}

/** Colour for embroidery and trims: what the prompt says of them, else its second colour, else gold thread. */
export function trimColour(kit: Kit, cloth: Rgb): Rgb {
  const named = namedTrim(kit, cloth)
  if (named) return named
  return luminance(cloth) > 0.42 ? linear("#b98a3a") : linear("#dcb463")
}

/** Cord around the upper edge of a trunk. */
export function neckBinding(trunk: Trunk, radius: number): Mesh {
  const points = Array.from({ length: 96 }, (_, i) => {
    const a = (i / 96 - 0.5) * 2 * Math.PI
    return onTrunk(trunk, a, trunk.neck(a))
  })
  return cords([points], () => radius, { around: 8, isClosed: true })
}

/** Flat round buttons that face forward. */
export function buttonsOn(places: readonly Vector3[], radius: number): Mesh {
  return joinMeshes(
    ...places.map(([x, y, z]) =>
      clothMesh(
        (u, v) => {
          const r = radius * Math.min(1, (1 - v) * 1.7)
          const a = u * 2 * Math.PI
          const lift = v < 0.25 ? 0 : 0.32 * radius * (1 - 0.35 * Math.max(0, 1 - (1 - v) * 3))
          return [x - Math.sin(a) * r, y + Math.cos(a) * r, z + lift]
        },
        { across: 18, along: 7 },
      ),
    ),
  )
}
