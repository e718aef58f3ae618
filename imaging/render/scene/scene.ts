import type { Mesh, Openings } from "#imaging/render/mesh/mesh.ts"
import type { Shape, Vector3 } from "#imaging/render/sdf/shape.ts"

/** Linear-light RGB, 0 to 1 for reflectances, any size for radiances. */
export type Color = Vector3

/** What a texture may change where a ray meets a surface. Reused between calls: do not keep it. */
export interface Surface {
  /** Linear-light RGB of the diffuse reflection, or of the mirror reflection of a metal. */
  color: [number, number, number]
  /** 0 mirror, 1 chalk. */
  roughness: number
  /** 0 or 1. */
  metalness: number
  /** Mirror reflectance at normal incidence of a non-metal; 0.04 for plastic, glaze, varnish. */
  specular: number
  /** Added to the normal before it is made unit length again: bumps. */
  bump: [number, number, number]
  /** Radiance given off. */
  emission: [number, number, number]
}

/**
 * Changes a surface by position. Pure and fast (it runs millions of times): use the tables of
 * `trace/noise.ts` instead of sums of noise. Position and normal are in the material's frame.
 */
export type Texture = (surface: Surface, x: number, y: number, z: number, nx: number, ny: number, nz: number) => void

/** Clear or frosted solid that light passes through. */
export interface Glass {
  /** Index of refraction; 1.45 to 1.52 glass, 1.33 water, 2.1 and more gems. */
  ior: number
  /** Beer-Lambert absorption per world unit and channel; see `absorptionOf`. */
  absorption: Vector3
  /**
   * Where two glass solids overlap the higher one counts (liquid above the bottle that holds it), as in
   * nested dielectrics (Schmidt and Budge 2002). At most two may overlap.
   */
  priority?: number
}

export interface Material {
  color: Color
  roughness: number
  metalness?: number
  /** See `Surface.specular`; 0.04 when absent. */
  specular?: number
  glass?: Glass
  /** Radiance; shines into the lens and into mirrors, and softly on its surroundings. */
  emission?: Color
  texture?: Texture
  /** On meshes: where the surface is open, as the eyelets of lace are, by place in the material's frame. Pure and fast. */
  openings?: Openings
  /** Where the texture's origin lies and how far it is turned around y (radians, z toward x). */
  frame?: { origin: Vector3; yaw: number }
}

export interface SceneObject {
  geometry: { kind: "field"; shape: Shape } | { kind: "mesh"; mesh: Mesh }
  material: Material
  /** Unseen by the lens but present for shadows and reflections (stand-in of a cut-out). */
  isProxy?: boolean
}

/** The floor at y = 0. */
export interface Ground {
  material: Material
  /**
   * Studio sweep: the floor bends up behind the set into a wall of the same material, lit by the same
   * light, so that floor and backdrop are one colour. `distance` is how far behind the origin (−z) the
   * wall stands, `radius` that of the bend.
   */
  sweep?: { distance: number; radius: number }
  /** Without a sweep: radius around the origin where the floor starts to melt into the backdrop, and ends. */
  fade?: { from: number; to: number }
}

/** Radiance by direction (unit vector), written into `out`. Pure. */
export type Sky = (x: number, y: number, z: number, out: [number, number, number]) => void

/** Rectangle that shines to one side: a softbox, a window, a tube. */
export interface RectLight {
  center: Vector3
  /** Half edges; they are perpendicular and the light shines along halfU × halfV. */
  halfU: Vector3
  halfV: Vector3
  radiance: Color
}

export interface Camera {
  position: Vector3
  target: Vector3
  /** Degrees, over the longer side of the picture. */
  fov: number
  /** Radius of the lens in world units; 0 is sharp everywhere, 0.03 to 0.06 is a product shot. */
  aperture: number
  /** Distance of sharpness from the lens, world units. */
  focus: number
}

/** How light becomes a picture. */
export type Look = "photo" | "cinestill" | "watercolour" | "half-illustration" | "video-game"

export interface Grading {
  /** Gain before the tone curve; "auto" measures the subject. */
  exposure: number | "auto"
  /** Multiplies the measured or given gain; 1 is neutral. */
  brightness: number
  bloom: number
  vignette: number
  grain: number
  /** 1 is neutral. */
  saturation: number
  /** 0 is neutral; 0.1 to 0.3 is punchy. */
  contrast: number
}

/** Plain photographic look. */
export const plainGrading: Grading = {
  exposure: "auto",
  brightness: 1,
  bloom: 0.05,
  vignette: 0.16,
  grain: 0.012,
  saturation: 1,
  contrast: 0.08,
}

export interface Scene {
  objects: readonly SceneObject[]
  /** Indexes into `objects` that are the product itself: exposure and focus care about them. */
  subject: readonly number[]
  ground?: Ground
  /** What the lens sees where nothing is hit. */
  backdrop: Sky
  /** What lights the set and what mirrors see where nothing is hit; keep it dim and broad. */
  environment: Sky
  lights: readonly RectLight[]
  camera: Camera
  grading: Grading
  look: Look
  /** Drives sampling, grain and paper; same seed, same bytes. */
  seed: number
}

/** A softbox at `center` that faces `target`. Half width is horizontal. */
export function softbox(
  center: Vector3,
  target: Vector3,
  halfWidth: number,
  halfHeight: number,
  radiance: Color,
): RectLight {
  const to: Vector3 = [target[0] - center[0], target[1] - center[1], target[2] - center[2]]
  const size = Math.hypot(...to)
  const n: Vector3 = [to[0] / size, to[1] / size, to[2] / size]
  const flat = Math.hypot(n[0], n[2])
  const u: Vector3 = flat < 1e-6 ? [1, 0, 0] : [n[2] / flat, 0, -n[0] / flat]
  const v: Vector3 = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]]
  return {
    center,
    halfU: [u[0] * halfWidth, u[1] * halfWidth, u[2] * halfWidth],
    halfV: [v[0] * halfHeight, v[1] * halfHeight, v[2] * halfHeight],
    radiance,
  }
}

/** Absorption that gives glass this colour after `depth` world units. */
export function absorptionOf(color: Color, depth: number): Vector3 {
  const per = (c: number): number => -Math.log(Math.min(0.98, Math.max(0.02, c))) / depth
  return [per(color[0]), per(color[1]), per(color[2])]
}

/** Linear light of an sRGB hex colour such as "#e8c4b8". */
export function colorOf(hex: string): Color {
  const channel = (at: number): number => {
    const v = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}
