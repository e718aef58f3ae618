import type { Surface } from "#imaging/render/scene/scene.ts"
import { fifth } from "./bsdf.ts"

/** Roughness of mirrors as seen after a diffuse bounce: no specks from rare, bright ways. */
const softRoughness = 0.4
/** Above this a reflection is too wide for chance to find lamps: lamps are sampled for it, too. */
const lampRoughness = 0.15

/** A point where a path meets an opaque surface, with all that its light depends on. One per thread, reused. */
export interface Vertex {
  x: number
  y: number
  z: number
  /** Unit normal on the side of the path. */
  nx: number
  ny: number
  nz: number
  /** Direction in which the path came. */
  dx: number
  dy: number
  dz: number
  /** Cosine between the normal and the way back. */
  facing: number
  /** What light leaving toward the path is multiplied by. */
  red: number
  green: number
  blue: number
  /** Diffuse colour. */
  colorRed: number
  colorGreen: number
  colorBlue: number
  /** Mirror reflectance at normal incidence. */
  mirrorRed: number
  mirrorGreen: number
  mirrorBlue: number
  /** Share of light that is reflected diffusely. */
  diffuse: number
  /** Chance of following the reflection rather than the diffuse part. */
  shine: number
  /** GGX width: roughness squared. */
  width: number
  samplesLampsForShine: boolean
  /** Which sample of the wave, its pixel's random start and its number. */
  sample: number
  hash: number
  number: number
  depth: number
  isSoft: boolean
}

export const createVertex = (): Vertex => ({
  x: 0,
  y: 0,
  z: 0,
  nx: 0,
  ny: 0,
  nz: 0,
  dx: 0,
  dy: 0,
  dz: 0,
  facing: 0,
  red: 0,
  green: 0,
  blue: 0,
  colorRed: 0,
  colorGreen: 0,
  colorBlue: 0,
  mirrorRed: 0,
  mirrorGreen: 0,
  mirrorBlue: 0,
  diffuse: 0,
  shine: 0,
  width: 0,
  samplesLampsForShine: false,
  sample: 0,
  hash: 0,
  number: 0,
  depth: 0,
  isSoft: false,
})

/** Works out how a surface splits light into mirrored and diffuse; needs `facing` and `isSoft`. */
export function applySurface(vertex: Vertex, surface: Surface): void {
  const { color, metalness, specular } = surface
  const roughness = vertex.isSoft ? Math.max(softRoughness, surface.roughness) : surface.roughness
  vertex.colorRed = color[0]
  vertex.colorGreen = color[1]
  vertex.colorBlue = color[2]
  vertex.mirrorRed = specular + (color[0] - specular) * metalness
  vertex.mirrorGreen = specular + (color[1] - specular) * metalness
  vertex.mirrorBlue = specular + (color[2] - specular) * metalness
  const mean = (vertex.mirrorRed + vertex.mirrorGreen + vertex.mirrorBlue) / 3
  const grazing = fifth(1 - vertex.facing) * (1 - roughness * 0.7)
  const mirrored = specular === 0 && metalness === 0 ? 0 : mean + (1 - mean) * grazing
  vertex.shine = metalness > 0.5 ? 1 : mirrored === 0 ? 0 : Math.min(0.9, Math.max(0.12, mirrored * 1.5))
  vertex.diffuse = (1 - mirrored) * (1 - metalness)
  vertex.width = Math.max(0.0015, roughness * roughness)
  vertex.samplesLampsForShine = mirrored > 0 && roughness > lampRoughness
}
