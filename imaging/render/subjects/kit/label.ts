import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import type { Surface, Texture } from "#imaging/render/scene/scene.ts"
import { fitText, type Print, print } from "#imaging/render/text/print.ts"
import type { Kit } from "./kit.ts"

/**
 * A label's lettering: the person's text as large as it fits. Without one a rule and no letters, as an invented brand would
 * be somebody's. `size` is the largest letter's share of the height.
 */
export function labelPrint(text: string | null, aspect: number, size = 0.5): Print {
  if (text) {
    const lines = fitText(text, "display", { width: aspect * 0.86, low: 0.16, high: 0.9 }, { lines: 3, size })
    if (size > 0.5) return print(aspect, lines)
    const low = Math.min(...lines.map((line) => line.middle - line.size * 0.62))
    return print(aspect, lines, [{ middle: Math.max(0.07, low - 0.06), halfWidth: aspect * 0.2, thickness: 0.014 }])
  }
  return print(aspect, [], [{ middle: 0.5, halfWidth: aspect * 0.16, thickness: 0.012 }])
}

/** What a thing with a printed front carries: the person's text, else a rule, and nothing when they want no label. */
export function labelOf(kit: Kit, aspect: number): Print {
  const text = kit.text()
  return text === null && kit.without("label") ? print(aspect, []) : labelPrint(text, aspect)
}

/** Where a print lies on a thing: flat in the x-y plane facing +z, or around the y axis with its middle at +z. */
export interface PrintArea {
  width: number
  height: number
  /** Height of its middle. */
  middle: number
  /** Radius of the surface; flat when absent. */
  radius?: number
  /** Sideways place of its middle on flat things. */
  across?: number
}

/** Writes ink over a surface; outside the area and on the back nothing changes. */
export function inkTexture(art: Print, area: PrintArea, ink: Rgb, under?: Texture): Texture {
  return (s, x, y, z, nx, ny, nz) => {
    under?.(s, x, y, z, nx, ny, nz)
    const amount = inkAt(art, area, x, y, z, nz)
    if (amount > 0) blend(s, ink, amount)
  }
}

/** A paper-coloured rectangle with ink on it, for labels that are part of the body. */
export function labelTexture(art: Print, area: PrintArea, paper: Rgb, ink: Rgb): Texture {
  return (s, x, y, z, _nx, _ny, nz) => {
    const [u, v] = placeOf(area, x, y, z)
    if (u < 0 || u > 1 || v < 0 || v > 1 || (!area.radius && nz < 0.4) || (area.radius && z < 0)) return
    blend(s, paper, 1)
    s.roughness = 0.55
    s.metalness = 0
    blend(s, ink, art.at(u, v))
  }
}

function placeOf(area: PrintArea, x: number, y: number, z: number): [number, number] {
  const across = area.radius ? Math.atan2(x, z) * area.radius : x - (area.across ?? 0)
  return [across / area.width + 0.5, (y - area.middle) / area.height + 0.5]
}

function inkAt(art: Print, area: PrintArea, x: number, y: number, z: number, nz: number): number {
  if (area.radius ? z < 0 : nz < 0.3) return 0
  const [u, v] = placeOf(area, x, y, z)
  return art.at(u, v)
}

function blend(s: Surface, color: Rgb, share: number): void {
  for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) + ((color[i] ?? 0) - (s.color[i] ?? 0)) * share
}

/** Printing ink and paper that every label may use. */
export const blackInk = linear("#1b1a1a")
export const paper = linear("#f0ebe1")
