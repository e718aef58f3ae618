import { mix, type Rgb } from "#imaging/render/language/colours.ts"
import type { Material } from "#imaging/render/scene/scene.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"

/** How far inside its cloth a place is, about world units; below 0 it is cut away. Pure and fast. */
export type Cutting = (x: number, y: number, z: number) => number

/** Cloth cut along an edge that is bound with a ribbed band of this width and colour; no band where it is 0. */
export function cutOut(cloth: Material, inside: Cutting, band = 0, color: Rgb | null = null): Material {
  const under = cloth.texture
  const open = cloth.openings
  return {
    ...cloth,
    openings: (x, y, z) => inside(x, y, z) < 0 || (open?.(x, y, z) ?? false),
    texture: (s, x, y, z, nx, ny, nz) => {
      under?.(s, x, y, z, nx, ny, nz)
      const away = inside(x, y, z)
      if (band === 0 || away > band) return
      const base: Rgb = [s.color[0], s.color[1], s.color[2]]
      const seam = smoothStep(band * 0.86, band * 0.95, away)
      const shown = mix(mix(color ?? base, [0, 0, 0], 0.03 + 0.05 * Math.sin((x + y) * 320)), [0, 0, 0], seam * 0.35)
      for (let i = 0; i < 3; i += 1) s.color[i] = shown[i] ?? 0
    },
  }
}
