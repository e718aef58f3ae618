import { linear, luminance, type Rgb } from "#imaging/render/language/colours.ts"
import { extrudeRings } from "#imaging/render/mesh/extrude.ts"
import { joinMeshes, type Mesh, placeMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Vector2 } from "#imaging/render/sdf/profiles.ts"
import { letterOf, lettersOf } from "#imaging/render/text/outline.ts"
import { fitText, type PrintLine, widthOf } from "#imaging/render/text/print.ts"
import { finish } from "./finishes.ts"
import type { Lighting } from "./lights.ts"

/** Where standing letters may go. */
export interface LetterSpace {
  /** Half width of the picture at the product, world units. */
  reach: number
  /** Where the letters stand: before the product. */
  floor: number
  z: number
  /** Tallest they may be. */
  tall: number
}

/** A text as solid letters standing on the floor in one or two rows, glowing in dark light, else dark on pale floors and pale on dark ones. */
export function standingLetters(text: string, space: LetterSpace, lighting: Lighting, floor: Rgb): SceneObject[] {
  const rows = fitText(
    text,
    "display",
    { width: space.reach * 2, low: 0, high: space.tall },
    { lines: 2, size: space.tall * 0.95 },
  )
  const mesh = letterMesh(rows, space.floor, space.z, 0.11)
  if (!mesh) return []
  const isDark = lighting.setGain < 0.6
  const body = luminance(floor) < 0.25 ? linear("#efe6d4") : linear("#262322")
  const material = isDark
    ? { color: [1, 0.4, 0.7] as const, roughness: 0.4, emission: [3.4, 0.7, 1.9] as const }
    : finish("glossy", body)
  return [{ geometry: { kind: "mesh", mesh }, material }]
}

/** Rows of solid letters above each other, `thick` deep, the lowest standing at `floor`; null when none can be set. */
export function letterMesh(rows: readonly PrintLine[], floor: number, z: number, thick: number): Mesh | null {
  const meshes: Mesh[] = []
  const last = rows.length - 1
  rows.forEach((row, i) => {
    let x = (-widthOf(row.text, "display") * row.size) / 2
    const y = floor + (last - i) * row.size * 0.86
    for (const letter of lettersOf(row.text)) {
      const { width, edges } = letterOf("display", letter)
      const rings = ringsOf(edges)
      if (rings.length > 0) meshes.push(placeMesh(extrudeRings(rings, thick), [x, y, z], 0, row.size))
      x += width * row.size
    }
  })
  return meshes.length > 0 ? joinMeshes(...meshes) : null
}

/** Closed rings of an outline given as loose edges that follow each other. */
function ringsOf(edges: readonly number[]): Vector2[][] {
  const rings: Vector2[][] = []
  let ring: Vector2[] = []
  for (let i = 0; i < edges.length; i += 4) {
    const from: Vector2 = [edges[i] ?? 0, edges[i + 1] ?? 0]
    const start = ring[0]
    const previous: Vector2 = [edges[i - 2] ?? 0, edges[i - 1] ?? 0]
    if (start && (previous[0] !== from[0] || previous[1] !== from[1])) {
      rings.push(ring)
      ring = []
    }
    ring.push(from)
  }
  if (ring.length > 2) rings.push(ring)
  return rings.filter((points) => points.length > 2)
}
