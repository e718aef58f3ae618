import { linear, luminance, mix } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { type Mesh, mapMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import { absorptionOf, type Material, type SceneObject, type Texture } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { labelPrint } from "#imaging/render/subjects/kit/label.ts"
import { lazyMesh } from "#imaging/render/subjects/kit/lazy-mesh.ts"

const [wide, long, deep] = [0.68, 0.9, 0.2]
const white = linear("#f6f8fa")
/** Height of the pillow's widest line over the ground; the seams hang. */
const lowAt = (v: number): number => deep * 0.62 * (1 - 0.72 * Math.abs(v) ** 7)

/** Thickness of the pillow along it; both ends are flat seams. */
const swell = (v: number): number => 0.006 + deep * Math.max(0, 1 - (Math.abs(v) / 0.94) ** 3) ** 0.5

/** Height of the upper side at a place of -1 to 1 across and along, with the creases that run out from the seams. */
function topAt(u: number, v: number): number {
  const round = Math.sqrt(Math.max(0, 1 - Math.abs(u) ** 2.8))
  const near = Math.max(0, Math.abs(v) - 0.35) / 0.65
  const crease = 0.022 * near * Math.sin(u * 15 + 1.6 * Math.sin(v * 5)) * (1 - Math.abs(v) ** 8)
  return lowAt(v) + (swell(v) + crease) * round ** 0.9
}

const acrossAt = (v: number): number => wide * (0.95 + 0.05 * v * v)

const film: Material = {
  color: [1, 1, 1],
  roughness: 0,
  glass: { ior: 1.33, absorption: absorptionOf([0.93, 0.97, 0.98], 2) },
}

/** It stands on one seam and leans back a little: only so its print is seen in every place. */
const [up, back] = [Math.sin(1.33), Math.cos(1.33)]
const stood = (mesh: () => Mesh): SceneObject["geometry"] =>
  lazyMesh(() =>
    smoothMesh(
      mapMesh(mesh(), ([x, y, z]) => [x, (long - z) * up + y * back, y * up - (long - z) * back]),
      70,
    ),
  )

/** The film with the water in it. */
function pillow(): SceneObject["geometry"] {
  const [rows, around] = [56, 72]
  const sections = Array.from({ length: rows + 1 }, (_, j) => {
    const v = Math.sin(((j / rows) * 2 - 1) * (Math.PI / 2))
    return Array.from({ length: around }, (_, i): Vector3 => {
      const a = (i / around) * Math.PI * 2
      const c = Math.cos(a)
      const u = Math.sign(c) * Math.abs(c) ** 0.72
      const low = lowAt(v)
      const under = low - Math.min(low - 0.002, swell(v) * 0.62) * Math.sqrt(Math.max(0, 1 - Math.abs(u) ** 3.4))
      return [u * acrossAt(v), Math.sin(a) >= 0 ? topAt(u, v) : under, v * long]
    })
  })
  return stood(() => loft(sections))
}

/** What is printed on its upper side, a hair above the film. */
function panel(): SceneObject["geometry"] {
  const lines = Array.from({ length: 37 }, (_, j) => {
    const v = 0.62 - (j / 36) * 1.24
    return Array.from({ length: 33 }, (_, i): Vector3 => {
      const u = (i / 32) * 1.36 - 0.68
      return [u * acrossAt(v), topAt(u, v) + 0.014, v * long]
    })
  })
  return stood(() => loft(lines, { isRing: false }))
}

/** A pillow of clear film with water in it: flat seams at both ends, a printed panel with the person's text or what it is. */
export function waterSachet(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#1d5fbf")
  const art = labelPrint(kit.text() ?? (kit.without("label") ? null : "PURE WATER"), 1.5, 0.7)
  const letters = luminance(color) > 0.5 ? linear("#17306b") : white
  const print: Texture = (s, x, high, deepAt) => {
    const z = long - (high * up - deepAt * back)
    const put = (c: readonly [number, number, number], share = 1): void => {
      for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 - share) + (c[i] ?? 0) * share
    }
    const crest = 0.34 + 0.05 * Math.sin(x * 6)
    if (z > crest) put(mix(color, white, z > crest + 0.07 ? 0.55 : 0.9))
    put(letters, art.at(x / 0.84 + 0.5, -(z + 0.1) / 0.56 + 0.5))
  }
  const one = [
    { geometry: pillow(), material: film },
    { geometry: panel(), material: { ...finish("glossy", color), roughness: 0.24, texture: print } },
  ]
  return { pieces: one, yaw: 0.3, sway: 0.12, elevation: 0.16, leastElevation: 0.2 }
}
